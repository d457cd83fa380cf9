// Detectors of single photons: counts are a Poisson process whose rate follows the light, and after each count the
// detector is blind for its dead time (Fouche 2003, Appl. Opt. 42(27)). The next count is at the time at which the
// integral of the rate reaches an exponential number.

import { receiver } from './addresses.generated';
import { metresPerTick } from './clock';
import { DRAW_PHOTON, Receiver } from './records.generated';
import { draw, uniformNumber, word0, word1 } from './random';
import { hitNear, rangeAt, reportAlarm, reportEcho, hasRoom } from './reports';
import { powerAt, waveCount, waveStart } from './wave';

/** Time at which the detector sees again, in intervals after the emission. */
let from: f64 = 0;
/** Remainder of the integral of the rate to the next count; a number in (0, 1) for its cause; its number. */
let left: f64 = 0, chance: f64 = 0;
let index: u32 = 0;
let pulseNumber: u32 = 0;

/** Begins the counts of a pulse at a place, in intervals after the emission. */
export function openCounts(pulse: u32, at: f64): void {
  pulseNumber = pulse;
  index = 0;
  from = at;
  armDetector();
}

function armDetector(): void {
  draw(pulseNumber, index++, DRAW_PHOTON);
  left = -Math.log(uniformNumber(word0));
  chance = uniformNumber(word1);
}

/** Reports the counts before a place in the light of the background alone. */
export function countDark(before: f64): void {
  countAt(before, <f64>load<f32>(receiver, Receiver.countRate), 0);
}

/** Reports the counts in the open part; a sample stands for half an interval on each side of it. */
export function countInPart(): void {
  const perPower = load<f32>(receiver, Receiver.countsPerJoule) * load<f32>(receiver, Receiver.interval);
  const dark = <f64>load<f32>(receiver, Receiver.countRate);
  for (let k = 0; k < waveCount && hasRoom(); k++)
    countAt(<f64>(waveStart + k) + 0.5, dark, <f64>(perPower * max<f32>(powerAt(k), 0)));
}

/** Reports the counts before a place, at rates of the background and of light. */
function countAt(before: f64, dark: f64, light: f64): void {
  const rate = dark + light;
  while (from < before && hasRoom()) {
    const rest = rate * (before - from);
    if (rest <= left) {
      left -= rest;
      from = before;
      return;
    }
    const at = from + left / rate;
    reportCount(at, chance * rate < light);
    from = at + <f64>load<f32>(receiver, Receiver.deadTime);
    armDetector();
  }
}

/** Reports a count, of a photon of the pulse or of the background. */
function reportCount(at: f64, isLight: bool): void {
  const range = rangeAt(0, at - <f64>load<f32>(receiver, Receiver.zero));
  const received: f32 = 1 / load<f32>(receiver, Receiver.countsPerJoule);
  if (!isLight) {
    reportAlarm(range, received, -1);
    return;
  }
  // The hit of the photon lies about this much earlier.
  const delay = <f64>load<f32>(receiver, Receiver.peakDelay);
  const hit = hitNear(<f32>rangeAt(0, at - delay));
  const near = load<f32>(receiver, Receiver.spread) * <f32>metresPerTick();
  reportEcho(range, hit - near, hit + near, received, -1);
}
