// Detectors that look at one summit of the waveform after the other: at its vertex, or at the crossing of its leading
// edge with the threshold or a fraction of its height.
// uses: crossings reports summits wave

// Reports the finds of the detector in the open part.
fn findEchoes() {
  openSummits();
  for (var left = waveCount; left > 0; left--) {
    if (!(hasRoom() && nextSummit())) { break; }
    if (topPower >= receiver.threshold) { reportSummit(); }
    blindAfterSaturation();
  }
}

// Reports the last summit, unless the detector does not see it.
fn reportSummit() {
  findVertex();
  let place = placeOfSummit();
  if (place < 0.0 || isBlind(f32(waveStart) + place)) { return; }
  let received = vertexPower / receiver.peakRate;
  reportFound(place, select(valleyBefore, -1, valleyBefore == 0), valleyAfter, received, measuredWidth());
  blindFor(receiver.recovery, f32(waveStart) + place);
}

// Place at which the detector finds the last summit, in intervals from the part's first sample on; −1: it does not.
fn placeOfSummit() -> f32 {
  // A comparator that has not fallen below its threshold triggers no second time.
  if (receiver.detector == DETECT_LEADING_EDGE) { return crossUp(receiver.threshold); }
  if (receiver.detector != DETECT_CONSTANT_FRACTION) { return vertex; }
  let edge = crossUp(receiver.fraction * vertexPower);
  return select(edge, f32(valleyBefore), edge < 0.0);
}

// The receiver recovers from the summit's last saturated sample, if there is one.
fn blindAfterSaturation() {
  if (receiver.recovery == 0.0) { return; }
  let last = lastSaturated(valleyBefore, valleyAfter);
  if (last >= 0.0) { blindFor(receiver.recovery, last); }
}
