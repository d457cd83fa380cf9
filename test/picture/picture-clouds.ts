import { createPointBatch, optionalArray, type PointBatch } from '../../src/cloud/point-batch.js';
import type { PointSource } from '../../src/picture/cloud/point-source.js';

/** One point of a made-up cloud; missing values are 0. */
export interface TestPoint {
  at: readonly [number, number, number];
  normal?: readonly [number, number, number];
  classification?: number;
  intensity?: number;
  energy?: number;
  instance?: number;
  returnNumber?: number;
  radialVelocity?: number;
  m3c2Distance?: number;
}

/** The points as one batch. */
export function batchOf(points: readonly TestPoint[]): PointBatch {
  const batch = createPointBatch(points.length);
  points.forEach((point, i) => {
    [batch.x[i], batch.y[i], batch.z[i]] = point.at;
    batch.normal.set(point.normal ?? [0, 0, 0], 3 * i);
    batch.classification[i] = point.classification ?? 0;
    batch.intensity[i] = point.intensity ?? 0;
    batch.energy[i] = point.energy ?? 0;
    batch.instance[i] = point.instance ?? 0;
    batch.returnNumber[i] = point.returnNumber ?? 0;
    if (point.m3c2Distance !== undefined) optionalArray(batch, 'm3c2Distance')[i] = point.m3c2Distance;
    if (point.radialVelocity !== undefined) optionalArray(batch, 'radialVelocity')[i] = point.radialVelocity;
  });
  return batch;
}

/** A cloud of these batches. */
export function cloudOf(...batches: PointBatch[]): PointSource {
  return {
    batches: async function* () {
      yield* batches;
    },
  };
}

/** Points on a level square around (0, 0), from −half to half, `step` apart. */
export function square(half: number, step: number, z: number, rest: Omit<TestPoint, 'at'> = {}): TestPoint[] {
  const points: TestPoint[] = [];
  for (let x = -half; x <= half; x += step)
    for (let y = -half; y <= half; y += step) points.push({ at: [x, y, z], ...rest });
  return points;
}
