// Summits of the waveform of a part, one after the other: a maximum is a summit if the waveform rises to it from the
// valley before, and falls behind it, by more than noise and rounding.

import { receiver } from './addresses.generated';
import { NOTCH, Receiver } from './records.generated';
import { noiseOn, powerAt, waveCount } from './wave';

/** The last summit: its first and its last highest sample, and the samples of the lowest power before and behind it. */
export let top: i32 = 0, topEnd: i32 = 0, valleyBefore: i32 = 0, valleyAfter: i32 = 0;
/** The power there, W. */
export let topPower: f32 = 0;

/**
 * The next sample to look at, the lowest one since the last summit, and its power; whether the
 * waveform rises from there.
 */
let next: i32 = 0, low: i32 = 0;
let lowPower: f32 = 0;
let rising: bool = false;
/** Whether no summit of the part has been found yet. */
let isFirst: bool = true;

/** Begins before the first summit of the open part; before the part there is no light. */
export function openSummits(): void {
  next = 0;
  low = 0;
  lowPower = 0;
  isFirst = true;
  leaveValley();
}

/** Goes on to the next summit; returns whether there is one. */
export function nextSummit(): bool {
  if (!rising) return false;
  valleyBefore = low;
  isFirst = false;
  climbToTop();
  leaveValley();
  valleyAfter = rising ? low : waveCount - 1;
  return true;
}

/**
 * Goes on until the waveform rises from its lowest sample, or the part ends. The first summit need not stand out from
 * another one, only reach the threshold.
 */
function leaveValley(): void {
  const threshold = load<f32>(receiver, Receiver.threshold);
  rising = false;
  for (; next < waveCount; next++) {
    const power = powerAt(next);
    if (power < lowPower) {
      low = next;
      lowPower = power;
    } else if (power - lowPower > notch(power) || (isFirst && power >= threshold && power > lowPower)) {
      rising = true;
      return;
    }
  }
}

/** Goes on until the waveform has fallen from its highest sample, or the part ends. */
function climbToTop(): void {
  top = next;
  topEnd = next;
  topPower = powerAt(next);
  for (next++; next < waveCount; next++) {
    const power = powerAt(next);
    if (power > topPower) {
      top = next;
      topEnd = next;
      topPower = power;
    } else if (power == topPower && topEnd == next - 1) topEnd = next;
    else if (topPower - power > notch(topPower)) break;
  }
  low = min<i32>(next, waveCount - 1);
  lowPower = powerAt(low);
}

/** The fall from a power that leaves a summit. */
@inline
function notch(power: f32): f32 {
  return max<f32>(NOTCH * power, load<f32>(receiver, Receiver.prominence) * noiseOn(power));
}
