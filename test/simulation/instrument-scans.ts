import type { PointBatch } from '../../src/cloud/point-batch.js';
import type { Leg, Mount } from '../../src/platform/leg.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { openEngine } from '../../src/simulation/engines/node-engine.js';
import { type InstrumentScan, runOf } from '../../src/simulation/instrument-scan.js';
import { placementOf } from '../../src/simulation/points/leg-points.js';
import { placePoints } from '../../src/simulation/points/place-points.js';
import type { TracedPoints } from '../../src/simulation/points/traced-points.js';
import type { PieceListener } from '../../src/simulation/trace-pieces.js';
import type { NoiseModel, PoseError } from '../../src/survey/pose-error.js';
import { testScanner } from '../support/scan.js';
import { meshOf, preparedSceneOf, rectangle, sceneOf } from '../support/scenes.js';
import { tracePoints } from '../support/trace-points.js';

export const DEGREE = Math.PI / 180;
export const LEVEL = { heading: 0, pitch: 0, roll: 0 } as const;
export const AT_ORIGIN: Mount = { position: [0, 0, 0], ...LEVEL };
export const QUIET: NoiseModel = { white: 0, randomWalk: 0, perLeg: 0 };

/** A report without errors but for `errors`. */
export const poseError = (errors: Partial<PoseError> = {}): PoseError => ({
  rateHz: 200,
  clockOffset: 0,
  horizontal: QUIET,
  vertical: QUIET,
  attitude: { heading: QUIET, pitch: QUIET, roll: QUIET },
  boresight: LEVEL,
  leverArm: [0, 0, 0],
  keepTruePosition: false,
  ...errors,
});

/**
 * A VLP-16 without noise: 16 lasers at −15, 1, −13, 3, … 15°, 10 turns a second, 55.296 µs from shot to shot, all at
 * one moment.
 */
export function spinningScanner(overrides: Partial<Scanner> = {}): Scanner {
  const elevations = [-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15];
  return testScanner({
    channels: elevations.map((elevation) => ({
      elevation: elevation * DEGREE,
      azimuthOffset: 0,
      roll: 0,
      origin: [0, 0, 0],
      fireTime: 0,
    })),
    deflector: { kind: 'spinning', rotationRateHz: 10, firingPeriod: 55.296e-6 },
    ...overrides,
  });
}

/** A leg of a full turn that begins at time 1000. */
export const legOf = (path: Leg['path'], overrides: Partial<Leg> = {}): Leg => ({
  name: 'leg 1',
  pointSourceId: 1,
  path,
  azimuthStart: 0,
  azimuthEnd: 2 * Math.PI,
  startTime: 1000,
  ...overrides,
});

export const scanOf = (scanner: Scanner, legs: Leg[], overrides: Partial<InstrumentScan> = {}): InstrumentScan => ({
  seed: 7,
  scanner,
  mount: AT_ORIGIN,
  legs,
  footprint: { pattern: 'rings', subrays: 1, weights: 'gaussian' },
  atmosphere: { extinction: 0 },
  intensity: { kind: 'amplitude' },
  ...overrides,
});

/** A wall at y = `distance`, 2 km wide and high. */
export const wallAt = (distance: number): Scene =>
  sceneOf([meshOf(rectangle([-1000, distance, -1000], [2000, 0, 0], [0, 0, 2000]))]);

/** Four walls all round, `distance` from the middle, 2 km high. */
export function roomOf(distance: number): Scene {
  const d = distance;
  const up = [0, 0, 2000] as const;
  return sceneOf([
    meshOf([
      ...rectangle([-d, d, -1000], [2 * d, 0, 0], up),
      ...rectangle([-d, -d, -1000], [2 * d, 0, 0], up),
      ...rectangle([d, -d, -1000], [0, 2 * d, 0], up),
      ...rectangle([-d, -d, -1000], [0, 2 * d, 0], up),
    ]),
  ]);
}

async function* trace(
  scan: InstrumentScan,
  scene: Scene,
  { threads = 1, ...listener }: PieceListener & { threads?: number } = {},
): AsyncGenerator<TracedPoints> {
  const device = await preparedSceneOf(scene);
  const run = runOf(scan, device);
  const engine = await openEngine(run, device, { threads });
  try {
    yield* tracePoints(engine, run, scene, listener);
  } finally {
    await engine.close();
  }
}

/** All points of a scan. */
export async function pointsOf(
  scan: InstrumentScan,
  scene: Scene,
  options?: PieceListener & { threads?: number },
): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const traced of trace(scan, scene, options))
    if (traced.points.count > 0) batches.push(placePoints(traced, placementOf(scan)));
  return batches;
}

/** All that is traced of a scan. */
export async function tracedOf(scan: InstrumentScan, scene: Scene): Promise<TracedPoints[]> {
  const chunks: TracedPoints[] = [];
  for await (const chunk of trace(scan, scene)) chunks.push(chunk);
  return chunks;
}

/** One attribute of all batches. */
export const columnOf = (batches: readonly PointBatch[], key: keyof PointBatch): number[] =>
  batches.flatMap((batch) => Array.from(batch[key] as ArrayLike<number>));
