// The samples of a part, as the detectors read them.
// uses: double

// Times and numbers of the part that is open: the time of its first sample, in intervals, and
// the number of its samples.
var<private> waveStart: i32;
var<private> waveCount: i32;
// Place of its samples, and the watts of a unit of them.
var<private> samplesAt: u32;
var<private> unit: f32;

// Opens the part at a place of the windows.
fn openWave(at: u32) {
  let part = windows[at];
  samplesAt = part.sampleStart;
  waveStart = i32(part.firstSample);
  waveCount = i32(part.sampleCount);
  unit = part.gain;
}

// The power at a sample of the part, W.
fn powerAt(k: i32) -> f32 { return fixed(fixed(waves[samplesAt + u32(k)] - receiver.baseline) * unit); }

// Whether a sample of the part has the highest code.
fn isSaturated(k: i32) -> bool {
  return receiver.bits > 0u && waves[samplesAt + u32(k)] >= receiver.codeMax;
}

// The last sample with the highest code from one sample to another, in intervals after the emission; −1 without one.
fn lastSaturated(low: i32, high: i32) -> f32 {
  for (var left = high - low + 1; left > 0; left--) {
    let k = low + left - 1;
    if (isSaturated(k)) { return f32(waveStart + k); }
  }
  return -1.0;
}

// Standard deviation of the noise on a power.
fn noiseOn(power: f32) -> f32 {
  let constantSquare = fixed(receiver.noiseConstant * receiver.noiseConstant);
  return roundedRoot(fixed(constantSquare + fixed(receiver.noisePerPower * max(power, 0.0))));
}
