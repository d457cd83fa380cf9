// Detectors that look at one summit of the waveform after the other: at its vertex, or at the crossing of its leading
// edge with the threshold or a fraction of its height.

import { receiver } from './addresses.generated';
import { crossUp, findVertex, measuredWidth, vertex, vertexPower } from './crossings';
import { DETECT_CONSTANT_FRACTION, DETECT_LEADING_EDGE, Receiver } from './records.generated';
import { blindFor, hasRoom, isBlind, reportFound } from './reports';
import { nextSummit, openSummits, topPower, valleyAfter, valleyBefore } from './summits';
import { lastSaturated, waveStart } from './wave';

/** Reports the finds of the detector in the open part. */
export function findEchoes(): void {
  const threshold = load<f32>(receiver, Receiver.threshold);
  openSummits();
  while (hasRoom() && nextSummit()) {
    if (topPower >= threshold) reportSummit(threshold);
    blindAfterSaturation();
  }
}

/** Reports the last summit, unless the detector does not see it. */
function reportSummit(threshold: f32): void {
  findVertex();
  const place = placeOfSummit(threshold);
  if (place < 0 || isBlind(<f32>waveStart + place)) return;
  const received = vertexPower / load<f32>(receiver, Receiver.peakRate);
  reportFound(place, valleyBefore == 0 ? -1 : valleyBefore, valleyAfter, received, measuredWidth());
  blindFor(load<f32>(receiver, Receiver.recovery), <f32>waveStart + place);
}

/** Place at which the detector finds the last summit, in intervals from the part's first sample on; −1: it does not. */
function placeOfSummit(threshold: f32): f32 {
  const detector = load<u32>(receiver, Receiver.detector);
  // A comparator that has not fallen below its threshold triggers no second time.
  if (detector == DETECT_LEADING_EDGE) return crossUp(threshold);
  if (detector != DETECT_CONSTANT_FRACTION) return vertex;
  const edge = crossUp(load<f32>(receiver, Receiver.fraction) * vertexPower);
  return edge < 0 ? <f32>valleyBefore : edge;
}

/** The receiver recovers from the summit's last saturated sample, if there is one. */
function blindAfterSaturation(): void {
  const recovery = load<f32>(receiver, Receiver.recovery);
  if (recovery == 0) return;
  const last = lastSaturated(valleyBefore, valleyAfter);
  if (last >= 0) blindFor(recovery, last);
}
