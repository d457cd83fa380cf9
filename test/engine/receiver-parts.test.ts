import { describe, expect, it } from 'vitest';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import { ENGINES } from '../support/engines.js';
import { differences, outliers } from '../support/outliers.js';
import { samplingReceiver } from '../support/sampling.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';
import { openRecorder } from '../support/waveforms.js';

// The parts of the waveform that a sampling receiver records, and those that it misses.

/** Strips side by side in a beam of 1 mrad, so far away; the last fills the beam. */
function strips(ranges: readonly number[]): number[] {
  return ranges.flatMap((range, k) => {
    const share = 1 - (2 * (k + 1)) / ranges.length;
    const left = k === ranges.length - 1 ? 1 : -share * 0.5e-3 * range;
    return rectangle([-1, range, -1], [1 + left, 0, 0], [0, 0, 2]);
  });
}

describe.each(ENGINES)('a sampling receiver on the %s', (_, there, open) => {
  async function returnsOf(ranges: readonly number[], sampling: SamplingReceiver) {
    const stage = await openScene(sceneOf([meshOf(strips(ranges))], { scatterings: [lambert(0.5)] }), open);
    const scanner = testScanner({ sampling, divergence: { horizontal: 1e-3, vertical: 1e-3 } });
    const footprint = { pattern: 'rings', subrays: 93, weights: 'gaussian' } as const;
    const result = await stage.scan([station([0, 0, 0])], { scanner, footprint });
    await stage.close();
    return column(result, 'range').map((range) => Math.round(10 * range) / 10);
  }

  it.skipIf(!there)('records the responses of hits, a multiple of eight samples long', async () => {
    const wall = meshOf(rectangle([-20, 50, -20], [40, 0, 0], [0, 0, 40]));
    const recorder = await openRecorder(sceneOf([wall], { scatterings: [lambert(0.5)] }), open);
    const { parts, returns } = await recorder.record(samplingReceiver(), 5000);
    await recorder.close();
    expect(parts).toHaveLength(5000);
    expect(parts.map(({ pulse }) => pulse)).toEqual(Array.from({ length: 5000 }, (_, k) => k));
    const first = parts[0].samples;
    expect(outliers(parts, ({ samples }) => samples.length % 8 === 0)).toEqual([]);
    expect(outliers(parts, ({ firstSample }) => firstSample % 8 === 0)).toEqual([]);
    expect(outliers(parts, ({ samples }) => differences(samples, first).length === 0)).toEqual([]);
    expect(outliers(parts, ({ cut }) => cut === false)).toEqual([]);
    const energy = parts[0].samples.reduce((sum, power) => sum + power, 0) * 1e-9;
    expect(Math.abs(energy / (0.5 / 50 ** 2) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(energy / returns[0].energy - 1)).toBeLessThan(1e-3);
    expect(parts[0].gain).toBe(1);
  });

  it.skipIf(!there)('cuts off what does not fit, and says so', async () => {
    const wall = meshOf(rectangle([-20, 50, -20], [40, 0, 0], [0, 0, 40]));
    const recorder = await openRecorder(sceneOf([wall], { scatterings: [lambert(0.5)] }), open);
    const whole = await recorder.record(samplingReceiver(), 3);
    const { parts, returns } = await recorder.record(samplingReceiver({ samplesMax: 24 }), 3);
    await recorder.close();
    expect(parts).toHaveLength(3);
    expect(whole.returns.map(({ isCut }) => isCut)).toEqual([false, false, false]);
    expect(returns.map(({ isCut }) => isCut)).toEqual([true, true, true]);
    for (const part of parts) {
      expect(part.cut).toBe(true);
      expect(part.samples).toEqual(whole.parts[0].samples.slice(0, 24));
    }
  });

  it.skipIf(!there)('finds nothing behind the last part that fits', async () => {
    const ranges = [50, 60, 70, 80];
    expect(await returnsOf(ranges, samplingReceiver())).toEqual(ranges);
    expect(await returnsOf(ranges, samplingReceiver({ samplesMax: 64 }))).toEqual(ranges.slice(0, 2));
  });

  it.skipIf(!there).each(['peak', 'leadingEdge', 'constantFraction', 'gaussian'] as const)(
    'gives each return of %s the hits of its own part',
    async (kind) => {
      // The nearest sends back the most.
      const ranges = [50, 60, 80];
      const meshes = ranges.map((range, k) =>
        meshOf(rectangle([-1, range, -1], [k === 2 ? 2 : 1.01 + 0.02 * k, 0, 0], [0, 0, 2])),
      );
      const stage = await openScene(sceneOf(meshes, { scatterings: [lambert(0.5)] }), open);
      const sampling = samplingReceiver({ detector: { kind, ...(kind === 'constantFraction' && { fraction: 0.5 }) } });
      const scanner = testScanner({ sampling, divergence: { horizontal: 1e-3, vertical: 1e-3 } });
      const footprint = { pattern: 'rings', subrays: 93, weights: 'gaussian' } as const;
      const result = await stage.scan([station([0, 0, 0])], { scanner, footprint });
      await stage.close();
      const found = column(result, 'range').map((range, k) => [Math.round(range / 10), column(result, 'instance')[k]]);
      for (const [k, range] of ranges.entries()) expect(found, `${range} m`).toContainEqual([range / 10, k + 1]);
      expect(found.filter(([range, instance]) => ranges[instance - 1] !== 10 * range)).toEqual([]);
    },
  );

  it.skipIf(!there)('is blind for a time after a return', async () => {
    const ranges = [50, 52, 54, 60];
    expect(await returnsOf(ranges, samplingReceiver())).toEqual(ranges);
    // 20 ns are 3 m.
    expect(await returnsOf(ranges, samplingReceiver({ recovery: 20e-9 }))).toEqual([50, 54, 60]);
  });

  it.skipIf(!there)('is blind for a time after saturated samples', async () => {
    const ranges = [50, 53, 60];
    const digitiser = { bits: 8, saturation: 300, baseline: 10, gainSteps: 0 };
    const found = await returnsOf(ranges, samplingReceiver({ digitiser, prominence: 0 }));
    expect(found.map(Math.round)).toEqual(ranges);
    const late = await returnsOf(ranges, samplingReceiver({ digitiser, recovery: 18e-9 }));
    // The first return hides later ones within 2.7 m, its last saturated sample later ones farther on.
    expect(late.map(Math.round)).toEqual([50, 60]);
  });

  it.skipIf(!there)('returns at most as many as it stores', async () => {
    const stage = await openScene(sceneOf([meshOf(strips([50, 60, 70, 80]))]), open);
    const scanner = testScanner({
      sampling: samplingReceiver(),
      divergence: { horizontal: 1e-3, vertical: 1e-3 },
      detection: { maxReturns: 2 },
    });
    const footprint = { pattern: 'rings', subrays: 93, weights: 'gaussian' } as const;
    const result = await stage.scan([station([0, 0, 0])], { scanner, footprint });
    await stage.close();
    expect(column(result, 'range').map(Math.round)).toEqual([50, 60]);
    expect(column(result, 'returnCount')).toEqual([2, 2]);
  });
});

it('records the same with any number of threads', async () => {
  const PULSES = 40_000;
  const scene = sceneOf([meshOf(strips([50, 52, 70]))], { scatterings: [lambert(0.5)] });
  const sampling = samplingReceiver({
    noise: { constant: 1e-6, perPower: 1e-6, filterSpread: 1 },
    digitiser: { bits: 10, saturation: 0.02, baseline: 20, gainSteps: 2 },
    threshold: 5e-6,
    prominence: 3,
    falseAlarmRate: 1e4,
    detector: { kind: 'gaussian' },
  });
  const recordings = [];
  for (const threads of [1, 4]) {
    const recorder = await openRecorder(scene, (device) => openCpuEngine({ scene: device, threads }));
    recordings.push(await recorder.record(sampling, PULSES, { rangeMax: 1000 }));
    await recorder.close();
  }
  expect(recordings[1]).toEqual(recordings[0]);
  expect(recordings[0].returns.length).toBeGreaterThan(PULSES);
});
