// A beam that goes round on a cone: at phase φ along (tan α sin φ, 1, tan β cos φ) with the half angles α across (x) and β
// along (z). α = β is the circular scan of Palmer, else an ellipse (López et al. 2025: elliptical).

import { elements } from '../addresses.generated';
import { Cone } from '../records.generated';
import { shotsSince } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { angleOf, setBeam } from './beam';

export function cone(laser: usize): void {
  sinCos(angleOf(<f64>shotsSince * load<f64>(elements, Cone.turnsPerShot) + load<f64>(elements, Cone.phase)));
  const x = load<f64>(elements, Cone.across) * sine, z = load<f64>(elements, Cone.along) * cosine;
  const y = 1 / sqrt(1 + (x * x + z * z));
  setBeam(x * y, y, z * y);
}
