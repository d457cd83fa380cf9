// A mirror that swings to and fro about x at even speed, with turns of some pulses at both ends: in the half cycle, at
// step k, the elevation is c0 + c1 k + c2 k², in three strokes (speeding up, even, slowing down); back the same way.
// The turns are those of HELIOS++'s oscillating mirror (Winiwarter et al. 2022).

import { elements, program } from '../addresses.generated';
import { loadPair } from '../pairs';
import { PulseProgram, Stroke } from '../records.generated';
import { step } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam } from './beam';

export function oscillate(first: usize, second: usize): void {
  const k = f64x2.pmin(step, f64x2.sub(v128.load64_splat(program, PulseProgram.cycleSteps), step));
  const one = strokeOf(f64x2.extract_lane(k, 0)), other = strokeOf(f64x2.extract_lane(k, 1));
  const slope = f64x2.add(loadPair(one, other, Stroke.c1), f64x2.mul(k, loadPair(one, other, Stroke.c2)));
  sinCos(f64x2.add(loadPair(one, other, Stroke.c0), f64x2.mul(k, slope)));
  setBeam(f64x2.splat(0), cosine, sine);
}

/** The stroke under way at step k of a half cycle. */
@inline
function strokeOf(k: f64): usize {
  let stroke = elements;
  for (let element: u32 = 1; element < load<u32>(program, PulseProgram.elementCount); element++) {
    const candidate = elements + <usize>element * Stroke.SIZE;
    if (k >= load<f64>(candidate, Stroke.first)) stroke = candidate;
  }
  return stroke;
}
