// The result of a deflector: the beam's direction in its frame (x right, y the undeflected beam, z up), a unit vector.

export let beamX: f64 = 0;
export let beamY: f64 = 1;
export let beamZ: f64 = 0;

@inline
export function setBeam(x: f64, y: f64, z: f64): void {
  beamX = x;
  beamY = y;
  beamZ = z;
}

const TURN: f64 = 6.283185307179586;

/** The angle of `turns` turns, without whole turns. */
@inline
export function angleOf(turns: f64): f64 {
  return (turns - floor(turns)) * TURN;
}
