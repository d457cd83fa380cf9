// pack: the returns of a block, dense and in order of (pulse, return), go to where the host reads them.

import { points, returns } from './addresses.generated';
import { Point } from './records.generated';

/** Bytes of the points that lie there already. */
let packed: usize = 0;

/** The next returns are the first of a chunk. */
export function startPacking(): void {
  packed = 0;
}

/** Adds `count` returns to the chunk's points; returns their number. */
export function pack(first: u32, count: i32): i32 {
  memory.copy(points + packed, returns, <usize>count * Point.SIZE);
  packed += <usize>count * Point.SIZE;
  return count;
}
