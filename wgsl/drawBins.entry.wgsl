// drawBins: the waveforms of pulses with returns for echoes in bins, if they are requested: parts of bins, which hold
// powers in watts. One invocation a pulse: its parts and its bins, at the places of the pulse's own, and their numbers.
// uses: binPlaces binStarts double extent hits parts places

@compute @workgroup_size(WORKGROUP)
fn drawBins(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount || counts[id.x].x == 0u) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  let base = placeOf(id.x, 0u);
  _ = findExtent(pulse, base);
  keepHits(fixed(farthestHit - nearestHit) * bins.perMetre);
  let out = id.x * PARTS_MAX;
  layOutParts(pulse.number, base, out, id.x * receiver.samplesMax);
  for (var left = partCount; left > 0u; left--) { drawPart(base, out + left - 1u); }
  counts[id.x].z = partCount;
  counts[id.x].w = sampleCount;
}

// Draws the powers in the bins of the part at a place of the windows.
fn drawPart(base: u32, at: u32) {
  windows[at].nearest = nearestHit;
  windows[at].farthest = farthestHit;
  let part = windows[at];
  let count = i32(part.sampleCount);
  for (var left = count; left > 0; left--) { waves[part.sampleStart + u32(left - 1)] = 0.0; }
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    let place = placeHit(k);
    if (place.begin == NEVER) { continue; }
    let begin = place.begin - i32(part.firstSample);
    if (begin < 0 || begin >= count) { continue; }
    addPulse(
      part.sampleStart + u32(begin), min(place.end - place.begin, count - begin),
      fixed(hitEnergy(k) * instrument.peakRate),
    );
  }
}

// Adds the first `length` bins of a pulse with such a peak, from a place of the waves on.
fn addPulse(start: u32, length: i32, peak: f32) {
  for (var left = length; left > 0; left--) {
    let bin = u32(length - left);
    waves[start + bin] = fixed(waves[start + bin] + fixed(peak * response[bin]));
  }
}
