// A mirror that swings to and fro about x at even speed, with turns of some pulses at both ends: in the half cycle, at shot k,
// the elevation is c0 + c1 k + c2 k², in three strokes (speeding up, even, slowing down); back the same way. The turns are those
// of HELIOS++'s oscillating mirror (Winiwarter et al. 2022).

import { elements, program } from '../addresses.generated';
import { PulseProgram, Stroke } from '../records.generated';
import { step } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { setBeam } from './beam';

export function oscillate(laser: usize): void {
  const k = min<u32>(step, load<u32>(program, PulseProgram.cycle) - step);
  let stroke = elements;
  for (let element: u32 = 1; element < load<u32>(program, PulseProgram.elementCount); element++) {
    const candidate = elements + <usize>element * Stroke.SIZE;
    if (k >= load<u32>(candidate, Stroke.first)) stroke = candidate;
  }
  const c2 = load<f64>(stroke, Stroke.c2);
  sinCos(load<f64>(stroke, Stroke.c0) + <f64>k * (load<f64>(stroke, Stroke.c1) + <f64>k * c2));
  setBeam(0, cosine, sine);
}
