// The extent of a pulse's hits along range.

import { Hit, Pulse } from './records.generated';
import { lanesBetween } from './sums';
import { hitField, stride } from './work';

/** Nearest and farthest hit with energy within the pulse's range; Infinity and 0 without one. */
export let nearestHit: f32 = Infinity;
export let farthestHit: f32 = 0;

/** Finds them; returns whether there is one. */
export function findExtent(pulse: usize, hits: usize): bool {
  const from = v128.load32_splat(pulse, Pulse.rangeMin), to = v128.load32_splat(pulse, Pulse.rangeMax);
  let low = f32x4.splat(Infinity), high = f32x4.splat(0);
  for (let k: usize = 0; k < stride; k += 16) {
    const range = v128.load(hitField(hits, Hit.distance) + k);
    const valid = lanesBetween(hits + k, from, to);
    low = f32x4.pmin(low, v128.bitselect(range, low, valid));
    high = f32x4.pmax(high, v128.and(range, valid));
  }
  nearestHit = least(low);
  farthestHit = max<f32>(
    max<f32>(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
    max<f32>(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
  );
  return nearestHit <= farthestHit;
}

/** The nearest hit beyond a range, up to the farthest one; Infinity without one. */
export function nearestBeyond(hits: usize, range: f32): f32 {
  const beyond = f32x4.splat(range), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  let low = f32x4.splat(Infinity);
  for (let k: usize = 0; k < stride; k += 16) {
    const distance = v128.load(hitField(hits, Hit.distance) + k);
    const valid = v128.and(lanesBetween(hits + k, from, to), f32x4.gt(distance, beyond));
    low = f32x4.pmin(low, v128.bitselect(distance, low, valid));
  }
  return least(low);
}

@inline
function least(v: v128): f32 {
  return min<f32>(
    min<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    min<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}
