import { describe, expect, it } from 'vitest';
import type { DetectorKind } from '../../src/scanner/receiver/receiver.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { samplingReceiver } from '../support/sampling.js';
import { column, openCpuWithoutThreads, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, sceneOf, wall } from '../support/scenes.js';
import { deviation, mean } from '../support/statistics.js';

// Times of photons are spread evenly over the interval about each sample, as docs/receivers.md says.

const SPEED_OF_LIGHT = 299_792_458;
const RANGE = 50;
const SIGMA = 5e-9 / 2.3548200450309493;
const METRES = SPEED_OF_LIGHT / 2;
/** Places of the wall between two samples. */
const PHASES = 8;

/** Moments of the first of `count` photons of a pulse, seconds, whose light is `powerAt`, of area 1. */
function firstOf(count: number, powerAt: (time: number) => number): { mean: number; square: number } {
  const [steps, reach] = [40_000, 9 * SIGMA];
  const step = (2 * reach) / steps;
  let [before, all, first, second] = [0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const time = (k + 0.5) * step - reach;
    const photons = count * powerAt(time) * step;
    const share = Math.exp(-before) * -Math.expm1(-photons);
    before += photons;
    all += share;
    first += share * time;
    second += share * time * time;
  }
  return { mean: first / all, square: second / all };
}

const pulse = (time: number) => Math.exp(-0.5 * (time / SIGMA) ** 2) / (SIGMA * Math.sqrt(2 * Math.PI));

/** Mean range of the first of `count` photons before the wall, metres, at a time that is exact. */
const exact = (count: number) => METRES * firstOf(count, pulse).mean;

/** Mean and deviation of it with times that are even within an interval, over all places of the wall. */
function even(count: number, interval: number): { mean: number; deviation: number } {
  const found = Array.from({ length: PHASES }, (_, k) => {
    const shift = (k / PHASES) * interval;
    return firstOf(count, (time) => pulse(Math.round((time - shift) / interval) * interval + shift));
  });
  const middle = mean(found.map(({ mean }) => mean));
  const square = mean(found.map(({ square }) => square));
  return { mean: METRES * middle, deviation: METRES * Math.sqrt(square - middle ** 2) };
}

/** Ranges before the wall that a detector finds in so many pulses of `count` photons. */
async function rangesOf(kind: DetectorKind, count: number, interval: number, pulses: number): Promise<number[]> {
  const stage = await openScene(
    sceneOf([meshOf(wall(RANGE, 40))], { scatterings: [lambert(0.5)] }),
    openCpuWithoutThreads,
  );
  const detector = { kind, countsPerJoule: (count * RANGE ** 2) / 0.5, deadTime: kind === 'geiger' ? 1 : 0 };
  const sampling = samplingReceiver({ detector, interval, samplesMax: 4096 });
  const step = 1e-9;
  const deflector = { ...testScanner().deflector, horizontalStep: step } as Scanner['deflector'];
  const scanner = testScanner({ sampling, deflector });
  const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
  const sectorDeg = ((pulses / PHASES - 0.5) * step * 180) / Math.PI;
  const ranges = [];
  for (let k = 0; k < PHASES; k++) {
    const back = (k / PHASES) * interval * METRES;
    // Light of a nearer wall is a little stronger.
    const energy = ((RANGE + back) / RANGE) ** 2;
    const leg = station([0, -back, 0], { sectorDeg });
    const result = await stage.scan([leg], {
      scanner: { ...scanner, pulse: { ...scanner.pulse, energy } },
      footprint,
      seed: k + 1,
    });
    ranges.push(...column(result, 'range').map((range) => range - RANGE - back));
  }
  await stage.close();
  return ranges;
}

describe('times of photons', () => {
  it('make the first of 20 photons come 5 mm earlier at 1 GHz, and no earlier at 4 GHz', async () => {
    const pulses = 64_000;
    const coarse = even(20, 1e-9);
    expect(coarse.mean - exact(20)).toBeCloseTo(-0.0054, 4);
    const fourSigma = (4 * coarse.deviation) / Math.sqrt(pulses);
    expect(fourSigma).toBeLessThan(0.003);
    const found = await rangesOf('geiger', 20, 1e-9, pulses);
    expect(found).toHaveLength(pulses);
    expect(Math.abs(mean(found) - coarse.mean)).toBeLessThan(fourSigma);
    expect(Math.abs(mean(await rangesOf('geiger', 20, 0.25e-9, pulses)) - exact(20))).toBeLessThan(fourSigma);
  });

  it('add a twelfth of the squared interval to the variance of single photons, which is 0.9 % more scatter', async () => {
    const expected = METRES * Math.hypot(SIGMA, 1e-9 / Math.sqrt(12));
    expect(expected / (METRES * SIGMA)).toBeCloseTo(1.009, 3);
    const found = await rangesOf('photonCounting', 4, 1e-9, 32_000);
    expect(found.length).toBeGreaterThan(120_000);
    // 4 σ of the deviation of so many photons.
    expect(Math.abs(deviation(found) / expected - 1)).toBeLessThan(4 / Math.sqrt(2 * found.length));
    expect(Math.abs(mean(found))).toBeLessThan((4 * expected) / Math.sqrt(found.length));
  });
});
