import type { Vec3 } from '../../base/vec3.js';
import type { PatternAxes } from './deflector-kind.js';

/** Number of points that represent a line. */
export const LINE_POINTS = 33;

/** Azimuth to the right of +y, elevation up. */
const aim = (elevation: number): Vec3 => [0, Math.cos(elevation), Math.sin(elevation)];

/** Directions of a line in the plane of y and z, evenly from one elevation to the other, both included. */
export const fanDirections = (from: number, to: number): Vec3[] =>
  Array.from({ length: LINE_POINTS }, (_, k) => aim(from + ((to - from) * k) / (LINE_POINTS - 1)));

/** The axes of a line with the elevation of its middle. */
export function lineAxes(elevation: number): PatternAxes {
  const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
  return { middle: [0, c, s], across: [0, -s, c] };
}

/** The axes of a pattern about the undeflected beam. */
export const BEAM_AXES: PatternAxes = { middle: [0, 1, 0], across: [1, 0, 0] };
