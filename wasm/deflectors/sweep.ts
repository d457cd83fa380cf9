// Facets that sweep lines: a polygon mirror whose shaft lies along x. At elevation a the mirror has turned by a/2; with facet
// tilt ε and shaft inclination ι the normal is n = (sin ε, cos ε cos a/2, cos ε sin a/2), the incoming light
// i = (sin ι, −cos ι, 0), the beam d = i − 2 (i·n) n (law of reflection). ε = ι = 0 gives (0, cos a, sin a): straight lines,
// of fibres and of López et al. 2025 (parallel, zigzag) too.

import { elements, program } from '../addresses.generated';
import { Facet, PulseProgram } from '../records.generated';
import { cycleNumber, step } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam } from './beam';

export function sweep(laser: usize): void {
  // The first element is the facet under way when the leg began; the others follow one another.
  const turning = load<u32>(program, PulseProgram.elementCount) - 1;
  const element = cycleNumber == 0 ? 0 : 1 + (cycleNumber - 1) % turning;
  const facet = elements + <usize>element * Facet.SIZE;
  const elevation = load<f64>(facet, Facet.start) + <f64>step * load<f64>(facet, Facet.step);
  sinCos(0.5 * elevation);
  const tiltSine = load<f64>(facet, Facet.tiltSine), tiltCosine = load<f64>(facet, Facet.tiltCosine);
  const shaftSine = load<f64>(facet, Facet.shaftSine), shaftCosine = load<f64>(facet, Facet.shaftCosine);
  const ny = tiltCosine * cosine, nz = tiltCosine * sine;
  const twice = 2 * (shaftSine * tiltSine - shaftCosine * ny);
  setBeam(shaftSine - twice * tiltSine, -shaftCosine - twice * ny, -(twice * nz));
}
