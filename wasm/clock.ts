// The instrument's clock, by which it samples: it counts intervals from the emission of the pulse on.

import { receiver } from './addresses.generated';
import { Receiver } from './records.generated';

/** Intervals between emission and echo of a metre of range, and metres of an interval. */
@inline
export function ticksPerMetre(): f64 {
  return <f64>load<f32>(receiver, Receiver.ticksPerMetreHigh) + <f64>load<f32>(receiver, Receiver.ticksPerMetreLow);
}
@inline
export function metresPerTick(): f64 {
  return <f64>load<f32>(receiver, Receiver.metresPerTickHigh) + <f64>load<f32>(receiver, Receiver.metresPerTickLow);
}
