// Normal numbers from uniform ones.

import { pairOf } from './pairs';
import { cosine, sinCos, sine } from './trigonometry';

const TURN: f64 = 6.283185307179586;

/** Set by normalPair. */
export let normal0: v128 = f64x2.splat(0);
export let normal1: v128 = f64x2.splat(0);

/**
 * Makes two independent standard normal numbers from two uniform ones (Box and Muller 1958), and two more, a lane each.
 */
@inline
export function normalPair(radius: f64, angle: f64, nextRadius: f64, nextAngle: f64): void {
  sinCos(f64x2.mul(pairOf(angle, nextAngle), f64x2.splat(TURN)));
  const root = f64x2.sqrt(f64x2.mul(f64x2.splat(-2), pairOf(Math.log(radius), Math.log(nextRadius))));
  normal0 = f64x2.mul(root, cosine);
  normal1 = f64x2.mul(root, sine);
}
