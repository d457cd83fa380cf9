import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runYard } from './yard.js';

/** The yard, whose cars are called `name`. */
const calling = (name: string) => ({
  scene: `scene: { parts: [ { name: yard, file: yard.obj } ], labels: [ { match: car_*, semantic: ${name} }, { match: road_*, semantic: carriageway }, { match: person_*, semantic: Pedestrian } ] }`,
});

const ofNames = (warnings: readonly string[]) => warnings.filter((text) => text.includes('semantic name'));

const FILES = 'frames: { file: "f/%d.npz", boxes: true }';

/** The classes in the list of boxes of the first frame. */
const classesIn = (folder: string) =>
  new Set(
    JSON.parse(readFileSync(join(folder, 'f/0.boxes.json'), 'utf8')).boxes.map(
      (box: { class: string }) => box.class,
    ) as string[],
  );

describe('names that frames have no class for', () => {
  it.each([
    ['openpcdet', 'frames: { dataset: openpcdet, folder: s }', 'openpcdet has'],
    ['lists of boxes', FILES, 'boxes have'],
    ['a recording', 'frames: { file: a.mcap, boxes: true }', 'boxes have'],
  ])('are told of where things have no boxes: %s', async (_, frames, who) => {
    const { warnings } = await runYard({ frames, ...calling('forklift') });
    expect(ofNames(warnings)).toEqual([
      `frames: ${who} no class for the semantic name "forklift": their objects have no boxes; name classes for them, or none, in a file of frames.classes`,
    ]);
  });

  it.each([
    ['those of subray', FILES, 'carriageway'],
    ['other words for these', FILES, 'Motorbike'],
    ['any, where nothing has boxes', 'frames: { file: "f/%d.npz" }', 'forklift'],
  ])('are not %s', async (_, frames, name) => {
    expect(ofNames((await runYard({ frames, ...calling(name) })).warnings)).toEqual([]);
  });

  it.each(['forklift', 'none'])('have the class of a file: %s', async (className) => {
    const frames = 'frames: { file: "f/%d.npz", boxes: true, classes: map.yaml }';
    const { folder, warnings } = await runYard(
      { frames, ...calling('forklift') },
      { 'map.yaml': `forklift: ${className}` },
    );
    expect(ofNames(warnings)).toEqual([]);
    expect(classesIn(folder)).toEqual(new Set(className === 'none' ? ['person'] : [className, 'person']));
  });
});

describe('a scene without semantic names', () => {
  const scene =
    'scene: { parts: [ { name: yard, file: yard.obj } ], labels: [ { match: "house*", class: building } ] }';

  it.each([
    ['semantic-kitti', 'frames: { dataset: semantic-kitti, folder: s }', 'semantic-kitti has', 'no point has one'],
    ['openpcdet', 'frames: { dataset: openpcdet, folder: s }', 'openpcdet has', 'nothing has a box'],
    ['lists of boxes', FILES, 'boxes have', 'nothing has a box'],
    ['a recording', 'frames: { file: a.mcap, boxes: true }', 'boxes have', 'nothing has a box'],
  ])('is told of where classes follow from them: %s', async (_, frames, who, effect) => {
    const { warnings } = await runYard({ frames, scene });
    expect(ofNames(warnings)).toEqual([
      `frames: ${who} classes for semantic names alone, and the scene has none: ${effect}; semantic in scene.labels gives them: docs/labels.md`,
    ]);
  });

  it('is not told of where nothing follows from them', async () => {
    expect(ofNames((await runYard({ frames: 'frames: { file: "f/%d.npz" }', scene })).warnings)).toEqual([]);
  });
});

describe('a class for a name', () => {
  it.each([
    ['semantic-kitti', 'frames: { dataset: semantic-kitti, folder: s, classes: map.yaml }'],
    ['lists of boxes', 'frames: { file: "f/%d.npz", boxes: true, classes: map.yaml }'],
  ])('that nothing has is told of, with the one that may be meant: %s', async (_, frames) => {
    const { warnings } = await runYard({ frames, ...calling('car') }, { 'map.yaml': 'karr: car\nCar: car\n' });
    expect(ofNames(warnings)).toEqual([
      'frames.classes: nothing in the scene has the semantic name "karr"; did you mean "car"?',
      'frames.classes: nothing in the scene has the semantic name "Car"; did you mean "car"?',
    ]);
  });

  it("may be for one of subray's that this scene lacks", async () => {
    const frames = 'frames: { dataset: semantic-kitti, folder: s, classes: map.yaml }';
    const { warnings } = await runYard({ frames, ...calling('car') }, { 'map.yaml': 'bus: truck\n' });
    expect(ofNames(warnings)).toEqual([]);
  });
});
