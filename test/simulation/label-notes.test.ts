import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../src/base/log.js';
import { runSurvey } from '../../src/index.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { lookAround } from '../../src/planning/whereabouts/look-around.js';
import { labelNotes } from '../../src/simulation/label-notes.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { movingSurvey } from '../survey/scene/motion/moving-scene.js';
import { MINIMAL, surveyText, writeSurvey } from '../survey/survey-file.js';

const CAR = '{ name: yard, file: car.obj }';
const NOTE =
  'the scene has no labels, so all points are unclassified (class 1) and without a semantic class; scene.labels gives them classes by the names of objects, groups and materials: docs/labels.md';

/** The notes on a survey of a floor and a car without labels, and its parts and sections besides. */
async function notes(more: Record<string, string> = {}, parts = CAR): Promise<string[]> {
  const survey = await loadSurvey(await movingSurvey(parts, { more, files: FILES }));
  return labelNotes(survey, await loadScene(survey.scene));
}

const FILES = {
  'ground.asc': 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 9\n0 0\n0 0\n',
  'car.csv': 'x,y,z,semantic\n1,2,0,car\n',
};

const scene = (keys: string) => ({ scene: `scene: { ${keys} }` });
const output = (entry: string) => ({ output: `output: [ ${entry} ]` });
const frames = (entry: string) => ({ output: '', frames: `frames: { ${entry} }` });

describe('the note on a scene without labels', () => {
  it('says what the points are, and where labels are explained', async () => {
    expect(await notes()).toEqual([NOTE]);
    expect(await notes({}, `${CAR}, { name: hill, file: ground.asc }`)).toEqual([
      NOTE.replace('all points', 'all points but those of ground'),
    ]);
  });

  it.each([
    ['text with its class', output('cloud.csv')],
    ['records of LAS, which always have one', output('{ file: cloud.las, fields: [intensity] }')],
    ['one cloud of several', output('cloud.pts, cloud.npz')],
    ['frames that have it', frames('file: "f/%06d.pcd"')],
    ['messages that have it', frames('file: f.mcap, coordinates: sensor, layout: instance')],
  ])('is given of %s', async (_, sections) => {
    expect(await notes(sections)).toEqual([NOTE]);
  });

  it.each([
    ['clouds of coordinates', output('cloud.pts')],
    ['fields without it', output('{ file: cloud.ply, fields: [intensity, instance] }')],
    ['frames without it', frames('file: "f/%06d.pcd", fields: [intensity]')],
    ['a data set, of which a warning tells', frames('dataset: semantic-kitti, folder: d')],
    ['messages without it', frames('file: f.mcap, coordinates: sensor')],
  ])('is not given of %s', async (_, sections) => {
    expect(await notes(sections)).toEqual([]);
  });

  it.each([
    ['a label, even of a class that is no other', scene(`parts: [ ${CAR} ], labels: [ { match: "*", class: 1 } ]`)],
    ['a label that fits nothing yet', scene(`parts: [ ${CAR} ], labels: [ { match: roof, semantic: roof } ]`)],
    ['a semantic name in a table', scene('parts: [ { file: car.obj, instances: { csv: car.csv } } ]')],
    ['a generator, which labels by itself', scene(`parts: [ ${CAR}, { generate: { kind: room, triangles: 20000 } } ]`)],
    ['ground alone', scene('parts: [ { file: ground.asc } ]')],
  ])('is not given of %s', async (_, sections) => {
    expect(await notes(sections)).toEqual([]);
  });

  it('is not given of a scene in memory, whose objects have the classes of their maker', async () => {
    const survey = await loadSurvey(await writeSurvey(surveyText(MINIMAL)));
    const given = await loadScene((await loadSurvey(await movingSurvey(CAR))).scene);
    expect(labelNotes({ ...survey, scene: given }, given)).toEqual([]);
  });

  it('is a line of the run, and of a look at the survey', async () => {
    const file = await movingSurvey(CAR, { seconds: 0.02 });
    const survey = await loadSurvey(file, { outputFolder: dirname(file) });
    const said: string[] = [];
    const log: Log = { info: (text) => void said.push(text), warn: () => {} };
    await lookAround(survey, { machine: nodeMachine, log });
    await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false, log });
    expect(said.filter((text) => text.includes('no labels'))).toEqual([NOTE, NOTE]);
  });
});
