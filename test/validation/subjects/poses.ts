import { streamKey } from '../../../src/base/random.js';
import { createNoiseReader } from '../../../src/survey/noise-series.js';
import type { NoiseModel } from '../../../src/survey/pose-error.js';
import { correlation, deviation, kolmogorovDistance } from '../../support/statistics.js';
import type { Subject } from '../row.js';

const SIGMA = 0.02;
const WHITE_COUNT = 20_000;

const readerOf = (model: Partial<NoiseModel>, rateHz: number, seed = 3) =>
  createNoiseReader({ white: 0, randomWalk: 0, perLeg: 0, ...model }, rateHz, { key: streamKey(seed), axis: 0 });

/** Errors at navigation solutions, which come at `rateHz`. */
function epochs(model: Partial<NoiseModel>, rateHz: number, count: number): number[] {
  const read = readerOf(model, rateHz);
  return Array.from({ length: count }, (_, k) => read(k / rateHz));
}

const white = () => epochs({ white: SIGMA }, 200, WHITE_COUNT);
const lagged = (numbers: readonly number[], lag: number) => correlation(numbers.slice(lag), numbers.slice(0, -lag));

/** Between solutions: ten places a solution, of as many solutions. */
const between = () => {
  const read = readerOf({ white: SIGMA }, 200);
  return Array.from({ length: 10 * WHITE_COUNT }, (_, k) => read((k + 0.5) / 2000));
};

const MARKOV = { sigma: 0.5, time: 2 };
const MARKOV_RATE = 10;
const MARKOV_COUNT = 100_000;

const WALKS = 2000;
const walkEnds = () => Array.from({ length: WALKS }, (_, seed) => readerOf({ randomWalk: 0.01 }, 100, seed)(1));

export const POSES: Subject = {
  title: 'Errors of poses',
  about: 'Errors of a navigation solution over time, which the host draws for either engine.',
  traced: [],
  host: {
    rows: [
      {
        test: 'pose-white-sd',
        quantity: 'standard deviation of white noise at the solutions',
        unit: 'σ',
        source: 'N(0, σ)',
        expected: 1,
        tolerance: 4 / Math.sqrt(2 * WHITE_COUNT),
        basis: `4 σ of ${WHITE_COUNT} solutions`,
        decimals: 3,
        measure: () => deviation(white()) / SIGMA,
      },
      {
        test: 'pose-white-ks',
        quantity: 'largest distance of its distribution',
        source: 'N(0, σ), Kolmogorov and Smirnov',
        expected: 0,
        tolerance: 1.95 / Math.sqrt(WHITE_COUNT),
        basis: 'p > 10⁻³',
        decimals: 4,
        measure: () => kolmogorovDistance(white().map((error) => error / SIGMA)),
      },
      {
        test: 'pose-white-lag',
        quantity: 'correlation with the next solution',
        source: 'white',
        expected: 0,
        tolerance: 4 / Math.sqrt(WHITE_COUNT),
        basis: `4 σ of ${WHITE_COUNT} solutions`,
        decimals: 3,
        measure: () => lagged(white(), 1),
      },
      {
        test: 'pose-white-between',
        quantity: 'standard deviation of white noise at any time: errors are linear between solutions',
        unit: 'σ',
        source: '√(2/3)',
        expected: Math.sqrt(2 / 3),
        tolerance: 4 / Math.sqrt(2 * WHITE_COUNT),
        basis: `4 σ of ${WHITE_COUNT} solutions`,
        decimals: 3,
        measure: () => deviation(between()) / SIGMA,
      },
      ...[1, 2, 4].map((lag) => ({
        test: `pose-gauss-markov-${lag}`,
        quantity: `correlation of a Gauss–Markov process of 2 s over ${lag} s`,
        source: 'e^(−t/T)',
        expected: Math.exp(-lag / MARKOV.time),
        // Stretches of two correlation times are independent of each other.
        tolerance: 4 * Math.sqrt((2 * MARKOV.time * MARKOV_RATE) / MARKOV_COUNT),
        basis: `4 σ of ${MARKOV_COUNT / (2 * MARKOV.time * MARKOV_RATE)} stretches`,
        decimals: 3,
        measure: () => lagged(epochs({ gaussMarkov: MARKOV }, MARKOV_RATE, MARKOV_COUNT), lag * MARKOV_RATE),
      })),
      {
        test: 'pose-random-walk',
        quantity: 'standard deviation of a random walk of 0.01/√s after 1 s',
        source: 'σ √t',
        expected: 0.01,
        tolerance: (4 * 0.01) / Math.sqrt(2 * WALKS),
        basis: `4 σ of ${WALKS} walks`,
        decimals: 5,
        measure: () => deviation(walkEnds()),
      },
    ],
  },
};
