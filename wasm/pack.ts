// pack: the returns of a block, dense and in order of (pulse, return), go to where the host reads them.

import { Point } from './records.generated';
import { points } from './work';

/** Copies `count` returns to `to`; gives the address after them. */
export function pack(count: i32, to: usize): usize {
  memory.copy(to, points, <usize>count * Point.SIZE);
  return to + <usize>count * Point.SIZE;
}
