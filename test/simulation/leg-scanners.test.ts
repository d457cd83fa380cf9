import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { runSurvey, type SimulateOptions, simulate } from '../../src/simulation/node-run-survey.js';
import { checkSurvey } from '../../src/survey/check.js';
import { estimateSurvey } from '../../src/survey/estimate.js';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
import { checkReach } from '../../src/survey/reach.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const CPU = { engine: 'cpu', threads: 2, cache: false } as const;

/** A room, 6 m by 5 m by 3 m, about the origin. */
const ROOM = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 3 : -3} ${k & 2 ? 2.5 : -2.5} ${k & 4 ? 3 : 0}`),
  ...['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');

const BASE = {
  scene: 'scene: { parts: [ { file: room.obj } ] }',
  footprint: 'footprint: { subrays: 7 }',
  intensity: 'intensity: reflectance',
};

async function survey(sections: Record<string, string>) {
  const file = await writeSurvey(surveyText({ ...BASE, ...sections }));
  await writeFile(join(dirname(file), 'room.obj'), ROOM);
  return loadSurvey(file, { outputFolder: dirname(file) });
}

type Options = Omit<SimulateOptions, 'machine'>;
type Columns = Record<string, number[]>;

/** All attributes of the points with a point source id, as numbers. */
async function pointsOf(sections: Record<string, string>, pointSourceId: number, options: Options): Promise<Columns> {
  const columns: Columns = {};
  for await (const batch of simulate(await survey(sections), options)) addRows(columns, batch, pointSourceId);
  return columns;
}

function addRows(columns: Columns, batch: PointBatch, pointSourceId: number): void {
  for (const [key, array] of Object.entries(batch)) {
    if (!ArrayBuffer.isView(array)) continue;
    const values = array as unknown as ArrayLike<number>;
    const width = values.length / batch.count;
    columns[key] ??= [];
    for (let k = 0; k < values.length; k++)
      if (batch.pointSourceId[Math.floor(k / width)] === pointSourceId) columns[key].push(values[k]);
  }
}

const FIRST = '{ position: [0, 0, 1.2], duration: 0.02, warmup: 0.01';
const SECOND = '{ position: [0.3, 0.2, 1.4], duration: 0.03, heading: 20';
const legs = (first: string, second: string) => `legs: [ ${FIRST}${first} }, ${SECOND}${second} } ]`;

const SETTINGS = {
  'a stack of lasers': [
    'id: velodyne-vlp-16',
    'rotationRate: 20, divergence: { mrad: 9 }, pulse: { energy: 5.0e-6 }',
    'rangeNoise: 0.001, rangeMax: 2.9, maxReturns: 1',
  ],
  'a polygon': [
    'id: riegl-vux-1uav, lineRate: 50, horizontalStep: 1, lineRateMax: 200',
    'pulseRate: 100000, lineRate: 200, elevationMin: -40, elevationMax: 60, horizontalStep: 2',
    'rangeMin: 0.1, maxReturns: 3',
  ],
  'a mirror on a head': [
    'id: leica-als50, head: { rate: 90 }',
    'pulseRate: 20000, scanRate: 30, halfAngle: 10, head: { rate: 720 }',
    'rangeMin: 0.1, rangeMax: 40',
  ],
} as const;

const DETECTOR = 'rangeMin: 0.2';

/** A survey whose second leg sets the scanner, and one that sets it in all legs. */
function pair([id, numbers, detector]: readonly [string, string, string]) {
  const plain = { scanner: `scanner: { ${id} }`, detector: `detector: { ${DETECTOR} }` };
  const merged = Object.entries({ ...keysOf(DETECTOR), ...keysOf(detector) }).map(([key, value]) => `${key}: ${value}`);
  const keys = numbers.match(/\w+(?=:)/g) ?? [];
  const kept = id.split(/, (?=\w+:)/).filter((one) => !keys.includes(one.split(':')[0]));
  const whole = { scanner: `scanner: { ${kept.join(', ')}, ${numbers} }`, detector: `detector: { ${merged} }` };
  const settings = `, scanner: { ${numbers}, detector: { ${detector} } }`;
  return { plain, whole, settings };
}

const keysOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(', ').map((one) => one.split(': ') as [string, string]));

function scansLikeSurveys(options: Options, kinds: readonly (keyof typeof SETTINGS)[]) {
  it.each(kinds)('scans with them as a survey that has them in all legs: %s', async (kind) => {
    const { plain, whole, settings } = pair(SETTINGS[kind]);
    const set = { ...plain, legs: legs('', settings) };
    const [first, second] = [await pointsOf(set, 1, options), await pointsOf(set, 2, options)];
    expect(first.x.length).toBeGreaterThan(100);
    expect(second.x.length).toBeGreaterThan(100);
    expect(second).toEqual(await pointsOf({ ...whole, legs: legs('', '') }, 2, options));
    expect(first).toEqual(await pointsOf({ ...plain, legs: legs('', '') }, 1, options));
    expect(second).not.toEqual(await pointsOf({ ...plain, legs: legs('', '') }, 2, options));
  });
}

describe('a leg with settings of its own', () => {
  scansLikeSurveys(CPU, Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]);

  it('comes first as well as last', async () => {
    const { plain, whole, settings } = pair(SETTINGS['a stack of lasers']);
    const first = await pointsOf({ ...plain, legs: legs(settings, '') }, 1, CPU);
    expect(first).toEqual(await pointsOf({ ...whole, legs: legs('', '') }, 1, CPU));
  });

  it('sets the scanner that it names', async () => {
    const scanner =
      'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16, mount: { heading: 30 } } ]';
    const set = { scanner, legs: legs('', ', scanners: { b: { rotationRate: 20 } }') };
    const faster = scanner.replace(
      'scanner: velodyne-vlp-16, mount',
      'scanner: { id: velodyne-vlp-16, rotationRate: 20 }, mount',
    );
    // Ids go on from scanner to scanner: legs 1 and 2 of a, then of b.
    for (const id of [1, 2, 3])
      expect(await pointsOf(set, id, CPU)).toEqual(await pointsOf({ scanner, legs: legs('', '') }, id, CPU));
    expect(await pointsOf(set, 4, CPU)).toEqual(await pointsOf({ scanner: faster, legs: legs('', '') }, 4, CPU));
  });

  it('masks by its own lasers and pulses', async () => {
    const restrict = 'restrict: [ { azimuth: [0, 90] }, { channels: [3, 4], share: 0.5 } ]';
    const { plain, whole, settings } = pair(SETTINGS['a stack of lasers']);
    const second = await pointsOf({ ...plain, restrict, legs: legs('', settings) }, 2, CPU);
    expect(second).toEqual(await pointsOf({ ...whole, restrict, legs: legs('', '') }, 2, CPU));
  });

  it('has frames of its own length', async () => {
    const frames = 'frames: { file: "%06d.pcd", organised: true }';
    const turns =
      'legs: [ { position: [0, 0, 1] }, { position: [0, 0, 1], scanner: { rotationRate: 20 }, duration: 0.1 } ]';
    const plan = await survey({ frames, output: '', legs: turns });
    const { frames: [written] = [] } = await runSurvey(plan, CPU);
    expect(written.files).toBe(3);
    const widths = [0, 1, 2].map((k) => {
      const head = readFileSync(join(dirname(plan.file), `00000${k}.pcd`)).toString('latin1', 0, 2000);
      return Number(/WIDTH (\d+)/.exec(head)?.[1]);
    });
    // 0.1 s and 0.05 s of shots every 55.296 µs: 1808.4 and 904.2 of them.
    expect(widths).toEqual([1809, 905, 905]);
  });

  it('is estimated and checked with them', async () => {
    const settings = ', scanner: { detector: { rangeMax: 5, maxReturns: 1 } }';
    const plan = await survey({ legs: legs(settings, '') });
    const { legs: estimated, pointsMax } = await estimateSurvey(plan, { files: nodeFiles });
    expect(pointsMax).toBe(estimated[0].pulses + 2 * estimated[1].pulses);
    const box = { min: [0, 20, 0] as [number, number, number], max: [1, 21, 1] as [number, number, number] };
    expect(checkReach(plan, box)).toEqual(['leg 1: the scene is 20.0 m away, more than the range of 5 m']);
  });
});

describe.skipIf(!softwareAdapter)(`on the GPU, a leg with settings of its own${NEEDS_SOFTWARE_GPU}`, () => {
  scansLikeSurveys({ engine: 'gpu', adapter: 'software', threads: 1, cache: false }, ['a polygon']);
});

describe('a leg whose scanner is not active', () => {
  const OFF = ', scanner: { active: false }';

  it('has no points and leaves those of the others as they are', async () => {
    expect((await pointsOf({ legs: legs(OFF, '') }, 1, CPU)).x).toEqual([]);
    expect(await pointsOf({ legs: legs(OFF, '') }, 2, CPU)).toEqual(await pointsOf({ legs: legs('', '') }, 2, CPU));
    expect(await pointsOf({ legs: legs('', OFF) }, 1, CPU)).toEqual(await pointsOf({ legs: legs('', '') }, 1, CPU));
  });

  it('is off for the named one of two scanners', async () => {
    const scanner = 'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16 } ]';
    const off = { scanner, legs: legs(', scanners: { a: { active: false } }', ', scanners: { b: { active: false } }') };
    for (const id of [1, 4]) expect((await pointsOf(off, id, CPU)).x ?? []).toEqual([]);
    for (const id of [2, 3])
      expect(await pointsOf(off, id, CPU)).toEqual(await pointsOf({ scanner, legs: legs('', '') }, id, CPU));
  });

  it('counts no pulses, writes no frames and may lie far off', async () => {
    const far = `legs: [ { position: [900, 0, 1], duration: 1${OFF} }, { position: [0, 0, 1], duration: 0.1 } ]`;
    const plan = await survey({ legs: far, frames: 'frames: { file: "%06d.pcd" }' });
    await checkSurvey(plan, { files: nodeFiles });
    const estimate = await estimateSurvey(plan, { files: nodeFiles });
    expect(estimate.legs.map(({ pulses, duration }) => [pulses, duration])).toEqual([
      [0, 1],
      [1809 * 16, 0.1],
    ]);
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const report = await runSurvey(plan, { ...CPU, log });
    expect(report.pulses).toBe(1809 * 16);
    expect(report.frames?.[0].files).toBe(1);
    expect(warnings).toEqual([]);
  });
});
