import { length, subtract, type Vec3 } from '../../base/vec3.js';

/** A cubic piece of a spline, for t from 0 to 1. */
export interface CurvePiece {
  at(t: number): Vec3;
  /** Derivative with respect to t, metres. */
  slope(t: number): Vec3;
}

/** Shape of a spline between its points. */
export interface SplineShape {
  /** Spacing of the knots: by the square root of the distance between points (no loops, no cusps), or even. */
  knots: 'centripetal' | 'uniform';
  /** 0: Catmull–Rom; 1: straight lines from point to point. */
  tension: number;
}

export const SPLINE_SHAPE_DEFAULTS: Readonly<SplineShape> = Object.freeze({ knots: 'centripetal', tension: 0 });

/**
 * Exponent of the distances between points (Yuksel et al. 2011, "Parameterization and
 * applications of Catmull–Rom curves").
 */
const KNOT_EXPONENT = Object.freeze({ centripetal: 0.5, uniform: 0 });

/**
 * The pieces of a spline through `points` (at least two, none equal to the previous one), one from each to the next,
 * joined smoothly (Catmull and Rom 1974, "A class of local interpolating splines"; for uneven knots Barry and Goldman
 * 1988, "A recursive evaluation algorithm for a class of Catmull–Rom splines"). Beyond both ends, the first and the
 * last piece continue straight.
 */
export function catmullRom(points: readonly Vec3[], shape: SplineShape = SPLINE_SHAPE_DEFAULTS): CurvePiece[] {
  const steps = points.slice(1).map((point, k) => length(subtract(point, points[k])) ** KNOT_EXPONENT[shape.knots]);
  const velocities = points.map((_, k) => velocityAt(points, steps, k, 1 - shape.tension));
  return steps.map((step, k) =>
    hermite(points[k], points[k + 1], scaled(velocities[k], step), scaled(velocities[k + 1], step)),
  );
}

const scaled = (v: Vec3, s: number): Vec3 => [v[0] * s, v[1] * s, v[2] * s];

/**
 * Derivative with respect to the knots' parameter at point k: that of the parabola through the point and its
 * neighbours, to which the recursion of Barry and Goldman amounts.
 */
function velocityAt(points: readonly Vec3[], steps: readonly number[], k: number, strength: number): Vec3 {
  const before = k > 0 ? scaled(subtract(points[k], points[k - 1]), 1 / steps[k - 1]) : undefined;
  const after = k < steps.length ? scaled(subtract(points[k + 1], points[k]), 1 / steps[k]) : undefined;
  if (before === undefined || after === undefined) return scaled((before ?? after) as Vec3, strength);
  const share = steps[k - 1] / (steps[k - 1] + steps[k]);
  return scaled(
    [0, 1, 2].map((axis) => before[axis] + share * (after[axis] - before[axis])) as unknown as Vec3,
    strength,
  );
}

/** The cubic from `a` to `b` with the derivatives `u` and `v` there (Hermite). */
function hermite(a: Vec3, b: Vec3, u: Vec3, v: Vec3): CurvePiece {
  const mix = (ofA: number, ofB: number, ofU: number, ofV: number): Vec3 => [
    ofA * a[0] + ofB * b[0] + ofU * u[0] + ofV * v[0],
    ofA * a[1] + ofB * b[1] + ofU * u[1] + ofV * v[1],
    ofA * a[2] + ofB * b[2] + ofU * u[2] + ofV * v[2],
  ];
  return {
    at: (t) => {
      const [s, q] = [t * t * (3 - 2 * t), 1 - t];
      return mix(1 - s, s, t * q * q, -t * t * q);
    },
    slope: (t) => {
      const s = 6 * t * (1 - t);
      return mix(-s, s, (1 - t) * (1 - 3 * t), t * (3 * t - 2));
    },
  };
}
