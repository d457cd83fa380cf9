import type { Detection, Scanner } from '../../../src/scanner/scanner.js';
import { LEVEL, legOf, pointsOf, roomOf, scanOf, spinningScanner } from '../../simulation/instrument-scans.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, sceneOf, sphere } from '../../support/scenes.js';
import { correlation, deviation, kolmogorovDistance, kurtosis, mean } from '../../support/statistics.js';
import { farthest, once, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const RADIUS = 20;
const STEP_DEG = 0.05;
/** Pulses of a turn. */
const COUNT = 360 / STEP_DEG;

const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;

/** Bound for 99.9 % of samples of a distribution (Kolmogorov), times √n. */
const KOLMOGOROV = 1.95;

/** A turn in steps of `stepDeg`, the beam level. */
function turningScanner(detection: Partial<Detection>, stepDeg = STEP_DEG): Scanner {
  const deflector = { ...testScanner().deflector, horizontalStep: stepDeg * DEGREE, lineRateMaxHz: 1e5 };
  return testScanner({ detection, deflector: deflector as Scanner['deflector'] });
}

interface Points {
  range: number[];
  azimuth: number[];
  elevation: number[];
}

/** Points in the sphere around the scanner, one for each pulse of `legs` turns. */
async function pointsIn(stage: Stage, scanner: Scanner, { seed = 1, legs = 1 } = {}): Promise<Points> {
  const turns = Array.from({ length: legs }, () => station([0, 0, 0], { sectorDeg: 360 }));
  const result = await stage.scan(turns, { scanner, footprint: ONE_RAY, seed });
  const [x, y, z] = [column(result, 'x'), column(result, 'y'), column(result, 'z')];
  return {
    range: column(result, 'range'),
    azimuth: x.map((_, k) => Math.atan2(x[k], y[k])),
    elevation: x.map((_, k) => Math.atan2(z[k], Math.hypot(x[k], y[k]))),
  };
}

const silent = once((stage) => pointsIn(stage, turningScanner({})));

/** Errors of ranges and angles that this noise makes. */
const errorsOf = (detection: Partial<Detection>) =>
  once(async (stage): Promise<Points> => {
    const [was, is] = [await silent(stage), await pointsIn(stage, turningScanner(detection))];
    const turned = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
    return {
      range: is.range.map((range, k) => range - was.range[k]),
      azimuth: is.azimuth.map((azimuth, k) => turned(azimuth - was.azimuth[k])),
      elevation: is.elevation.map((elevation, k) => elevation - was.elevation[k]),
    };
  });

const lagged = (numbers: readonly number[], lag: number) => correlation(numbers.slice(lag), numbers.slice(0, -lag));

/** Rows of normal errors of standard deviation `sigma`: their name, and the place at which they are read. */
function normalRows(name: string, what: string, sigma: number, read: (stage: Stage) => Promise<number[]>) {
  const relative = async (stage: Stage) => (await read(stage)).map((error) => error / sigma);
  const basis = `4 σ of ${COUNT} pulses`;
  const moments = [
    { key: 'mean', text: 'mean', source: 'N(0, σ)', expected: 0, tolerance: 4 / Math.sqrt(COUNT), of: mean },
    {
      key: 'sd',
      text: 'standard deviation',
      source: 'N(0, σ)',
      expected: 1,
      tolerance: 4 / Math.sqrt(2 * COUNT),
      of: deviation,
    },
    {
      key: 'kurtosis',
      text: 'kurtosis',
      source: 'N(0, σ)',
      expected: 3,
      tolerance: 4 * Math.sqrt(24 / COUNT),
      of: kurtosis,
    },
    {
      key: 'lag',
      text: 'correlation with the next pulse',
      source: 'white',
      expected: 0,
      tolerance: 4 / Math.sqrt(COUNT),
      of: (numbers: readonly number[]) => lagged(numbers, 1),
    },
  ];
  return [
    ...moments.map(({ key, text, source, expected, tolerance, of }) => ({
      test: `${name}-${key}`,
      quantity: `${what}: ${text}`,
      unit: key === 'mean' || key === 'sd' ? 'σ' : undefined,
      source,
      expected,
      tolerance,
      basis,
      decimals: 3,
      measure: async (stage: Stage) => of(await relative(stage)),
    })),
    {
      test: `${name}-ks`,
      quantity: `${what}: largest distance of the distribution`,
      source: 'N(0, σ), Kolmogorov and Smirnov',
      expected: 0,
      tolerance: KOLMOGOROV / Math.sqrt(COUNT),
      basis: 'p > 10⁻³',
      decimals: 4,
      measure: async (stage: Stage) => kolmogorovDistance(await relative(stage)),
    },
  ];
}

const constant = errorsOf({ rangeNoise: 0.02 });
const growing = errorsOf({ rangeNoise: 0.02, rangeNoisePerMetre: 1e-3 });
const ofAxis = errorsOf({ axisAngleNoise: 1e-3 });
const ofRay = errorsOf({ rayAngleNoise: 1e-3 });

// ---- seeds ----------------------------------------------------------------------------------------------------------

const SEEDS = [1, 2];
const STREAM_LEGS = 3;
const STREAM_STEP_DEG = 0.2;
const STREAM = 360 / STREAM_STEP_DEG;

/** The largest correlation of range noise of two legs, of one seed or of two that follow each other. */
async function largestCorrelation(stage: Stage): Promise<number> {
  const streams: number[][] = [];
  const quiet = await pointsIn(stage, turningScanner({}, STREAM_STEP_DEG));
  for (const seed of SEEDS) {
    const noisy = await pointsIn(stage, turningScanner({ rangeNoise: 0.02 }, STREAM_STEP_DEG), {
      seed,
      legs: STREAM_LEGS,
    });
    const noise = noisy.range.map((range, k) => range - quiet.range[k % STREAM]);
    for (let leg = 0; leg < STREAM_LEGS; leg++) streams.push(noise.slice(leg * STREAM, (leg + 1) * STREAM));
  }
  const pairs = streams.flatMap((one, k) => streams.slice(k + 1).map((other) => correlation(one, other)));
  return farthest(pairs, 0);
}

const traced: TracedPart = {
  scene: () => sceneOf([meshOf(sphere(RADIUS, 60))]),
  rows: [
    ...normalRows('range-noise', 'range noise, σ 20 mm', 0.02, async (stage) => (await constant(stage)).range),
    {
      test: 'range-noise-growth',
      quantity: 'standard deviation of range noise of 20 mm and 1 mm a metre, at 20 m',
      unit: 'mm',
      source: 'σ₀ + a R',
      expected: 40,
      // The sphere's facets are up to 7 mm nearer.
      tolerance: (4 * 40) / Math.sqrt(2 * COUNT) + 0.01,
      basis: `4 σ of ${COUNT} pulses`,
      decimals: 2,
      slow: ['GPU'],
      measure: async (stage) => 1000 * deviation((await growing(stage)).range),
    },
    ...normalRows(
      'axis-noise',
      'noise of the angle about the axis of the head, σ 1 mrad',
      1e-3,
      async (stage) => (await ofAxis(stage)).azimuth,
    ),
    ...normalRows(
      'ray-noise-level',
      'noise of the ray, level, σ 1 mrad',
      1e-3,
      async (stage) => (await ofRay(stage)).azimuth,
    ),
    ...normalRows(
      'ray-noise-upright',
      'noise of the ray, upright, σ 1 mrad',
      1e-3,
      async (stage) => (await ofRay(stage)).elevation,
    ),
    {
      test: 'ray-noise-correlation',
      quantity: 'correlation of level and upright noise of the ray',
      source: '0',
      expected: 0,
      tolerance: 4 / Math.sqrt(COUNT),
      basis: `4 σ of ${COUNT} pulses`,
      decimals: 3,
      measure: async (stage) => correlation((await ofRay(stage)).azimuth, (await ofRay(stage)).elevation),
    },
    {
      test: 'seeds-and-legs',
      quantity: `largest correlation of range noise between two of ${STREAM_LEGS} legs of seeds 1 and 2, 15 pairs`,
      source: '0',
      expected: 0,
      tolerance: 4 / Math.sqrt(STREAM),
      basis: `4 σ of ${STREAM} pulses`,
      decimals: 3,
      slow: ['GPU'],
      measure: largestCorrelation,
    },
  ],
};

// ---- lost pulses ----------------------------------------------------------------------------------------------------

const LOST = 0.2;
/** Shots of 16 lasers in a turn. */
const WHOLE = 1809 * 16;

async function shareLost(): Promise<number> {
  const restrictions = [{ share: LOST, active: { kind: 'always' } as const }];
  const leg = legOf({ kind: 'station', position: [0, 0, 0], attitude: LEVEL });
  const batches = await pointsOf(scanOf(spinningScanner(), [leg], { restrictions }), roomOf(RADIUS), {});
  return 1 - batches.reduce((count, batch) => count + batch.count, 0) / WHOLE;
}

export const NOISE: Subject = {
  title: 'Noise, seeds and lost pulses',
  about:
    'Errors are the differences of two scans of a sphere about the scanner, one of an instrument with noise, one without. Lost pulses are drawn by the host.',
  traced: [traced],
  host: {
    rows: [
      {
        test: 'lost-pulses',
        quantity: 'share of pulses that drop-outs of 20 % take',
        source: 'binomial',
        expected: LOST,
        tolerance: 4 * Math.sqrt((LOST * (1 - LOST)) / WHOLE),
        basis: `4 σ of ${WHOLE} pulses`,
        decimals: 4,
        measure: shareLost,
      },
    ],
  },
};
