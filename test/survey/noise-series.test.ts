import { describe, expect, it } from 'vitest';
import { DRAW, draw, normalPair, streamKey } from '../../src/base/random.js';
import { createNoiseReader } from '../../src/survey/noise-series.js';
import type { NoiseModel } from '../../src/survey/pose-error.js';

const SILENT: NoiseModel = { white: 0, randomWalk: 0, perLeg: 0 };
const RATE = 100;

/** Values at the first `count` epochs. */
function epochs(model: Partial<NoiseModel>, count: number, seed = 3, axis = 0): number[] {
  const read = createNoiseReader({ ...SILENT, ...model }, RATE, { key: streamKey(seed), axis });
  return Array.from({ length: count }, (_, k) => read(k / RATE));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (values: readonly number[], lag: number) => {
  const pairs = values.slice(lag).map((value, k) => value * values[k]);
  return mean(pairs);
};

describe('noise over time (seed 3)', () => {
  it('white: deviation as asked, no memory', () => {
    const values = epochs({ white: 0.02 }, 20_000);
    expect(Math.sqrt(covariance(values, 0))).toBeCloseTo(0.02, 3);
    expect(Math.abs(covariance(values, 1)) / 0.02 ** 2).toBeLessThan(5 / Math.sqrt(20_000));
  });

  it('Gauss–Markov: σ² e^(−τ/T) at every lag, stationary from the start', () => {
    // 200 s at T = 0.1 s are 1000 independent stretches: covariances are right to some √(2/1000) of σ².
    const [sigma, time] = [0.5, 0.1];
    const values = epochs({ gaussMarkov: { sigma, time } }, 20_000);
    for (const lag of [0, 1, 5, 10, 20]) {
      const expected = sigma ** 2 * Math.exp(-lag / RATE / time);
      expect(Math.abs(covariance(values, lag) - expected), `lag ${lag}`).toBeLessThan(0.2 * sigma ** 2);
    }
    const starts = Array.from({ length: 2000 }, (_, seed) => epochs({ gaussMarkov: { sigma, time } }, 1, seed)[0]);
    expect(Math.sqrt(covariance(starts, 0))).toBeCloseTo(sigma, 1);
  });

  it('random walk: starts at 0, and its variance is σ² t', () => {
    const ends = Array.from({ length: 1500 }, (_, seed) => epochs({ randomWalk: 0.3 }, 401, seed));
    expect(new Set(ends.map(([first]) => first))).toEqual(new Set([0]));
    for (const epoch of [100, 400]) {
      const variance = mean(ends.map((walk) => walk[epoch] ** 2));
      // Variance of a variance of n normal numbers: 2/n; five deviations.
      expect(Math.abs(variance / (0.3 ** 2 * (epoch / RATE)) - 1), `epoch ${epoch}`).toBeLessThan(
        5 * Math.sqrt(2 / 1500),
      );
    }
  });

  it('random walk: one step an epoch, from block to block of 1024', () => {
    const walk = epochs({ randomWalk: 0.3 }, 2100);
    const [words, normals] = [new Uint32Array(4), new Float64Array(2)];
    let expected = 0;
    for (const [epoch, value] of walk.entries()) {
      draw(streamKey(3), epoch, 0, DRAW.navigation, words);
      normalPair(words[0], words[1], normals, 0);
      // 0.3 times the root of 10 ms.
      if (epoch > 0) expected += 0.03 * normals[1];
      if (Math.abs(value - expected) > 1e-9) expect.fail(`epoch ${epoch}: ${value}, expected ${expected}`);
    }
  });

  it('kinds add up', () => {
    const both = epochs({ white: 0.1, randomWalk: 0.2, gaussMarkov: { sigma: 0.3, time: 2 } }, 50);
    const parts = [{ white: 0.1 }, { randomWalk: 0.2 }, { gaussMarkov: { sigma: 0.3, time: 2 } }].map((part) =>
      epochs(part, 50),
    );
    both.forEach((value, k) => {
      expect(value).toBeCloseTo(parts[0][k] + parts[1][k] + parts[2][k], 12);
    });
  });

  it('is linear between two epochs', () => {
    const read = createNoiseReader({ ...SILENT, white: 1 }, RATE, { key: streamKey(3), axis: 0 });
    const [a, b] = [read(0.07), read(0.08)];
    expect(read(0.0725)).toBeCloseTo(a + (b - a) / 4, 12);
    expect(read(-1)).toBe(read(0));
  });

  it('does not depend on the order in which times are asked for, over blocks of epochs too', () => {
    const model = { ...SILENT, white: 0.1, randomWalk: 0.2, gaussMarkov: { sigma: 0.3, time: 2 } };
    const read = createNoiseReader(model, RATE, { key: streamKey(1), axis: 2 });
    const times = [0, 10.239, 10.241, 10.2, 55, 31, 0.5, 54.9, 55.001];
    const rising = createNoiseReader(model, RATE, { key: streamKey(1), axis: 2 });
    const wanted = new Map([...times].sort((a, b) => a - b).map((time) => [time, rising(time)]));
    for (const time of times) expect(read(time), `at ${time} s`).toBe(wanted.get(time));
  });

  it('differs by axis and seed, and is silent where nothing is asked for', () => {
    expect(epochs({ white: 1 }, 5, 3, 0)).not.toEqual(epochs({ white: 1 }, 5, 3, 1));
    expect(epochs({ white: 1 }, 5, 3, 0)).not.toEqual(epochs({ white: 1 }, 5, 4, 0));
    expect(epochs({}, 3)).toEqual([0, 0, 0]);
  });
});
