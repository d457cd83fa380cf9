// Risley prisms: up to three turning wedges; each bends the beam at its two faces by Snell's law in vector form, d' = r
// d + (r c − √(1 − r²(1 − c²))) n with c = −d·n and r the ratio of the indices before and behind (Li et al. 2017, Opt.
// Express 25, 7677). Beyond total reflection the beam continues undeflected. Inclined face at phase φ and wedge angle
// a: (sin φ sin a, −cos a, cos φ sin a) where light meets it first, with the other signs where second; flat face: (0,
// −1, 0).

import { elements, program } from '../addresses.generated';
import { Channel, Prism, PulseProgram } from '../records.generated';
import { shotsSince } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { component } from '../vectors';
import { angleOf, beamX, beamY, beamZ, setBeam } from './beam';

export function refract(laser: usize): void {
  const incident = laser + Channel.incident;
  setBeam(component(incident, 0), component(incident, 1), component(incident, 2));
  const count = load<u32>(program, PulseProgram.elementCount);
  for (let k: u32 = 0; k < count; k++) passPrism(elements + <usize>k * Prism.SIZE);
}

function passPrism(prism: usize): void {
  sinCos(angleOf(<f64>shotsSince * load<f64>(prism, Prism.turnsPerShot) + load<f64>(prism, Prism.phase)));
  const wedgeSine = load<f64>(prism, Prism.wedgeSine), wedgeCosine = load<f64>(prism, Prism.wedgeCosine);
  const nx = sine * wedgeSine, ny = -wedgeCosine, nz = cosine * wedgeSine;
  const into = load<f64>(prism, Prism.inverseIndex), out = load<f64>(prism, Prism.index);
  const intoSquare = load<f64>(prism, Prism.inverseIndexSquare), outSquare = load<f64>(prism, Prism.indexSquare);
  const inclinedFirst = load<u32>(prism, Prism.inclinedFirst) != 0;
  if (inclinedFirst) {
    passFace(into, intoSquare, nx, ny, nz);
    passFace(out, outSquare, 0, -1, 0);
  } else {
    passFace(into, intoSquare, 0, -1, 0);
    passFace(out, outSquare, -nx, ny, -nz);
  }
}

/** Snell's law at a face with normal n against the light; `ratio` of the indices before and behind, and its square. */
function passFace(ratio: f64, square: f64, nx: f64, ny: f64, nz: f64): void {
  const c = -(beamX * nx + beamY * ny + beamZ * nz);
  const inside = 1 - square * (1 - c * c);
  if (inside < 0) return;
  const along = ratio * c - sqrt(inside);
  setBeam(ratio * beamX + along * nx, ratio * beamY + along * ny, ratio * beamZ + along * nz);
}
