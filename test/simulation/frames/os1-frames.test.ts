import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { simulateFrames } from '../../../src/node-scans.js';
import { roomSurvey } from '../room-survey.js';

/** A turn and a half of a head whose 128 lasers fire at once, from a place that moves and turns. */
const SECTIONS = {
  scanner: 'scanner: ouster-os1-128',
  footprint: 'footprint: { subrays: 1 }',
};
const LEGS = {
  straight: 'legs: [ { from: [-0.5, 0, 1.2], to: [0.25, 0.1, 1.3], speed: 5 } ]',
  reported:
    'legs: [ { from: [-0.5, 0, 1.2], to: [0.25, 0.1, 1.3], speed: 5 } ]\n' +
    'poseError: { position: { horizontal: { white: 0.01 } }, attitude: { heading: { randomWalk: 0.1 } } }',
};

/** A digest of all attributes of some frames, in order of their names. */
function digestOf(frames: readonly PointBatch[]): string {
  const hash = createHash('sha256');
  for (const points of frames)
    for (const [key, array] of Object.entries(points).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (ArrayBuffer.isView(array)) hash.update(key).update(array as Uint8Array);
  return hash.digest('hex').slice(0, 32);
}

/** Frames change with the version of the results only: see results-version.test.ts. */
it.each([
  ['deskewed', LEGS.straight, 'coordinates: sensor, deskew: true', '528f0769cd458383bc231051567db631'],
  ['in the world by reported poses', LEGS.reported, 'coordinates: world', '44b01081ffeaeb2a75ead2f669bd90ed'],
  ['organised', LEGS.straight, 'organised: true, coordinates: sensor, axes: flu', 'fbcce2b442e5624651066c2abc6427a8'],
])('frames of an OS1-128 %s are as they were', async (_, legs, settings, digest) => {
  const survey = await roomSurvey({ ...SECTIONS, legs, frames: `frames: { file: "%03d.pcd", ${settings} }` });
  const frames: PointBatch[] = [];
  const options = { engine: 'cpu', cache: false, threads: 1 } as const;
  for await (const { points } of simulateFrames(survey, options)) frames.push(points);
  expect(frames.map(({ count }) => count)).toEqual([131_072, expect.any(Number)]);
  expect(digestOf(frames)).toBe(digest);
});
