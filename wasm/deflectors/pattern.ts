// Any pattern: one direction a shot from a table, over and over.

import { elements, program } from '../addresses.generated';
import { loadPairOfF32, remainder, wordsOf } from '../pairs';
import { Aim, PulseProgram } from '../records.generated';
import { shotsSince } from '../schedule';
import { setBeam } from './beam';

export function pattern(first: usize, second: usize): void {
  const element = wordsOf(remainder(shotsSince, load<u32>(program, PulseProgram.elementCount)));
  const one = elements + <usize>i32x4.extract_lane(element, 0) * Aim.SIZE;
  const other = elements + <usize>i32x4.extract_lane(element, 1) * Aim.SIZE;
  setBeam(loadPairOfF32(one, other, Aim.x), loadPairOfF32(one, other, Aim.y), loadPairOfF32(one, other, Aim.z));
}
