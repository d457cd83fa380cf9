// A beam that goes round on a cone: at phase φ along (tan α sin φ, 1, tan β cos φ) with the half angles α across (x)
// and β along (z). α = β is the circular scan of Palmer, else an ellipse (López et al. 2025: elliptical).

import { elements } from '../addresses.generated';
import { Cone } from '../records.generated';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam, turned } from './beam';

export function cone(first: usize, second: usize): void {
  sinCos(turned(elements + Cone.turnsPerShot, elements + Cone.phase));
  const one = f64x2.splat(1);
  const x = f64x2.mul(v128.load64_splat(elements, Cone.across), sine);
  const z = f64x2.mul(v128.load64_splat(elements, Cone.along), cosine);
  const y = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.add(f64x2.mul(x, x), f64x2.mul(z, z)))));
  setBeam(f64x2.mul(x, y), y, f64x2.mul(z, y));
}
