import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Block, blocksGlb, CAR } from './models.js';
import { NuScenes, turned } from './nuscenes-loader.js';
import { boxesOf, runYard } from './yard.js';

const GROUND = 'v -30 -30 0\nv 30 -30 0\nv 30 30 0\nv -30 30 0\nf 1 2 3 4\n';
const CARS = '{ part: "truck*", semantic: car, class: 64 }';

const sceneOf = (parts: readonly string[], labels: string) =>
  `scene: { parts: [ { name: ground, file: ground.obj }, ${parts.join(', ')} ], labels: [ ${labels} ] }`;

/** A scanner that stands still at the origin, where it looks to +y, between parts and their labels. */
function run(dataset: string, parts: readonly string[], model: Uint8Array, { labels = CARS } = {}) {
  const scene = sceneOf(parts, labels);
  const legs = 'legs: [ { position: [0, 0, 1.9], duration: 0.1 } ]';
  const frames = `frames: { dataset: ${dataset}, folder: s }`;
  return runYard({ scene, legs, frames }, { 'ground.obj': GROUND, 'truck.glb': model });
}

/** The lines of OpenPCDet of the first frame: numbers and class. */
const linesOf = (folder: string) =>
  readFileSync(join(folder, 's/labels/000000.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ numbers: line.split(' ').slice(0, 7).map(Number), className: line.split(' ')[7] }));

const objectsOf = ({ labels }: { labels: { instances: Record<string, string> } }) =>
  Object.values(labels.instances).filter((name) => name.startsWith('truck'));

const PARKED = ['{ name: truck, file: truck.glb, transform: { translate: [8, 0, 0] } }'];

describe('a model of six nodes that is placed once', () => {
  const model = blocksGlb(CAR);

  it('is one vehicle of OpenPCDet, as high as it is on its wheels', async () => {
    const { folder, warnings, infos } = await run('openpcdet', PARKED, model);
    const [line, ...others] = linesOf(folder);
    expect(others).toEqual([]);
    expect(line.className).toBe('Vehicle');
    // In front of the sensor is +y, to its left −x, and it is 1.9 m above the ground.
    expect(line.numbers.slice(0, 6)).toEqual(
      [0, -8, 1.04 - 1.9, 4.48, 2.4, 2.08].map((value) => expect.closeTo(value, 3)),
    );
    expect(warnings.filter((text) => text.includes('truck'))).toEqual([]);
    expect(infos.filter((text) => text.includes('truck:'))).toEqual([
      'part truck: its 6 nodes are one object; objects: node keeps them apart',
    ]);
  });

  it('is one instance of SemanticKITTI', async () => {
    const { folder } = await run('semantic-kitti', PARKED, model);
    const words = new Uint32Array(new Uint8Array(readFileSync(join(folder, 's/labels/000000.label'))).buffer);
    const cars = words.filter((word) => (word & 0xffff) === 10);
    expect(cars.length).toBeGreaterThan(50);
    expect(new Set(cars.map((word) => word >>> 16)).size).toBe(1);
    expect(boxesOf(join(folder, 's'), 0).boxes).toHaveLength(1);
  });

  it('is one annotation of nuScenes', async () => {
    const { folder } = await run('nuscenes', PARKED, model);
    const { tables } = new NuScenes(join(folder, 's'));
    expect(tables.sample).toHaveLength(1);
    expect(tables.sample_annotation.map(({ size }) => size)).toEqual([
      [2.4, 4.48, 2.08].map((side) => expect.closeTo(side, 3)),
    ]);
    expect(tables.instance).toHaveLength(1);
  });

  it('is one where its wheels and windows have names of their own', async () => {
    for (const [wheel, glass] of [
      ['wheel', 'glass'],
      ['Wheel', 'GLASS'],
    ]) {
      const labels = `{ match: "wheel*", semantic: ${wheel} }, { match: underside, semantic: ${glass} }, ${CARS}`;
      expect(objectsOf(await run('openpcdet', PARKED, model, { labels })), wheel).toEqual(['truck']);
    }
  });

  it('is its nodes on demand, with a warning of vehicles in a vehicle', async () => {
    const parts = ['{ name: truck, file: truck.glb, objects: node, transform: { translate: [8, 0, 0] } }'];
    const done = await run('openpcdet', parts, model);
    expect(objectsOf(done)).toHaveLength(6);
    expect(done.warnings.filter((text) => text.includes('part truck'))).toEqual([
      expect.stringMatching(/survey\.yaml:1:\d+: part truck: 5 of its 6 objects of class Vehicle lie in another one, /),
    ]);
    expect(done.warnings.join('\n')).toContain('as wheels do in a car; if it is one thing, say objects: part');
  });

  it('is warned of in boxes of a cloud by its semantic name', async () => {
    const output = 'output: [ { file: cloud.npy, boxes: true } ]';
    const scene = sceneOf(['{ file: truck.glb, objects: node }'], CARS);
    const legs = 'legs: [ { position: [9, 0, 1.9], duration: 0.1 } ]';
    const { warnings } = await runYard({ scene, output, legs }, { 'ground.obj': GROUND, 'truck.glb': model });
    expect(warnings.filter((text) => text.includes('5 of its 6 objects of class car lie in'))).toHaveLength(1);
  });

  it('is one on demand, whatever its file and its labels are like', async () => {
    const loose = blocksGlb(CAR, { rooted: false });
    const done = await run('openpcdet', PARKED, loose);
    expect(objectsOf(done)).toHaveLength(6);
    expect(done.warnings.filter((text) => text.includes('say objects: part'))).toHaveLength(1);
    const whole = await run('openpcdet', [PARKED[0].replace('file:', 'objects: part, file:')], loose, {
      labels: '{ match: body, semantic: car }, { match: "wheel*", semantic: chair }',
    });
    expect(objectsOf(whole)).toEqual(['truck']);
    expect(linesOf(whole.folder)).toHaveLength(1);
  });

  it('keeps the warning for things in each other', async () => {
    const row = [-6, 0, 6].map((y): Block => [`car_${y}`, [y, 0, 0.8], [4, 1.8, 1.6]]);
    const done = await run('openpcdet', PARKED, blocksGlb(row));
    expect(linesOf(done.folder)).toHaveLength(3);
    expect(done.warnings.filter((text) => text.includes('truck'))).toEqual([]);
  });
});

describe('a file with one root', () => {
  const street: readonly Block[] = [
    ['road', [0, 0, 0.05], [20, 12, 0.1]],
    ['car_1', [-4, 2, 0.85], [4.2, 1.8, 1.5]],
    ['car_2', [4, 2, 0.85], [4.2, 1.8, 1.5]],
    ['house_1', [0, -4, 1.5], [6, 3, 3]],
  ];
  const names = ['truck/road', 'truck/car_1', 'truck/car_2', 'truck/house_1'];

  it.each([
    ['labels name some of its nodes', '{ match: "car_*", semantic: car }'],
    [
      'labels tell its nodes apart',
      '{ match: "car_*", semantic: car }, { match: road, semantic: kerb }, { match: "house_*", semantic: house }',
    ],
  ])('is as many objects as before where %s', async (_, labels) => {
    const done = await run('openpcdet', PARKED, blocksGlb(street), { labels });
    expect(objectsOf(done)).toEqual(names);
    const { boxes } = boxesOf(join(done.folder, 's'), 0);
    expect(boxes.map(({ name }: { name: string }) => name)).toEqual(names.slice(1, 3));
    expect(done.warnings.filter((text) => text.includes('objects:'))).toEqual([]);
  });
});

/** Headings in the survey, clockwise from the pose of the file, and those that a front at +x of the world has then. */
const TURNS = [0, 90, 180, 270];

/** The direction of an angle, to compare angles without their turns. */
const directionOf = (angle: number) => [Math.cos(angle), Math.sin(angle)].map((value) => expect.closeTo(value, 4));
const DEGREE = Math.PI / 180;

/** Where the trucks stand: around the sensor. */
const PLACES = [
  [8, 0],
  [0, 8],
  [-8, 0],
  [0, -8],
];

describe('the front of a model', () => {
  const places = TURNS.map((heading, k) => `{ translate: [${PLACES[k]}, 0], heading: ${heading} }`);
  const placed = (keys: string) => [`{ name: truck, file: truck.glb, ${keys} instances: [ ${places.join(', ')} ] }`];
  const sideways = blocksGlb(CAR, { along: 'x' });

  it('tells headings of 0, 90, 180 and 270 degrees apart in OpenPCDet and in files of boxes', async () => {
    const { folder, warnings } = await run('openpcdet', placed('front: +x,'), sideways);
    const lines = linesOf(folder);
    // The sensor's x axis is the world's y axis.
    expect(lines.map(({ numbers }) => [Math.cos(numbers[6]), Math.sin(numbers[6])])).toEqual(
      TURNS.map((turn) => directionOf((-turn - 90) * DEGREE)),
    );
    for (const { numbers } of lines)
      expect(numbers.slice(3, 6)).toEqual([4.48, 2.4, 2.08].map((side) => expect.closeTo(side, 3)));
    const { boxes } = boxesOf(join(folder, 's'), 0);
    for (const [k, { world }] of boxes.entries()) {
      expect(world.hasFront).toBe(true);
      expect([Math.cos(world.heading), Math.sin(world.heading)]).toEqual(directionOf(-TURNS[k] * DEGREE));
    }
    expect(warnings.filter((text) => text.includes('front'))).toEqual([]);
  });

  it.each([
    ['-x', 180, 'x'],
    ['+z', -90, 'z'],
    ['-z', 90, 'z'],
  ] as const)('may be %s of the file', async (front, turned, along) => {
    const { folder } = await run('openpcdet', placed(`front: ${front},`), blocksGlb(CAR, { along }));
    const { boxes } = boxesOf(join(folder, 's'), 0);
    const found = boxes.map(({ world }: { world: { heading: number } }) => [
      Math.cos(world.heading),
      Math.sin(world.heading),
    ]);
    expect(found).toEqual(TURNS.map((turn) => directionOf((turned - turn) * DEGREE)));
  });

  it('is that of rotations of nuScenes', async () => {
    const { folder } = await run('nuscenes', placed('front: +x,'), sideways);
    const { tables } = new NuScenes(join(folder, 's'));
    const fronts = tables.sample_annotation.map(({ rotation }) => turned(rotation, [1, 0, 0]));
    expect(fronts).toEqual(TURNS.map((turn) => [...directionOf(-turn * DEGREE), expect.closeTo(0, 6)]));
  });

  it('is +z of glTF, which is −y of the world, for a part placed once, too', async () => {
    const parts = TURNS.map((turn, k) => {
      const [x, y] = PLACES[k];
      const transform = `{ rotate: [0, 0, ${-turn}], translate: [${x}, ${y}, 0] }`;
      return `{ name: truck${k}, file: truck.glb, transform: ${transform} }`;
    });
    const { folder } = await run('openpcdet', parts, blocksGlb(CAR));
    const { boxes } = boxesOf(join(folder, 's'), 0);
    for (const [k, { world, size }] of boxes.entries()) {
      expect(world.hasFront).toBe(true);
      expect([Math.cos(world.heading), Math.sin(world.heading)]).toEqual(directionOf((-90 - TURNS[k]) * DEGREE));
      expect(size).toEqual([4.48, 2.4, 2.08].map((side) => expect.closeTo(side, 3)));
    }
    expect(boxes).toHaveLength(4);
  });

  it.each([
    ['Truck', false],
    ['automobile', false],
    ['motorbike', false],
    ['Pedestrian', true],
    ['dog', true],
  ])('counts other words for names, too: %s', async (name, isKnown) => {
    const labels = `{ part: truck, semantic: ${name} }`;
    const { folder, warnings } = await run('semantic-kitti', placed(''), sideways, { labels });
    const told = warnings.filter((text) => text.includes('m wide along the front of its format'));
    expect(told).toHaveLength(isKnown ? 0 : 1);
    for (const { world } of boxesOf(join(folder, 's'), 0).boxes) expect(world.hasFront).toBe(isKnown);
  });

  it('is unknown for a vehicle of glTF that lies across it, with a warning, but not for people', async () => {
    const done = await run('openpcdet', placed(''), sideways);
    const [{ size, world }] = boxesOf(join(done.folder, 's'), 0).boxes;
    expect(size).toEqual([4.48, 2.4, 2.08].map((side) => expect.closeTo(side, 3)));
    expect(world.hasFront).toBe(false);
    expect(done.warnings.filter((text) => text.includes('front'))).toEqual([
      expect.stringMatching(/survey\.yaml:1:\d+: part truck is 2\.40 m long and 4\.48 m wide along the front of its /),
    ]);
    expect(done.warnings.join('\n')).toContain('its boxes have no front; say where it is, as in front: +x');
    const upright = await run('openpcdet', placed('up: z,'), sideways);
    expect(boxesOf(join(upright.folder, 's'), 0).boxes[0].world.hasFront).toBe(false);
    expect(upright.warnings.filter((text) => text.includes('front'))).toEqual([]);
    const person: readonly Block[] = [['person', [0, 0, 0.9], [0.3, 0.6, 1.8]]];
    const people = await run('openpcdet', placed(''), blocksGlb(person), {
      labels: '{ part: truck, semantic: person }',
    });
    const { boxes } = boxesOf(join(people.folder, 's'), 0);
    expect(boxes[0].world.hasFront).toBe(true);
    expect(boxes[0].size).toEqual([0.3, 0.6, 1.8].map((side) => expect.closeTo(side, 4)));
  });
});
