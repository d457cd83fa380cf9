// packPlaces: the true places of the returns of a block are copied to the host's outputs.

import { appendTruePlaces, hitPlaces } from './addresses.generated';

/** Adds those of `count` returns to the chunk's; returns their number. */
export function packPlaces(first: u32, count: i32): i32 {
  const bytes = <usize>count << 4;
  memory.copy(appendTruePlaces(bytes), hitPlaces, bytes);
  return count;
}
