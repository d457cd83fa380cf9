import type { Box3 } from '../../src/base/vec3.js';
import { createPointBatch, optionalArray, type PointBatch } from '../../src/cloud/point-batch.js';

const SIDE = 100;
/** Multiples of the golden ratio fill an interval evenly. */
const spread = (i: number, times: number) => (i * times * 0.6180339887498949) % 1;

/** The box of all varied clouds, metres. */
export const VARIED_BOUNDS: Box3 = { min: [0, 0, 0], max: [SIDE, SIDE, 30] };

/**
 * A cloud with everything that pictures tell apart: hilly ground, walls that face south, a loose crown without normals,
 * stray points; many objects, classes and returns, energies over decades, colours. Points stand in no spatial order.
 */
export function variedCloud(count: number): PointBatch {
  const batch = createPointBatch(count);
  const rgb = optionalArray(batch, 'rgb');
  for (let i = 0; i < count; i++) {
    const kind = i % 16;
    if (kind < 9) placeOnGround(batch, i);
    else if (kind < 13) placeOnWall(batch, i);
    else if (i % 4096 === 13) placeFarOff(batch, i);
    else placeInCrown(batch, i);
    batch.gpsTime[i] = 1e5 + i * 1e-5;
    batch.intensity[i] = (i * 7919) % 5000;
    batch.energy[i] = i % 13 === 0 ? 0 : 10 ** (-16 + 5 * spread(i, 3));
    batch.returnNumber[i] = 1 + (i % 15);
    batch.returnCount[i] = 15;
    batch.instance[i] = (i * 31) % 70_001;
    batch.pointSourceId[i] = i % 5;
    for (let k = 0; k < 3; k++) rgb[3 * i + k] = 65_535 * spread(i, k + 5);
  }
  return batch;
}

function place(batch: PointBatch, i: number, at: readonly number[], normal: readonly number[], kind: number): void {
  [batch.x[i], batch.y[i], batch.z[i]] = at;
  batch.normal.set(normal, 3 * i);
  batch.classification[i] = kind;
}

function placeOnGround(batch: PointBatch, i: number): void {
  const [x, y] = [SIDE * spread(i, 1), (i / batch.count) * SIDE];
  const slope = 0.3 * Math.cos(x / 10);
  const norm = Math.hypot(1, slope);
  place(batch, i, [x, y, 3 + 3 * Math.sin(x / 10)], [-slope / norm, 0, 1 / norm], i % 100 === 0 ? 200 : 2);
}

function placeOnWall(batch: PointBatch, i: number): void {
  place(batch, i, [30 + 40 * spread(i, 1), 50, 20 * spread(i, 7)], [0, -1, 0], 6);
}

function placeInCrown(batch: PointBatch, i: number): void {
  const [turn, up] = [2 * Math.PI * spread(i, 1), Math.acos(2 * spread(i, 7) - 1)];
  const radius = 8 * Math.cbrt(spread(i, 11));
  const way = [Math.sin(up) * Math.cos(turn), Math.sin(up) * Math.sin(turn), Math.cos(up)];
  const sign = i % 2 === 0 ? 1 : -1;
  const at = [20 + radius * way[0], 80 + radius * way[1], 18 + radius * way[2]];
  place(batch, i, at, i % 3 === 0 ? [0, 0, 0] : way.map((part) => sign * part), 5);
}

function placeFarOff(batch: PointBatch, i: number): void {
  place(batch, i, [SIDE * spread(i, 1), SIDE * spread(i, 2), 30], [0, 0, 1], 7);
}
