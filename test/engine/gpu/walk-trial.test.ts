import '../../support/cheap-engine.js';

import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/device/records.generated.js';
import type { GpuAdapter } from '../../../src/engine/gpu/gpu-adapter.js';
import { WALKS, type Walk } from '../../../src/engine/gpu/passes.js';
import { WalkTrial } from '../../../src/engine/gpu/walk-trial.js';
import { areSame, legOf, openEngine, recording, SETTINGS, traceAll } from '../../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

const HARDWARE = { software: false, timestamps: true };
const GROWN = { grown: true, next: 100 };

/** Ways of the chunks until the trial is over, each of which takes so many seconds a pulse. */
function tryAll(trial: WalkTrial, seconds: Readonly<Record<Walk, readonly [number, number]>>): Walk[] {
  trial.begin();
  trial.plan();
  const seen: Record<Walk, number> = { pulse: 0, quarter: 0, subray: 0 };
  return Array.from({ length: 6 }, () => {
    const walk = trial.next();
    trial.learn(walk, 100, 100 * seconds[walk][seen[walk]++]);
    return walk;
  });
}

describe('the way through the trees', () => {
  it('is tried twice each, and the fastest goes on by its faster chunk', () => {
    const trial = new WalkTrial(HARDWARE, 19);
    expect(trial.next()).toBe('quarter');
    const ways = tryAll(trial, { pulse: [9, 2], quarter: [3, 3], subray: [4, 4] });
    expect(ways).toEqual([...WALKS, ...WALKS]);
    expect([trial.next(), trial.next()]).toEqual(['pulse', 'pulse']);
    trial.learn('pulse', 100, 1e9);
    expect(trial.next(), 'what comes later changes nothing').toBe('pulse');
  });

  it('stays as it is until all of them are known', () => {
    const trial = new WalkTrial(HARDWARE, 19);
    trial.begin();
    trial.plan();
    for (let k = 0; k < 5; k++) trial.learn(trial.next(), 100, 1 + k);
    trial.next();
    expect(trial.next()).toBe('quarter');
  });

  it('is tried once chunks have grown and enough are to come, by timestamps', () => {
    const isDue = (traits: typeof HARDWARE, subrays = 19, only?: Walk) =>
      new WalkTrial(traits, subrays, only).isDue(1600, GROWN);
    expect(isDue(HARDWARE)).toBe(true);
    expect(new WalkTrial(HARDWARE, 19).isDue(1599, GROWN)).toBe(false);
    expect(new WalkTrial(HARDWARE, 19).isDue(1600, { ...GROWN, grown: false })).toBe(false);
    expect(isDue({ ...HARDWARE, timestamps: false })).toBe(false);
    expect(isDue({ ...HARDWARE, software: true })).toBe(false);
    expect(isDue(HARDWARE, 3)).toBe(false);
    expect(isDue(HARDWARE, 19, 'pulse')).toBe(false);
  });

  it('is tried in a run of many short legs, by whole chunks alone', () => {
    const trial = new WalkTrial(HARDWARE, 19);
    for (let leg = 0; leg < 6; leg++) trial.learn(trial.next(), 200, 1);
    expect(trial.isDue(399, GROWN)).toBe(false);
    expect(trial.isDue(400, GROWN)).toBe(true);
    trial.learn(trial.next(), 400, 1);
    expect(trial.isDue(99, GROWN), 'of this leg not even a chunk is left').toBe(false);
    trial.begin();
    trial.plan();
    expect([trial.next(false), trial.next(), trial.next(false)]).toEqual(['quarter', WALKS[0], 'quarter']);
  });

  it.each([
    ['of quarter pulses on a GPU', HARDWARE, 19, 'quarter'],
    ['of single subrays where they are few', HARDWARE, 3, 'subray'],
    ['of whole pulses on an adapter that runs on the CPU', { ...HARDWARE, software: true }, 19, 'pulse'],
    ['of the only subray', { ...HARDWARE, software: true }, 1, 'subray'],
  ] as const)('is at first that %s', (_, traits, subrays, expected) => {
    const trial = new WalkTrial(traits, subrays);
    expect([trial.next(), ...trial.possible]).toEqual([expected, expected]);
  });

  it('is tried again after a loss, and never where it does not compile', () => {
    const trial = new WalkTrial(HARDWARE, 19);
    trial.begin();
    trial.plan();
    trial.stop();
    trial.plan();
    expect([trial.next(), trial.isDue(1600, GROWN)]).toEqual(['quarter', true]);
    trial.giveUp();
    expect([trial.possible, trial.isDue(1600, GROWN)]).toEqual([['quarter'], false]);
  });
});

describe.skipIf(!softwareAdapter)(`a leg on a GPU${NEEDS_SOFTWARE_GPU}`, () => {
  it('goes all ways, with the points of one', async () => {
    const leg = legOf(2000);
    const settings = { ...SETTINGS, subrayCount: 4, hitCount: 4 };
    new DataView(settings.buffers.run).setUint32(Run.subrayCount, 4, true);
    new DataView(settings.buffers.run).setUint32(Run.hitCount, 4, true);
    const options = { chunkSubraysMax: 20 * settings.subrayCount };
    const passes: (string | undefined)[] = [];
    const asHardware = recording(softwareAdapter!, (device) => listening(device, passes), { software: false });
    const traced = async (adapter: GpuAdapter) => {
      const engine = await openEngine(adapter, options);
      // Compiling takes its time.
      const points = await traceAll(engine, leg, {
        settings,
        between: () => new Promise((resolve) => setTimeout(resolve, 20)),
      });
      await engine.close();
      return points.words;
    };
    const [tried, whole] = [await traced(asHardware), await traced(softwareAdapter!)];
    expect(areSame(tried, whole)).toBe(true);
    const bundles = passes.filter((name) => name === 'traverseBundles').length;
    expect(bundles, 'two chunks of pulses and quarters each').toBeGreaterThanOrEqual(4);
    expect(passes.filter((name) => name === 'traverse').length).toBeGreaterThanOrEqual(2);
  });
});

/** `device`, which leaves the labels of its compute passes in `passes`. */
function listening(device: GPUDevice, passes: (string | undefined)[]): GPUDevice {
  const createCommandEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createCommandEncoder(descriptor);
    const beginComputePass = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (about) => {
      passes.push(about?.label);
      return beginComputePass(about);
    };
    return encoder;
  };
  return device;
}
