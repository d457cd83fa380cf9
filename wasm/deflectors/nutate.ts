// A plane mirror that nutates about a shaft (Palmer): shaft s = (0, cos δ, sin δ) at incidence δ, light comes in along
// i = y − 2 (y·s) s; at phase φ the normal is n = cos τ s + sin τ (cos φ u + sin φ x), u = (0, −sin δ, cos δ), tilt τ;
// the beam is d = i − 2 (i·n) n (law of reflection): an oval about +y.

import { elements } from '../addresses.generated';
import { Nutation } from '../records.generated';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam, turned } from './beam';

export function nutate(first: usize, second: usize): void {
  sinCos(turned(elements + Nutation.turnsPerShot, elements + Nutation.phase));
  const tiltSine = load<f64>(elements, Nutation.tiltSine), tiltCosine = load<f64>(elements, Nutation.tiltCosine);
  const shaftY = load<f64>(elements, Nutation.incidenceCosine), shaftZ = load<f64>(elements, Nutation.incidenceSine);
  const lightY = 1 - 2 * shaftY * shaftY, lightZ = -(2 * shaftY * shaftZ);
  const sineOfTilt = f64x2.splat(tiltSine), y = f64x2.splat(lightY), z = f64x2.splat(lightZ);
  const along = f64x2.mul(sineOfTilt, cosine);
  const nx = f64x2.mul(sineOfTilt, sine);
  const ny = f64x2.sub(f64x2.splat(tiltCosine * shaftY), f64x2.mul(along, f64x2.splat(shaftZ)));
  const nz = f64x2.add(f64x2.splat(tiltCosine * shaftZ), f64x2.mul(along, f64x2.splat(shaftY)));
  const once = f64x2.add(f64x2.mul(y, ny), f64x2.mul(z, nz));
  const twice = f64x2.add(once, once);
  setBeam(f64x2.neg(f64x2.mul(twice, nx)), f64x2.sub(y, f64x2.mul(twice, ny)), f64x2.sub(z, f64x2.mul(twice, nz)));
}
