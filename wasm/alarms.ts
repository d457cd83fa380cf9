// False alarms where the receiver records no part: a Poisson process over the gate of the pulse (Rice 1945).

import { receiver } from './addresses.generated';
import { DRAW_FALSE, Receiver } from './records.generated';
import { draw, uniformNumber, word0 } from './random';
import { hasRoom, isBlind, rangeAt, reportAlarm } from './reports';

/** The next alarm, in intervals after the emission, and its number. */
let next: f64 = Infinity;
let index: u32 = 0;
let pulseNumber: u32 = 0;
let rate: f64 = 0;

/** Begins the alarms of a pulse behind a place, in intervals after the emission. */
export function openAlarms(pulse: u32, from: f64): void {
  rate = <f64>load<f32>(receiver, Receiver.falseAlarmRate);
  pulseNumber = pulse;
  index = 0;
  next = from;
  advanceAlarm();
}

/** Goes on to the next alarm: times between events of a Poisson process are exponential. */
function advanceAlarm(): void {
  if (!(rate > 0)) {
    next = Infinity;
    return;
  }
  draw(pulseNumber, index++, DRAW_FALSE);
  next -= Math.log(uniformNumber(word0)) / rate;
}

/** Reports the alarms before a place, as strong as the threshold. */
export function reportAlarms(before: f64): void {
  while (next < before && hasRoom()) {
    const received = load<f32>(receiver, Receiver.threshold) / load<f32>(receiver, Receiver.peakRate);
    if (!isBlind(<f32>next)) reportAlarm(rangeAt(0, next), received, -1);
    advanceAlarm();
  }
}

/** Leaves out the alarms before a place, where a part is recorded. */
export function skipAlarms(before: f64): void {
  while (next < before) advanceAlarm();
}
