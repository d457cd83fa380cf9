// pack: the returns of a block, dense and in order of (pulse, return), are copied to the host's outputs.

import { appendPoints, returns } from './addresses.generated';
import { lostPulses } from './losses';
import { Point } from './records.generated';

/** Adds `count` returns to the chunk's points; returns the number of the block's lost pulses. */
export function pack(first: u32, count: i32): i32 {
  const bytes = <usize>count * Point.SIZE;
  memory.copy(appendPoints(bytes), returns, bytes);
  return lostPulses;
}
