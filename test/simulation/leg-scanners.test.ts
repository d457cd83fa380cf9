import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { openGpuEngine } from '../../src/engine/gpu/gpu-engine.js';
import { runSurvey, simulate } from '../../src/node-scans.js';
import { loadScene } from '../../src/node-surveys.js';
import { runOf } from '../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../src/simulation/instrument-scans.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { checkSurvey } from '../../src/survey/check.js';
import { estimateSurvey } from '../../src/survey/estimate/estimate-survey.js';
import { checkReach } from '../../src/survey/reach.js';
import type { Survey } from '../../src/survey/survey.js';
import { isLong } from '../support/long-run.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';
import { tracePoints } from '../support/trace-points.js';
import { roomSurvey } from './room-survey.js';

/** Compiling for a software GPU takes its time. */
const GPU_TIMEOUT = 180_000;

const CPU = { engine: 'cpu', threads: 1, cache: false } as const;

const BASE = {
  intensity: 'intensity: { scale: reflectance }',
};

const survey = (sections: Record<string, string>) => roomSurvey({ ...BASE, ...sections });

/** Attributes as lists of numbers. */
type Columns = Record<string, number[]>;

/** All attributes of the points of a survey, by their point source ids. */
async function scan(sections: Record<string, string>): Promise<Record<number, Columns>> {
  return columnsById(simulate(await survey(sections), CPU));
}

async function columnsById(batches: AsyncIterable<PointBatch>): Promise<Record<number, Columns>> {
  const byId: Record<number, Columns> = {};
  for await (const batch of batches)
    for (const [key, array] of Object.entries(batch)) {
      if (!ArrayBuffer.isView(array)) continue;
      const values = array as unknown as ArrayLike<number>;
      const width = values.length / batch.count;
      for (let k = 0; k < values.length; k++) {
        byId[batch.pointSourceId[Math.floor(k / width)]] ??= {};
        const columns = byId[batch.pointSourceId[Math.floor(k / width)]];
        columns[key] ??= [];
        columns[key].push(values[k]);
      }
    }
  return byId;
}

/** Two stations, with more text after their keys. */
const legs = (first: string, second: string, duration = 0.02) => `legs:
  - { position: [0, 0, 1.2], duration: ${duration}, warmup: 0.01${first} }
  - { position: [0.3, 0.2, 1.4], duration: ${1.5 * duration}, heading: 20${second} }`;

/** A scanner, a leg's settings of it, and the resulting scanner, each with its detector. */
const SETTINGS: Record<string, { plain: string; set: string; whole: string }> = {
  'a stack of lasers': {
    plain: '{ id: velodyne-vlp-16 }\ndetector: { rangeMin: 0.2 }',
    set: '{ rotationRate: 20, divergence: { mrad: 9 }, pulse: { energy: 5.0e-6 }, detector: { rangeMax: 2.9, maxReturns: 1 } }',
    whole:
      '{ id: velodyne-vlp-16, rotationRate: 20, divergence: { mrad: 9 }, pulse: { energy: 5.0e-6 } }\ndetector: { rangeMin: 0.2, rangeMax: 2.9, maxReturns: 1 }',
  },
  'a polygon': {
    plain: '{ id: riegl-vux-1uav, lineRate: 50 }\ndetector: { rangeMin: 0.2, maxReturns: 1 }',
    set: '{ pulseRate: 100000, lineRate: 200, elevationMin: -40, elevationMax: 60, detector: { maxReturns: 3 } }',
    whole:
      '{ id: riegl-vux-1uav, pulseRate: 100000, lineRate: 200, elevationMin: -40, elevationMax: 60 }\ndetector: { rangeMin: 0.2, maxReturns: 3 }',
  },
  'a mirror on a head': {
    plain: '{ id: leica-als50, head: { rate: 90 } }\ndetector: { rangeMin: 0.2 }',
    set: '{ pulseRate: 20000, scanRate: 30, halfAngle: 10, head: { rate: 720 }, detector: { rangeMax: 40 } }',
    whole:
      '{ id: leica-als50, pulseRate: 20000, scanRate: 30, halfAngle: 10, head: { rate: 720 } }\ndetector: { rangeMin: 0.2, rangeMax: 40 }',
  },
};

/** A survey whose second leg, or first, sets the scanner, and one that has it so in all legs. */
function surveysOf(kind: string) {
  const { plain, set, whole } = SETTINGS[kind];
  return {
    plain: { scanner: `scanner: ${plain}` },
    whole: { scanner: `scanner: ${whole}` },
    settings: `, scanner: ${set}`,
  };
}

