import type { Affine } from '../../base/affine.js';
import type { Log } from '../../base/log.js';
import { cross, length, type Vec3 } from '../../base/vec3.js';
import type { Model } from '../model.js';

/**
 * Warns of objects whose transform leaves no area, so that no beam can hit them. Copies of one mesh are left out of the
 * scene, with a warning of their own.
 */
export function reportFlattened({ instances }: Model, file: string, log: Log): void {
  const uses = new Map<number, number>();
  for (const { mesh } of instances) uses.set(mesh, (uses.get(mesh) ?? 0) + 1);
  const count = instances.filter(({ mesh, transform }) => uses.get(mesh) === 1 && !keepsArea(transform)).length;
  if (count === 0) return;
  const what = instances.length === 1 ? 'object' : 'objects';
  log.warn(
    `${file}: ${count} of ${instances.length} ${what} without an area that a beam could hit: a scale is 0, or a matrix flattens to a line`,
  );
}

/** Two columns are parallel if the sine of their angle is below this. */
const PARALLEL = 1e-12;

/** Whether two of the axes stay independent: an object that is only flattened to a plane still has an area. */
function keepsArea(transform: Affine): boolean {
  const axes = [0, 1, 2].map((k): Vec3 => [transform[k], transform[4 + k], transform[8 + k]]);
  const areApart = (a: Vec3, b: Vec3) => length(cross(a, b)) > PARALLEL * length(a) * length(b);
  return areApart(axes[0], axes[1]) || areApart(axes[1], axes[2]) || areApart(axes[2], axes[0]);
}
