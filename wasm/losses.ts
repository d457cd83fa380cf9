// Pulses that met something within the limits of range, and have no echo: what they met is too weak, or dark. An echo
// that noise moves out of the limits is one, a false alarm is none.

import { hitsEnd } from './extent';
import { greatestRecorded, leastRecorded } from './limits';
import { Hit } from './records.generated';
import { hitField } from './work';

/** Lost pulses of the block. */
export let lostPulses: i32 = 0;

/** Begins a block. */
export function openLosses(): void { lostPulses = 0; }

/** Counts a pulse of so many echoes, recorded or not, whose limits are open, if it is lost. */
@inline
export function countLoss(hits: usize, echoes: u32): void { if (echoes == 0) lostPulses += i32(isMet(hits)); }

/** Whether any hit lies within the limits; a distance below 0 is none. */
function isMet(hits: usize): bool {
  const from = f32x4.splat(max<f32>(0, leastRecorded)), to = f32x4.splat(greatestRecorded);
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const range = v128.load(hitField(hits, Hit.distance) + k);
    if (v128.any_true(v128.and(f32x4.ge(range, from), f32x4.le(range, to)))) return true;
  }
  return false;
}
