import type { Rigid } from '../../base/rigid.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { type BodyAxes, fluWithin, toFlu } from '../../platform/body-axes.js';

/** Points of a sensor's frame in its `axes`; the coordinates may be changed in place. */
export function pointsInAxes(points: PointBatch, axes: BodyAxes = 'rfu'): PointBatch {
  if (axes === 'rfu') return points;
  const { x, y } = points;
  return { ...points, x: y, y: x.map((right) => -right) };
}

/** The pose of a sensor with these axes. */
export const poseInAxes = ({ position, orientation }: Rigid, axes: BodyAxes = 'rfu'): Rigid =>
  axes === 'rfu' ? { position, orientation } : { position, orientation: toFlu(orientation) };

/** The pose of a sensor on a platform, both with these axes. */
export const mountInAxes = ({ position, orientation }: Rigid, axes: BodyAxes = 'rfu'): Rigid =>
  axes === 'rfu'
    ? { position, orientation }
    : { position: [position[1], -position[0], position[2]], orientation: fluWithin(orientation) };
