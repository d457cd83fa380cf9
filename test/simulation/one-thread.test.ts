import { afterEach, describe, expect, it, vi } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { canShareMemory } from '../../src/base/shared-memory.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { startOneThreadEngine } from '../../src/engine/cpu/cpu-engine.js';
import { createKernelMemory } from '../../src/engine/cpu/kernel.js';
import { inspectScene, previewLeg } from '../../src/node-scans.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Machine } from '../../src/simulation/machine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { openScene } from '../../src/simulation/scene-device.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import { generated, surveyOf } from './inspect/inspected-survey.js';

/** This machine, with the engine of a page that may not share memory. */
const ALONE: Machine = {
  ...nodeMachine,
  standBy: undefined,
  openEngine: async ({ settings, room }, { device }) => {
    const engine = await startOneThreadEngine(device, nodeMachine.loadKernelModule);
    await engine.prepare(settings, room);
    return engine;
  },
};

/** Two instruments, of which the second takes more memory, and several legs of more chunks than there are slots. */
const SURVEY = {
  scanners: [
    { name: 'tilted', scanner: { id: 'riegl-vz-400', verticalStep: 1, horizontalStep: 1 } },
    { name: 'turning', scanner: 'velodyne-hdl-32e' },
  ],
  footprint: { subrays: 7 },
  legs: [
    { name: 'one', position: [-3, 0, 1.7], on: 'ground', azimuth: [0, 180], duration: 0.01 },
    { name: 'two', position: [3, 2, 1.7], on: 'ground', azimuth: [0, 180], duration: 0.03 },
  ],
} as unknown as Omit<SurveyInput, 'scene'>;

async function pointsOf(scene: Scene, machine: Machine, threads: number): Promise<PointBatch> {
  const device = await openScene(scene, { machine, engine: 'cpu', threads, cache: false });
  const batches: PointBatch[] = [];
  for await (const batch of device.scan(await surveyOf(scene, SURVEY))) batches.push(batch);
  await device.close();
  return joinBatches(batches);
}

describe('a machine that may not share memory', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('scans in one thread what several threads scan, bit by bit, and lists the same beams', async () => {
    const scene = await generated('forest', 20_000);
    const survey = await surveyOf(scene, SURVEY);
    const shared = await pointsOf(scene, nodeMachine, 2);
    const beams = await previewLeg(survey, { scene: await inspectScene(scene, { cache: false }), pulses: 50 });

    vi.stubGlobal('SharedArrayBuffer', undefined);
    expect(canShareMemory()).toBe(false);
    expect(createKernelMemory(1, 1).buffer).toBeInstanceOf(ArrayBuffer);
    const alone = await pointsOf(scene, ALONE, 2);
    expect(alone.count).toBeGreaterThan(10_000);
    expect(alone).toEqual(shared);
    expect(await previewLeg(survey, { scene: await inspectScene(scene, { cache: false }), pulses: 50 })).toEqual(beams);
  });

  it('can be stopped between two blocks of pulses', async () => {
    const scene = await generated('room', 20_000);
    vi.stubGlobal('SharedArrayBuffer', undefined);
    const stop = new AbortController();
    const device = await openScene(scene, { machine: ALONE, engine: 'cpu', cache: false });
    const batches = device.scan(await surveyOf(scene, SURVEY), { signal: stop.signal });
    await batches.next();
    stop.abort();
    await expect(batches.next()).rejects.toThrow(AbortedError);
    await device.close();
  });
});
