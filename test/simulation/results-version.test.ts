import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { RESULTS_VERSION } from '../../src/version.js';
import { roomSurvey } from './room-survey.js';

/**
 * Digests of the surveys below, by `resultsVersion`. 3: footprints, elliptical beams, width at the exit. 4: exits
 * rounded otherwise. 5: street lamps and signs are city furniture, not towers. 6: returns are peaks of the waveform. 7:
 * receivers that sample. 8: edges of small triangles far off are no longer rounded as their corners are. 9: edges of
 * meshes in small units, and of triangles longer than they are far, are decided in f64 wherever f32 may err. 10: a
 * label without a semantic class (`semantic: none`) decides, whatever those after it say, and road surfaces are ground
 * for what stands on it; the surveys below have neither. 11: points lie on the axis of their beam, scan angles go all
 * round, times are rounded once, points tell the lines of a scan, instruments return what they are set to, rings have
 * all places of the beam, a plane sends back its exact echo, foliage what its leaves do in the mean, limits hold for
 * the measured range, and the clock of the laser runs on from line to line. 12: trees of generated forests have the
 * leaf area of their species and diameters, areas of plants in CityJSON that are no solids are ground, and voxels of
 * AMAPVox have the leaf angles that their file states. 13: clips bend meshes, walkers of generated streets have the
 * crossing from kerb to kerb, and scattered parts keep their spacing from those named before.
 * 14: bodies lie in the plane of the ground on which they ride, pictures bend with their surfaces, subrays of
 * footprints metres wide go through the trees one by one, which may decide between two hits at one place, what moves
 * over and over stands until it begins and keeps its steps on the way back, and types of CityJSON have materials; the
 * surveys below have none of these.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  14: '4f2f6a0ba3da6000e10193437a326cd6',
};

/**
 * Between them they have two scanners, two legs, rings and drawn discs, noise, drop-outs, pose errors, and a receiver
 * that samples.
 */
const SURVEYS: Readonly<Record<string, string>>[] = [
  {
    scanner:
      'scanners: [ { name: left, scanner: { id: velodyne-vlp-16, rotationRate: 20 } }, { name: right, scanner: velodyne-hdl-32e } ]',
    legs: 'legs: [ { position: [0, 0, 1], duration: 0.05 }, { from: [-1, 0, 1], to: [1, 0, 1.2], speed: 20 } ]',
    footprint: 'footprint: { pattern: disc, subrays: 5 }',
    restrict: 'restrict: [ { share: 0.1 } ]',
    poseError: 'poseError: { position: { horizontal: { white: 0.01 } }, attitude: { heading: { randomWalk: 0.1 } } }',
  },
  {
    scanner: 'scanner: { id: riegl-vz-400, verticalStep: 2, horizontalStep: 2 }',
    legs: 'legs: [ { position: [0, 0, 1] } ]',
    footprint: 'footprint: { subrays: 19 }',
  },
  {
    scanner:
      'scanner: { id: riegl-vz-400, verticalStep: 2, horizontalStep: 2, receiver: { sampling: { bits: 12, saturation: 1.0e-3, gainSteps: 4 }, bandwidth: 200, noise: { range: 300, reflectance: 0.2, probability: 0.9, falseAlarms: 1000 }, detector: { kind: gaussian } } }',
    legs: 'legs: [ { position: [0, 0, 1] } ]',
    footprint: 'footprint: { subrays: 7 }',
  },
];

async function digestOf(surveys: typeof SURVEYS): Promise<string> {
  const hash = createHash('sha256');
  for (const survey of surveys) {
    const cloud = await cloudOf(survey);
    expect(cloud.split('\n').length).toBeGreaterThan(3000);
    hash.update(cloud);
  }
  return hash.digest('hex').slice(0, 32);
}

async function cloudOf(sections: Readonly<Record<string, string>>): Promise<string> {
  const survey = await roomSurvey({ output: 'output: [ cloud.csv ]', ...sections });
  await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
  return readFileSync(survey.outputs[0].path, 'utf8');
}

/**
 * What drawn subrays of the first two surveys find with `method: clusters` on the surfaces of their hits, since version
 * 5. Rings are laid out otherwise since 11.
 */
const CLUSTERS = '7a99b68d495e79344a8f7bf6b10da130';
const AS_FIVE = {
  footprint: 'footprint: { pattern: disc, subrays: 5 }',
  detector: 'detector: { method: clusters, returns: all, maxReturns: 2 }',
  physics: 'physics: { points: surface }',
  output: 'output: [ { file: cloud.csv, fields: [range, energy, echo_width, hit_subrays, normal, instance] } ]',
};

it('points change with `resultsVersion` of package.json, and only then', async () => {
  expect(await digestOf(SURVEYS)).toBe(DIGESTS[RESULTS_VERSION]);
  expect(await digestOf(SURVEYS.slice(0, 2).map((survey) => ({ ...survey, ...AS_FIVE })))).toBe(CLUSTERS);
});
