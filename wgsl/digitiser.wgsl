// The digitiser: codes of the powers of a part, after automatic gain has halved the signal until it fits.
// uses: double

// The watts of a unit of the part's samples: the gain is the largest at which its greatest power,
// without noise, has a code.
fn gainOf(part: WaveformPart) -> f32 {
  var scale = 1.0;
  if (receiver.gainSteps > 0u) {
    let room = roundedQuotient(fixed(receiver.codeMax - receiver.baseline), receiver.codesPerWatt);
    let greatest = greatestPower(part);
    for (var left = receiver.gainSteps; left > 0u; left--) {
      if (!(greatest > room * scale)) { break; }
      scale = fixed(2.0 * scale);
    }
  }
  return roundedQuotient(scale, receiver.codesPerWatt);
}

fn greatestPower(part: WaveformPart) -> f32 {
  var greatest = 0.0;
  for (var left = part.sampleCount; left > 0u; left--) {
    greatest = max(greatest, waves[part.sampleStart + left - 1u]);
  }
  return greatest;
}

// Turns the powers of a part into codes; without a digitiser they stay as they are.
fn digitise(part: WaveformPart) {
  if (receiver.bits == 0u) { return; }
  let perWatt = roundedQuotient(1.0, part.gain);
  for (var left = part.sampleCount; left > 0u; left--) {
    let at = part.sampleStart + left - 1u;
    let code = round(fixed(receiver.baseline + fixed(waves[at] * perWatt)));
    waves[at] = min(max(code, 0.0), receiver.codeMax);
  }
}
