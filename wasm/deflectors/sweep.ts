// Facets that sweep lines: a polygon mirror whose shaft lies along x. At elevation a the mirror has turned by a/2; with
// facet tilt ε and shaft inclination ι the normal is n = (sin ε, cos ε cos a/2, cos ε sin a/2), the incoming light
// i = (sin ι, −cos ι, 0), the beam d = i − 2 (i·n) n (law of reflection). ε = ι = 0 gives (0, cos a, sin a): straight
// lines, of fibres and of López et al. 2025 (parallel, zigzag) too.

import { elements, program } from '../addresses.generated';
import { loadPair, remainder, wordsOf } from '../pairs';
import { Facet, PulseProgram } from '../records.generated';
import { cycleNumber, step } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam } from './beam';

export function sweep(first: usize, second: usize): void {
  // The first element is the facet under way when the leg began; the others follow one another.
  const turning = load<u32>(program, PulseProgram.elementCount) - 1, unit = f64x2.splat(1);
  const next = f64x2.add(unit, remainder(f64x2.sub(cycleNumber, unit), turning));
  const element = wordsOf(v128.and(next, f64x2.gt(cycleNumber, f64x2.splat(0))));
  const one = elements + <usize>i32x4.extract_lane(element, 0) * Facet.SIZE;
  const other = elements + <usize>i32x4.extract_lane(element, 1) * Facet.SIZE;
  const elevation = f64x2.add(loadPair(one, other, Facet.start), f64x2.mul(step, loadPair(one, other, Facet.step)));
  sinCos(f64x2.mul(f64x2.splat(0.5), elevation));
  const tiltSine = loadPair(one, other, Facet.tiltSine), tiltCosine = loadPair(one, other, Facet.tiltCosine);
  const shaftSine = loadPair(one, other, Facet.shaftSine), shaftCosine = loadPair(one, other, Facet.shaftCosine);
  const ny = f64x2.mul(tiltCosine, cosine), nz = f64x2.mul(tiltCosine, sine);
  const once = f64x2.sub(f64x2.mul(shaftSine, tiltSine), f64x2.mul(shaftCosine, ny));
  const twice = f64x2.add(once, once);
  const y = f64x2.sub(f64x2.neg(shaftCosine), f64x2.mul(twice, ny));
  setBeam(f64x2.sub(shaftSine, f64x2.mul(twice, tiltSine)), y, f64x2.neg(f64x2.mul(twice, nz)));
}
