/** Largest distance of a valid coordinate from the origin, metres; a larger one would leave no room for the rest. */
export const COORDINATE_MAX = 1e12;

/** Whether a point has a place: its coordinates are finite and of a plausible size. */
export function isSomewhere(x: number, y: number, z: number): boolean {
  return Math.abs(x) <= COORDINATE_MAX && Math.abs(y) <= COORDINATE_MAX && Math.abs(z) <= COORDINATE_MAX;
}
