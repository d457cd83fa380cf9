// A plane mirror that nutates about a shaft (Palmer): shaft s = (0, cos δ, sin δ) at incidence δ, light comes in along
// i = y − 2 (y·s) s; at phase φ the normal is n = cos τ s + sin τ (cos φ u + sin φ x), u = (0, −sin δ, cos δ), tilt τ; the beam is
// d = i − 2 (i·n) n (law of reflection): an oval about +y.

import { elements } from '../addresses.generated';
import { Nutation } from '../records.generated';
import { shotsSince } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { angleOf, setBeam } from './beam';

export function nutate(laser: usize): void {
  sinCos(angleOf(<f64>shotsSince * load<f64>(elements, Nutation.turnsPerShot) + load<f64>(elements, Nutation.phase)));
  const tiltSine = load<f64>(elements, Nutation.tiltSine), tiltCosine = load<f64>(elements, Nutation.tiltCosine);
  const shaftY = load<f64>(elements, Nutation.incidenceCosine), shaftZ = load<f64>(elements, Nutation.incidenceSine);
  const lightY = 1 - 2 * shaftY * shaftY, lightZ = -(2 * shaftY * shaftZ);
  const along = tiltSine * cosine;
  const nx = tiltSine * sine, ny = tiltCosine * shaftY - along * shaftZ, nz = tiltCosine * shaftZ + along * shaftY;
  const twice = 2 * (lightY * ny + lightZ * nz);
  setBeam(-(twice * nx), lightY - twice * ny, lightZ - twice * nz);
}
