// Risley prisms: up to three turning wedges; each bends the beam at its two faces by Snell's law in vector form, d' = r
// d + (r c − √(1 − r²(1 − c²))) n with c = −d·n and r the ratio of the indices before and behind (Li et al. 2017, Opt.
// Express 25, 7677). Beyond total reflection the beam continues undeflected. Inclined face at phase φ and wedge angle
// a: (sin φ sin a, −cos a, cos φ sin a) where light meets it first, with the other signs where second; flat face: (0,
// −1, 0).

import { elements, program } from '../addresses.generated';
import { loadPair } from '../pairs';
import { Channel, Prism, PulseProgram } from '../records.generated';
import { cosine, sinCos, sine } from '../trigonometry';
import { beamX, beamY, beamZ, setBeam, turned } from './beam';

export function refract(first: usize, second: usize): void {
  const incident = Channel.incident;
  setBeam(
    loadPair(first, second, incident), loadPair(first, second, incident + 8), loadPair(first, second, incident + 16),
  );
  const count = load<u32>(program, PulseProgram.elementCount);
  for (let k: u32 = 0; k < count; k++) passPrism(elements + <usize>k * Prism.SIZE);
}

function passPrism(prism: usize): void {
  sinCos(turned(prism + Prism.turnsPerShot, prism + Prism.phase));
  const wedgeSine = v128.load64_splat(prism, Prism.wedgeSine);
  const nx = f64x2.mul(sine, wedgeSine), nz = f64x2.mul(cosine, wedgeSine);
  const ny = f64x2.neg(v128.load64_splat(prism, Prism.wedgeCosine));
  const into = v128.load64_splat(prism, Prism.inverseIndex), out = v128.load64_splat(prism, Prism.index);
  const intoSquare = v128.load64_splat(prism, Prism.inverseIndexSquare);
  const outSquare = v128.load64_splat(prism, Prism.indexSquare);
  const zero = f64x2.splat(0), back = f64x2.splat(-1);
  const inclinedFirst = load<u32>(prism, Prism.inclinedFirst) != 0;
  if (inclinedFirst) {
    passFace(into, intoSquare, nx, ny, nz);
    passFace(out, outSquare, zero, back, zero);
  } else {
    passFace(into, intoSquare, zero, back, zero);
    passFace(out, outSquare, f64x2.neg(nx), ny, f64x2.neg(nz));
  }
}

/** Snell's law at faces with normals n against the light; `ratio` of the indices before and behind, and its square. */
function passFace(ratio: v128, square: v128, nx: v128, ny: v128, nz: v128): void {
  const one = f64x2.splat(1);
  const c = f64x2.neg(f64x2.add(f64x2.add(f64x2.mul(beamX, nx), f64x2.mul(beamY, ny)), f64x2.mul(beamZ, nz)));
  const inside = f64x2.sub(one, f64x2.mul(square, f64x2.sub(one, f64x2.mul(c, c))));
  const along = f64x2.sub(f64x2.mul(ratio, c), f64x2.sqrt(inside));
  const isReflected = f64x2.lt(inside, f64x2.splat(0));
  setBeam(
    v128.bitselect(beamX, bent(ratio, beamX, along, nx), isReflected),
    v128.bitselect(beamY, bent(ratio, beamY, along, ny), isReflected),
    v128.bitselect(beamZ, bent(ratio, beamZ, along, nz), isReflected),
  );
}

/** A coordinate of the beam behind a face. */
@inline
function bent(ratio: v128, beam: v128, along: v128, normal: v128): v128 {
  return f64x2.add(f64x2.mul(ratio, beam), f64x2.mul(along, normal));
}
