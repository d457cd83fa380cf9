import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { OPTIONAL_KEYS, type PointBatch, type PointKey } from '../../src/cloud/point-batch.js';
import type { Machine } from '../../src/simulation/machine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { simulateFrames } from '../../src/simulation/simulate-frames.js';
import { simulate } from '../../src/simulation/simulate-survey.js';
import { roomSurvey } from './room-survey.js';

/** More pulses than the calling thread makes into points, in frames of which a thread makes some at a time. */
const SECTIONS = {
  scanner: 'scanner: velodyne-vlp-16',
  footprint: 'footprint: { subrays: 1 }',
  legs: 'legs: [ { from: [-1, 0, 1.2], to: [1, 0, 1.2], speed: 1 } ]',
};

/** This machine, whose crew of makers has `threads` threads; absent: the calling thread makes all. */
function machineWith(threads?: number) {
  const asked: number[] = [];
  const machine: Machine = {
    ...nodeMachine,
    createPointCrew: (wanted, setup) => {
      asked.push(wanted);
      return nodeMachine.createPointCrew(threads ?? 1, setup);
    },
  };
  return { machine, asked };
}

function digestOf(batches: readonly PointBatch[]): string {
  const keys = [...Object.keys(batches[0]).filter((key) => key !== 'count')].sort() as PointKey[];
  expect(keys).toEqual(expect.arrayContaining(['x', 'energy']));
  const hash = createHash('sha1');
  for (const key of keys)
    for (const batch of batches) {
      const { buffer, byteOffset, byteLength } = batch[key] as Float64Array;
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
  return hash.digest('hex');
}

async function framesOf(frames: string, threads: number, makers?: number) {
  const survey = await roomSurvey({ ...SECTIONS, frames: `frames: { file: "%03d.pcd", ${frames} }` });
  const { machine, asked } = machineWith(makers);
  const found: string[] = [];
  for await (const { points, ...facts } of simulateFrames(survey, { machine, engine: 'cpu', threads, cache: false }))
    found.push(`${JSON.stringify(facts)} ${points.count} ${digestOf([points])}`);
  return { found, asked };
}

it.each([
  ['of turns', 'coordinates: sensor, deskew: true'],
  ['of a grid', 'organised: true, coordinates: sensor'],
  ['by time', 'by: seconds, duration: 0.037, incomplete: drop'],
])('frames %s are the same in the calling thread and in several', async (_, frames) => {
  const alone = await framesOf(frames, 1);
  expect(alone.asked).toEqual([]);
  expect(alone.found.length).toBeGreaterThan(15);
  // One thread beside two that trace; here it is three.
  const several = await framesOf(frames, 2, 3);
  expect(several.asked).toEqual([1]);
  expect(several.found).toEqual(alone.found);
});

it('points of a program are the same however they are made, in memory that is its own', async () => {
  const pointsOf = async (threads: number) => {
    const { machine, asked } = machineWith();
    const batches: PointBatch[] = [];
    const survey = await roomSurvey(SECTIONS);
    for await (const batch of simulate(survey, { machine, engine: 'cpu', threads, cache: false })) batches.push(batch);
    const memory = batches.flatMap((batch) =>
      Object.values(batch)
        .filter(ArrayBuffer.isView)
        .map(({ buffer }) => buffer),
    );
    expect(new Set(memory).size).toBe(memory.length);
    expect(OPTIONAL_KEYS.filter((key) => batches[0][key])).toEqual([]);
    return { digest: digestOf(batches), asked };
  };
  const [alone, beside] = [await pointsOf(1), await pointsOf(2)];
  expect([alone.asked, beside.asked]).toEqual([[], [1]]);
  expect(beside.digest).toBe(alone.digest);
});

it('frames that are not taken yet do not pile up, and none is made once the loop ends', async () => {
  const survey = await roomSurvey({ ...SECTIONS, frames: 'frames: { file: "%03d.pcd" }' });
  const { machine } = machineWith();
  let traced = 0;
  const onProgress = ({ task, done }: { task: string; done: number }) => {
    if (task === 'simulate') traced = done;
  };
  const frames = simulateFrames(survey, { machine, engine: 'cpu', threads: 2, cache: false, onProgress });
  await frames.next();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Of 20 frames of 28,944 pulses: those of the first, and what engine and thread have places for.
  expect(traced).toBeGreaterThan(28_000);
  expect(traced).toBeLessThan(200_000);
  const before = traced;
  await frames.return(undefined);
  expect(traced).toBe(before);
});
