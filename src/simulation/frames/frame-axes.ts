import { fluWithin, toFlu } from '../../base/flu.js';
import type { Rigid } from '../../base/rigid.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { BodyAxes } from '../../platform/body-axes.js';

/** Turns points of a sensor's frame to its `axes`, in place. */
export function turnToAxes({ count, x, y }: PointBatch, axes: BodyAxes = 'rfu'): void {
  if (axes === 'rfu') return;
  for (let i = 0; i < count; i++) {
    const right = x[i];
    x[i] = y[i];
    y[i] = -right;
  }
}

/** The pose of a sensor with these axes. */
export const poseInAxes = ({ position, orientation }: Rigid, axes: BodyAxes = 'rfu'): Rigid =>
  axes === 'rfu' ? { position, orientation } : { position, orientation: toFlu(orientation) };

/** The pose of a sensor on a platform, both with these axes. */
export const mountInAxes = ({ position, orientation }: Rigid, axes: BodyAxes = 'rfu'): Rigid =>
  axes === 'rfu'
    ? { position, orientation }
    : { position: [position[1], -position[0], position[2]], orientation: fluWithin(orientation) };
