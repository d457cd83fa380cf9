import { type Affine, transformDirection } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import type { PlacedMesh } from './flatten.js';

/** Share of a front's length that must be horizontal: a steeper one has no direction on the ground. */
const FLAT_MIN = 0.1;

/**
 * The directions of the fronts of objects, by number: the angle from the world's x about z, radians. Objects whose
 * pieces look in several directions, or have no front, are left out.
 */
export function frontsOf(pieces: Iterable<PlacedMesh>): Record<number, number> {
  const fronts = new Map<number, number | null>();
  for (const { surfaces, front = null } of pieces)
    for (const object of new Set(surfaces.map(({ instance }) => instance))) {
      const known = fronts.get(object);
      fronts.set(object, known === undefined || known === front ? front : null);
    }
  return Object.fromEntries([...fronts].filter((entry): entry is [number, number] => entry[1] !== null));
}

/** The angle about z of a direction after a transform, radians from x; undefined for a steep one. */
export function headingAlong(transform: Affine, direction: Vec3): number | undefined {
  const [x, y, z] = transformDirection(transform, direction);
  return Math.hypot(x, y) > FLAT_MIN * Math.hypot(x, y, z) ? Math.atan2(y, x) : undefined;
}
