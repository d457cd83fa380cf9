// sample: the parts in which a receiver records the waveform of a pulse, and the power there. The light of its hits
// arrives as the receiver's response to the pulse. One invocation a pulse: its parts and its samples, at the places of
// the pulse's own, and their numbers.
// uses: double extent parts places response shares

@compute @workgroup_size(WORKGROUP)
fn sample(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  if (pulse.silent != 0u) { return; }
  let base = placeOf(id.x, 0u);
  let isHit = findExtent(pulse, base);
  counts[id.x].y = hitCount;
  if (!isHit) { return; }
  stretchHits(pulse, base);
  let out = id.x * PARTS_MAX;
  layOutParts(pulse.number, base, out, id.x * receiver.samplesMax);
  for (var left = partCount; left > 0u; left--) { drawWave(base, windows[out + left - 1u]); }
  counts[id.x].z = partCount;
  counts[id.x].w = sampleCount;
}

// Computes the stretch of each hit's pulse; hits that are close together are passed over.
fn stretchHits(pulse: Pulse, base: u32) {
  if (farthestHit - nearestHit > instrument.pulseSpread) { stretchPulses(pulse, base); }
}
