// The nearest hits of a bundle's subrays while it is being traversed, four subrays a vector.

import { Hit, NONE } from './records.generated';
import { hitField, scratch, stride } from './work';

/** Distances (in lengths of the direction), triangle places and instances: the pulse's hits. */
export let distances: usize = 0;
export let places: usize = 0;
export let owners: usize = 0;
/** Triangle numbers, for equal distances. */
export let numbers: usize = 0;

/** Forgets all hits of a pulse. */
export function clearNearest(pulseHits: usize): void {
  distances = hitField(pulseHits, Hit.distance);
  places = hitField(pulseHits, Hit.triangle);
  owners = hitField(pulseHits, Hit.instance);
  numbers = scratch;
  for (let k: usize = 0; k < stride; k += 16) {
    v128.store(distances + k, f32x4.splat(Infinity));
    v128.store(places + k, i32x4.splat(NONE));
    v128.store(owners + k, i32x4.splat(NONE));
    v128.store(numbers + k, i32x4.splat(NONE));
  }
}

/** Distance beyond which no subray of the bundle can find a nearer hit, a vector. */
export function farthest(): v128 {
  let far = v128.load(distances);
  for (let k: usize = 16; k < stride; k += 16) far = f32x4.pmax(far, v128.load(distances + k));
  far = f32x4.pmax(far, v128.shuffle<f32>(far, far, 2, 3, 0, 1));
  return f32x4.pmax(far, v128.shuffle<f32>(far, far, 1, 0, 3, 2));
}
