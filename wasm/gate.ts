// The gate: an instrument records the echoes whose measured ranges lie within its limits, noise included. The noise of
// an echo follows from its number among those that the receiver finds of the pulse, recorded or not, so what the gate
// drops does not change what it lets through.

import { countEcho, greatestRecorded, isGated, leastRecorded, reachAt } from './limits';
import { rangeError } from './rangeError';
import { Point } from './records.generated';

/** Whether any noise leaves a range within the limits. */
@inline
function isSure(range: f32): bool {
  const reach = reachAt(range);
  return range - reach >= leastRecorded && range + reach <= greatestRecorded;
}

/** Numbers an echo, whose range is known; returns whether the instrument records it. */
export function admits(point: usize): bool {
  if (!isGated()) return true;
  store<u32>(point, countEcho(), Point.returnNumber);
  const range = load<f32>(point, Point.range);
  if (isSure(range)) return true;
  const measured = <f32>(<f64>range + f64x2.extract_lane(rangeError(point, point), 0));
  return measured >= leastRecorded && measured <= greatestRecorded;
}
