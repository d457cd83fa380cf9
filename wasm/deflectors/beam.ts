// The result of a deflector: the beams' directions in its frame (x right, y the undeflected beam, z up), unit vectors
// of two shots, a lane each.

import { stepsSince } from '../schedule';

export let beamX: v128 = f64x2.splat(0);
export let beamY: v128 = f64x2.splat(1);
export let beamZ: v128 = f64x2.splat(0);

@inline
export function setBeam(x: v128, y: v128, z: v128): void {
  beamX = x;
  beamY = y;
  beamZ = z;
}

const TURN: f64 = 6.283185307179586;

/** The angles of `turns` turns, without whole turns. */
@inline
export function angleOf(turns: v128): v128 {
  return f64x2.mul(f64x2.sub(turns, f64x2.floor(turns)), f64x2.splat(TURN));
}

/** The angles of a rotation by the f64 at `perShot` a shot from that at `phase` on, in turns. */
@inline
export function turned(perShot: usize, phase: usize): v128 {
  return angleOf(f64x2.add(f64x2.mul(stepsSince, v128.load64_splat(perShot)), v128.load64_splat(phase)));
}
