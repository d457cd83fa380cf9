// The leaf that a subray hits in a medium. The chance of hitting a leaf goes with its area that faces the ray: for
// leaves in all directions, as on the surface of a sphere, hits are evenly distributed over the sphere's disc across
// the ray. So the normal is a point drawn there, lifted to the sphere (Malley 1988): the cosine of the angle of
// incidence is distributed as 2 cos θ, its mean is 2/3.

import { pairOf } from './pairs';
import { uniformNumber } from './random';
import { cosine, sinCos, sine } from './trigonometry';

const TURN: f64 = 6.283185307179586;

/** The normal of the leaf, turned to the sensor: set by turnLeaf. */
export let leafX: f32 = 0, leafY: f32 = 0, leafZ: f32 = 0;

/** Draws the normal of a leaf that a ray along (dx, dy, dz) meets, by the words for its place on the disc. */
export function turnLeaf(radius: u32, turn: u32, dx: f32, dy: f32, dz: f32): void {
  const r = sqrt<f64>(uniformNumber(radius));
  sinCos(f64x2.splat(uniformNumber(turn) * TURN));
  const a = <f32>(r * f64x2.extract_lane(cosine, 0)), b = <f32>(r * f64x2.extract_lane(sine, 0));
  const ahead = sqrt<f32>(max<f32>(1 - (a * a + b * b), 0));
  // Two directions across the ray (Duff et al. 2017, "Building an Orthonormal Basis, Revisited", JCGT 6(1)).
  const sign: f32 = dz >= 0 ? 1 : -1, inverse: f32 = <f32>-1 / (sign + dz), product = dx * dy * inverse;
  leafX = (a * (1 + sign * (dx * dx * inverse)) + b * product) - ahead * dx;
  leafY = (a * (sign * product) + b * (sign + dy * dy * inverse)) - ahead * dy;
  leafZ = (a * (-sign * dx) - b * dy) - ahead * dz;
}
