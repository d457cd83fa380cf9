import { isSomewhere } from '../../cloud/is-somewhere.js';
import type { PointColumns } from '../../cloud/point-batch.js';
import type { Projection } from './projection.js';
import { NEAR } from './splat.js';

/** Number of points that have a place, but not in the picture that `camera` takes. */
export function countOutside(camera: Projection, { count, x, y, z }: PointColumns<'x' | 'y' | 'z'>): number {
  const { kind, eye, right, up, forward, focal, width, height } = camera;
  const isPerspective = kind === 'perspective';
  const [halfX, halfY] = [width / 2 / focal, height / 2 / focal];
  let outside = 0;
  for (let i = 0; i < count; i++) {
    const dx = x[i] - eye[0];
    const dy = y[i] - eye[1];
    const dz = z[i] - eye[2];
    const depth = dx * forward[0] + dy * forward[1] + dz * forward[2];
    const reach = isPerspective ? depth : 1;
    const across = Math.abs(dx * right[0] + dy * right[1] + dz * right[2]);
    const upwards = Math.abs(dx * up[0] + dy * up[1] + dz * up[2]);
    const isInside = depth > NEAR && across <= halfX * reach && upwards <= halfY * reach;
    if (!isInside && isSomewhere(x[i], y[i], z[i])) outside++;
  }
  return outside;
}
