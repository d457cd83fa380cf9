// Limits of the measured ranges of a pulse. Hits beyond them count as far as noise may move them.

import { instrument } from './addresses.generated';
import { Instrument, Pulse } from './records.generated';

/** Whether noise may move a range over a limit. */
@inline
export function isGated(): bool { return load<u32>(instrument, Instrument.gated) != 0; }

/** The least and the greatest range that the instrument records of the pulse in work. */
export let leastRecorded: f32 = 0;
export let greatestRecorded: f32 = 0;
/** Echoes of the pulse so far, recorded or not. */
export let echoesSoFar: u32 = 0;

/** Begins the echoes of a pulse. */
@inline
export function openLimits(pulse: usize): void {
  echoesSoFar = 0;
  leastRecorded = load<f32>(pulse, Pulse.rangeMin);
  greatestRecorded = load<f32>(pulse, Pulse.rangeMax);
}

/** Counts an echo of the pulse; returns its number. */
@inline
export function countEcho(): u32 { return ++echoesSoFar; }

/** How far noise may move a range. */
@inline
export function reachAt(range: f32): f32 {
  return load<f32>(instrument, Instrument.gateReach) + load<f32>(instrument, Instrument.gateGrowth) * range;
}

/** The nearest range of a hit that may be measured within the limits. */
@inline
export function nearestMeasured(): f32 { return leastRecorded - reachAt(leastRecorded); }

/** The farthest one. */
@inline
export function farthestMeasured(): f32 {
  const beyond = greatestRecorded + load<f32>(instrument, Instrument.gateReach);
  return beyond * load<f32>(instrument, Instrument.gateStretch);
}
