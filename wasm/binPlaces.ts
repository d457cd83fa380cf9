// Places of the pulses of a pulse's hits among the bins.

import { bins } from './addresses.generated';
import { keepHits, placeStarts, starts } from './binStarts';
import { farthestHit, nearestHit } from './extent';
import { begins, ends, NEVER } from './parts';
import { Bins } from './records.generated';
import { stride } from './work';

/** Places the pulse of each hit over its bins. */
export function placeInBins(hits: usize): void {
  keepHits((farthestHit - nearestHit) * load<f32>(bins, Bins.perMetre));
  placeStarts(hits);
  const length = load<i32>(bins, Bins.pulse), count = load<i32>(bins, Bins.count);
  for (let k: usize = 0; k < stride; k += 4) {
    const start = load<i32>(starts() + k), isInside = start < count;
    store<i32>(begins() + k, isInside ? start : NEVER);
    store<i32>(ends() + k, isInside ? min<i32>(start + length, count) : 0);
  }
}
