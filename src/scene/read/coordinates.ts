/**
 * Largest coordinate in a file, in its own units: its cube still fits f32, in which the tracer multiplies three of
 * them. Also rejects NaN and infinities when tested as `Math.abs(x) <= COORDINATE_LIMIT`.
 */
export const COORDINATE_LIMIT = 1e12;

/**
 * Coordinates up to this are accurate to better than a tenth of a millimetre in f32 (2^10 / 2^24), so no origin is
 * needed.
 */
export const NEAR_ORIGIN = 1000;

/**
 * The origin of a mesh with a vertex, or its middle, at (x, y, z): zero for small coordinates, otherwise the place
 * rounded to whole units. Positions are stored relative to it, so that national grid coordinates (a million metres)
 * keep their millimetres.
 */
export function chooseOrigin(x: number, y: number, z: number): [number, number, number] {
  if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= NEAR_ORIGIN) return [0, 0, 0];
  return [Math.round(x), Math.round(y), Math.round(z)];
}
