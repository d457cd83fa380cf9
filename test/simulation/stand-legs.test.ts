import { expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadScene } from '../../src/scene/load-scene.js';
import { standLegs } from '../../src/simulation/stand-legs.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { faultOf } from '../scene/scene-files.js';

/** A floor at z = 2 that rises by 1 in 10 along x, and a bridge of ground 5 m above it for x > 0. */
const GROUND = [
  'o ground\nv -50 -50 -3\nv 50 -50 7\nv 50 50 7\nv -50 50 -3\nf 1 2 3 4',
  'v 0.5 -50 7.05\nv 50 -50 12\nv 50 50 12\nv 0.5 50 7.05\nf 5 6 7 8\n',
].join('\n');

/** First and last place of the only leg of a survey, on its ground. */
async function placesOf(leg: string) {
  const survey = `scene: { parts: [{ file: ground.obj, up: z }], labels: [{ match: '*', class: ground }] }
scanner: velodyne-vlp-16\nlegs: [{ ${leg} }]\noutput: [cloud.las]\n`;
  const sources = { 'survey.yaml': survey, 'ground.obj': GROUND, 'path.csv': 'time,x,y,z\n0,10,0,1\n2,30,4,1.5\n' };
  const files = createWebFiles({ sources });
  const loaded = await loadSurvey('survey.yaml', { files });
  const { legs } = await standLegs(loaded, await loadScene(loaded.scene, { files }));
  const [{ path }] = legs;
  if (path.kind === 'station') return [path.position];
  if (path.kind === 'straight') return [path.from, path.to];
  const { positions } = path.trajectory;
  return [[...positions.slice(0, 3)], [...positions.slice(-3)]];
}

const RECORDED = 'trajectory: { file: path.csv, attitude: course }';

it.each([
  ['position: [10, 0, 1.5]', [[10, 0, 1.5]]],
  ['position: [10, 0, 1.5], on: ground', [[10, 0, 9.5]]],
  ['position: [10, 0, 1.5], on: lowest-ground', [[10, 0, 4.5]]],
  [
    'from: [10, 0, 1], to: [30, 0, 1], speed: 1, on: lowest-ground',
    [
      [10, 0, 4],
      [30, 0, 6],
    ],
  ],
  // A recording keeps its own way, above the ground at one place.
  [
    `${RECORDED}, on: lowest-ground`,
    [
      [10, 0, 4],
      [30, 4, 4.5],
    ],
  ],
  [
    `${RECORDED}, on: { ground: ground, at: [20, 1] }`,
    [
      [10, 0, 10],
      [30, 4, 10.5],
    ],
  ],
])('puts %s on its ground', async (leg, expected) => {
  const places = await placesOf(leg);
  expect(places).toHaveLength(expected.length);
  for (const [k, place] of places.entries())
    for (const axis of [0, 1, 2]) expect(place[axis]).toBeCloseTo(expected[k][axis], 5);
});

it('refuses a place without ground, and one of no ground', async () => {
  expect(String(await faultOf(placesOf(`${RECORDED}, on: { ground: ground, at: [80, 0] }`)))).toMatch(
    /found no ground at 80, 0/,
  );
  expect(String(await faultOf(placesOf(`${RECORDED}, on: { at: [1, 0] }`)))).toMatch(/legs\[0\]\.on.*ground/);
});
