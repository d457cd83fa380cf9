// detect: the recorded waveform of a pulse becomes the returns that the instrument reports. One invocation a pulse: its
// returns, at the place of the pulse's own, and their number.
// uses: alarms clock double echoes extent gate gaussians losses nearest photons places reports returns wave

@compute @workgroup_size(WORKGROUP)
fn detect(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  if (pulse.silent != 0u) { return; }
  let base = placeOf(id.x, 0u);
  let most = min(instrument.maxReturns, run.maxReturns);
  let out = id.x * run.maxReturns;
  openReports(pulse, base, findExtent(pulse, base), most, out);
  // Noise and false alarms may be anywhere.
  openGate(pulse.number, 0.0, FAR_AWAY);
  openTimes(pulse);
  let begin = id.x * PARTS_MAX;
  let end = begin + counts[id.x].z;
  if (receiver.detector >= DETECT_GEIGER) { countPhotons(begin, end); }
  else { findInParts(begin, end); }
  numberReturns(out, reported, cutOf(begin, end));
  counts[id.x].x = reported;
  counts[id.x].y = markedHits(echoesFound);
}

// RETURNS_CUT if the last part of a pulse is cut, else 0.
fn cutOf(begin: u32, end: u32) -> u32 {
  if (begin == end || windows[end - 1u].flags != PART_CUT) { return 0u; }
  return RETURNS_CUT;
}

// The gate of the pulse, in intervals after the emission.
var<private> gateFrom: Double;
var<private> gateTo: Double;

fn openTimes(pulse: Pulse) {
  gateFrom = scaleDouble(ticksPerMetre(), pulse.rangeMin);
  gateTo = scaleDouble(ticksPerMetre(), pulse.rangeMax);
}

// Reports the finds of a detector in the parts of a pulse, and false alarms between them.
fn findInParts(begin: u32, end: u32) {
  openAlarms(gateFrom);
  for (var left = end - begin; left > 0u; left--) {
    openWave(end - left);
    let start = doubleFromI32(waveStart);
    reportAlarms(select(start, gateTo, lessDouble(gateTo, start)));
    if (receiver.detector == DETECT_GAUSSIAN) { fitGaussians(); }
    else { findEchoes(); }
    leavePart();
    skipAlarms(doubleFromI32(waveStart + waveCount));
  }
  reportAlarms(gateTo);
}

// Reports the counts of a detector of single photons.
fn countPhotons(begin: u32, end: u32) {
  openCounts(gateFrom);
  for (var left = end - begin; left > 0u; left--) {
    if (!hasRoom()) { break; }
    openWave(end - left);
    countDark(addDouble(doubleFromI32(waveStart), Double(-0.5, 0.0)));
    countInPart();
  }
  countDark(gateTo);
}
