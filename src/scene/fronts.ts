import type { PlacedMesh } from './flatten.js';

/** Share of a front's length that must be horizontal: a steeper one has no direction on the ground. */
const FLAT_MIN = 0.1;

/**
 * The directions of the fronts of objects, by number: the angle of the x axis of their meshes from the world's x about
 * z, radians. Objects whose pieces look in several directions, or up, are left out.
 */
export function frontsOf(pieces: Iterable<PlacedMesh>): Record<number, number> {
  const fronts = new Map<number, number | null>();
  for (const { transform, surfaces, hasFront } of pieces) {
    const front = hasFront ? frontOf(transform) : null;
    for (const object of new Set(surfaces.map(({ instance }) => instance))) {
      const known = fronts.get(object);
      fronts.set(object, known === undefined || known === front ? front : null);
    }
  }
  return Object.fromEntries([...fronts].filter((entry): entry is [number, number] => entry[1] !== null));
}

function frontOf(m: PlacedMesh['transform']): number | null {
  const [x, y, z] = [m[0], m[4], m[8]];
  return Math.hypot(x, y) > FLAT_MIN * Math.hypot(x, y, z) ? Math.atan2(y, x) : null;
}
