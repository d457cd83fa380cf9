// echo: the hits of one pulse become the returns that the instrument records, up to the number that it stores: the
// peaks of the waveform that its receiver sees, clusters of hits along range, or bins of HELIOS++'s waveform. One
// invocation a pulse: its returns, at the place of the pulse's own, and their number. 80 bytes a return.
// uses: bins clusters double extent gate limits losses peaks places returns

@compute @workgroup_size(WORKGROUP)
fn echo(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  if (pulse.silent != 0u) { return; }
  let base = placeOf(id.x, 0u);
  let isHit = findExtent(pulse, base);
  counts[id.x].y = markedHits(0u);
  if (!isHit) { return; }
  openGate(pulse.number, nearestHit, farthestHit);
  let out = id.x * run.maxReturns;
  let most = min(instrument.maxReturns, run.maxReturns);
  var made = 0u;
  if (instrument.method == PEAKS) { made = findPeaks(pulse, base, most, out); }
  else if (instrument.method == CLUSTERS) { made = findClusters(pulse, base, most, out); }
  else { made = findBins(pulse, base, most, out); }
  numberReturns(out, made, 0u);
  counts[id.x].x = made;
  counts[id.x].y = markedHits(made + echoesSoFar);
}