describe('a leg with settings of its own', () => {
  it.each(Object.keys(SETTINGS))('scans as a survey that has them in all legs: %s', async (kind) => {
    const { plain, whole, settings } = surveysOf(kind);
    const found = await scan({ ...plain, legs: legs('', settings) });
    const [before, after] = [
      await scan({ ...plain, legs: legs('', '') }),
      await scan({ ...whole, legs: legs('', '') }),
    ];
    for (const id of [1, 2]) expect(found[id].x.length).toBeGreaterThan(100);
    expect(found).toEqual({ 1: before[1], 2: after[2] });
    expect(after[2]).not.toEqual(before[2]);
    expect(await scan({ ...plain, legs: legs(settings, '') })).toEqual({ 1: after[1], 2: before[2] });
  });

  it('sets the scanner that it names', async () => {
    const scannersOf = (b: string) =>
      `scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: ${b}, mount: { heading: 30 } } ]`;
    const plain = { scanner: scannersOf('velodyne-vlp-16') };
    const found = await scan({ ...plain, legs: legs('', ', scanners: { b: { rotationRate: 20 } }') });
    const before = await scan({ ...plain, legs: legs('', '') });
    const after = await scan({ scanner: scannersOf('{ id: velodyne-vlp-16, rotationRate: 20 }'), legs: legs('', '') });
    // Ids go on from scanner to scanner: legs 1 and 2 of a, then of b.
    expect(found).toEqual({ 1: before[1], 2: before[2], 3: before[3], 4: after[4] });
    expect(after[4]).not.toEqual(before[4]);
  });

  it('is masked pulse by pulse', async () => {
    const restrict = 'restrict: [ { azimuth: [0, 90] }, { channels: [3, 4], share: 0.5 } ]';
    const { plain, whole, settings } = surveysOf('a stack of lasers');
    const found = await scan({ ...plain, restrict, legs: legs('', settings) });
    expect(found[2]).toEqual((await scan({ ...whole, restrict, legs: legs('', '') }))[2]);
  });

  it('has frames of its own length', async () => {
    const frames = 'frames: { file: "%06d.pcd", organised: true }';
    const turns =
      'legs: [ { position: [0, 0, 1] }, { position: [0, 0, 1], scanner: { rotationRate: 20 }, duration: 0.1 } ]';
    const loaded = await survey({ frames, output: '', legs: turns });
    const { frames: [written] = [] } = await runSurvey(loaded, CPU);
    expect(written.files).toBe(3);
    const widths = [0, 1, 2].map((k) => {
      const head = readFileSync(join(dirname(loaded.file), `00000${k}.pcd`)).toString('latin1', 0, 2000);
      return Number(/WIDTH (\d+)/.exec(head)?.[1]);
    });
    // 0.1 s and 0.05 s of shots every 55.296 µs: 1808.4 and 904.2 of them.
    expect(widths).toEqual([1809, 905, 905]);
  });

  it('is estimated and checked with them', async () => {
    const settings = ', scanner: { detector: { rangeMax: 5, maxReturns: 3 } }';
    const loaded = await survey({ legs: legs(settings, '') });
    const { legs: estimated, pointsMax } = await estimateSurvey(loaded, { files: nodeFiles });
    expect(pointsMax).toBe(3 * estimated[0].pulses + estimated[1].pulses);
    const box = { min: [0, 20, 0] as [number, number, number], max: [1, 21, 1] as [number, number, number] };
    expect(checkReach(loaded, box)).toEqual(['leg 1: the scene is 20.0 m away, more than the range of 5 m']);
  });
});

// SwiftShader compiles this for twenty seconds.
it.runIf(isLong && sharedAdapter)(
  `a leg with settings of its own scans on one GPU engine as a survey that has them in all legs${NEEDS_SOFTWARE_GPU}`,
  async () => {
    const { plain, whole, settings } = surveysOf('a polygon');
    const set = await survey({ ...plain, legs: legs('', settings, 0.002) });
    const scene = await loadScene(set.scene, {});
    const device = await prepareScene(scene, { cache: false });
    const engine = await openGpuEngine({ scene: device.device, adapter: sharedAdapter as GpuAdapter });
    const traced = async (of: Survey) => {
      const run = runOf(instrumentScansOf(of)[0], device);
      await engine.prepare(run.settings, run.room);
      const points = async function* () {
        for await (const traced of tracePoints(engine, run, scene)) yield traced.points;
      };
      return columnsById(points());
    };
    try {
      const found = await traced(set);
      for (const id of [1, 2]) expect(found[id].x.length).toBeGreaterThan(50);
      expect(found[1]).toEqual((await traced(await survey({ ...plain, legs: legs('', '', 0.002) })))[1]);
      expect(found[2]).toEqual((await traced(await survey({ ...whole, legs: legs('', '', 0.002) })))[2]);
    } finally {
      await engine.close();
    }
  },
  GPU_TIMEOUT,
);

describe('a leg whose scanner is not active', () => {
  const OFF = ', scanner: { active: false }';

  it('has no points and leaves those of the others as they are', async () => {
    const all = await scan({ legs: legs('', '') });
    expect(await scan({ legs: legs(OFF, '') })).toEqual({ 2: all[2] });
    expect(await scan({ legs: legs('', OFF) })).toEqual({ 1: all[1] });
  });

  it.runIf(isLong)('is off for the named one of two scanners', async () => {
    const scanner = 'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16 } ]';
    const all = await scan({ scanner, legs: legs('', '') });
    const off = legs(', scanners: { a: { active: false } }', ', scanners: { b: { active: false } }');
    expect(await scan({ scanner, legs: off })).toEqual({ 2: all[2], 3: all[3] });
  });

  it('counts no pulses, writes no frames and may lie far off', async () => {
    const far = `legs: [ { position: [900, 0, 1], duration: 1${OFF} }, { position: [0, 0, 1], duration: 0.1 } ]`;
    const loaded = await survey({ legs: far, frames: 'frames: { file: "%06d.pcd" }' });
    await checkSurvey(loaded, { files: nodeFiles });
    const estimate = await estimateSurvey(loaded, { files: nodeFiles });
    expect(estimate.legs.map(({ pulses, duration }) => [pulses, duration])).toEqual([
      [0, 1],
      [1809 * 16, 0.1],
    ]);
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const report = await runSurvey(loaded, { ...CPU, log });
    expect(report.pulses).toBe(1809 * 16);
    expect(report.frames?.[0].files).toBe(1);
    expect(warnings).toEqual([]);
  });
});
