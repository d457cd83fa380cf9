import type { Scanner } from '../../../src/scanner/scanner.js';
import { column, type Scan, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { normalShare } from '../../support/statistics.js';
import { once, type Stage, type Subject } from '../row.js';

const DEGREE = Math.PI / 180;
/** Distance of the wall beside the scanner. */
const ASIDE = 2;
const [RANGE_MIN, RANGE_MAX, SIGMA, SIGMA_PER_METRE] = [3, 10, 0.5, 0.05];

/** A fan of 178°: its azimuths, from the wall behind the scanner to that ahead. */
const BEAMS = 4451;
const AZIMUTHS = Array.from({ length: BEAMS }, (_, k) => (1 + (178 * k) / (BEAMS - 1)) * DEGREE);
const RANGES = AZIMUTHS.map((azimuth) => ASIDE / Math.sin(azimuth));

/** An instrument of this noise that fires the fan once, to the right. */
function fanScanner(rangeNoise: number, rangeNoisePerMetre = 0): Scanner {
  const directions = Float64Array.from(AZIMUTHS.flatMap((azimuth) => [Math.sin(azimuth), Math.cos(azimuth), 0]));
  return testScanner({
    detection: { rangeMin: RANGE_MIN, rangeMax: RANGE_MAX, maxReturns: 1, rangeNoise, rangeNoisePerMetre },
    deflector: { kind: 'pattern', pulseRateHz: BEAMS, directions },
  });
}

const scanWith = (sigma: number, perMetre = 0) =>
  once(async (stage: Stage): Promise<Scan> => {
    const leg = station([0, 0, 0]);
    const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
    const path = { ...leg.path, duration: 1 } as typeof leg.path;
    return stage.scan([{ ...leg, path }], { scanner: fanScanner(sigma, perMetre), footprint });
  });

/** Probabilities that the ranges of the beams are measured within the limits. */
const sharesOf = (sigma: number, perMetre: number) =>
  RANGES.map((range) => {
    const deviation = sigma + perMetre * range;
    return normalShare((RANGE_MAX - range) / deviation) - normalShare((RANGE_MIN - range) / deviation);
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function rowsOf(test: string, what: string, sigma: number, perMetre: number) {
  const shares = sharesOf(sigma, perMetre);
  const points = scanWith(sigma, perMetre);
  return [
    {
      test,
      quantity: `points of ${BEAMS} beams along a wall, ${what}`,
      source: 'Σ Φ((r₁ − r) / σ) − Φ((r₀ − r) / σ)',
      expected: sum(shares),
      tolerance: 4 * Math.sqrt(sum(shares.map((share) => share * (1 - share)))),
      basis: '4 σ',
      decimals: 0,
      measure: async (stage: Stage) => column(await points(stage), 'range').length,
    },
    {
      test: `${test}-outside`,
      quantity: `of these, points outside of ${RANGE_MIN} to ${RANGE_MAX} m`,
      source: 'none',
      expected: 0,
      tolerance: 0,
      decimals: 0,
      measure: async (stage: Stage) =>
        column(await points(stage), 'range').filter((range) => !(range >= RANGE_MIN && range <= RANGE_MAX)).length,
    },
  ];
}

export const GATES: Subject = {
  title: 'Limits of range',
  about: `A fan of 178° along a wall ${ASIDE} m beside an instrument that records ranges of ${RANGE_MIN} to ${RANGE_MAX} m.`,
  traced: [
    {
      scene: () => sceneOf([meshOf(rectangle([ASIDE, -1000, -10], [0, 2000, 0], [0, 0, 20]))]),
      rows: [
        ...rowsOf('gate', `range noise of ${SIGMA} m`, SIGMA, 0),
        ...rowsOf(
          'gate-growing',
          `range noise of 0.1 m and ${1000 * SIGMA_PER_METRE} mm a metre`,
          0.1,
          SIGMA_PER_METRE,
        ),
      ],
    },
  ],
};
