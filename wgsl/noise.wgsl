// The receiver's noise: normal, with a variance that grows with the power, and white, or correlated by a filter over
// neighbouring samples. The noise of a sample depends on pulse and clock alone, not on the parts that are recorded.
// uses: angles double normals

// Quads of samples on each side of one that a filter of so many weights reaches.
fn quadsOf(taps: i32) -> i32 { return (taps + 2) >> 2u; }
const QUADS_MAX: i32 = (i32(FILTER_MAX) + 2) / 4;
// Normal numbers of a quad of samples and of its neighbours.
var<private> near: array<vec4<f32>, 2 * QUADS_MAX + 1>;

// Adds noise to the powers of a part.
fn addNoise(part: WaveformPart) {
  let constantSquare = fixed(receiver.noiseConstant * receiver.noiseConstant);
  if (receiver.noiseConstant == 0.0 && receiver.noisePerPower == 0.0) { return; }
  let quad = i32(part.firstSample >> 2u);
  let taps = i32(receiver.filterTaps);
  if (taps > 0) { openFilter(part.pulse, quad, quadsOf(taps)); }
  let quads = (i32(part.sampleCount) + 3) >> 2u;
  for (var left = quads; left > 0; left--) {
    let k = quads - left;
    var noise: vec4<f32>;
    if (taps > 0) { noise = filtered(part.pulse, quad + k, taps); }
    else { noise = normals(part.pulse, quad + k); }
    for (var lane = fromZero(); lane < 4; lane++) {
      let at = part.sampleStart + u32(4 * k + lane);
      let variance = fixed(constantSquare + fixed(receiver.noisePerPower * waves[at]));
      waves[at] = fixed(waves[at] + fixed(roundedRoot(variance) * noise[lane]));
    }
  }
}

// Prepares the filter for a quad of samples.
fn openFilter(pulse: u32, quad: i32, quads: i32) {
  for (var q = 2 * quads; q > 0; q--) { near[q] = normals(pulse, quad - quads + q - 1); }
}

// Correlated noise of a quad of samples, the one behind that of the call before.
fn filtered(pulse: u32, quad: i32, taps: i32) -> vec4<f32> {
  let quads = quadsOf(taps);
  for (var left = 2 * quads; left > 0; left--) { near[2 * quads - left] = near[2 * quads - left + 1]; }
  near[2 * quads] = normals(pulse, quad + quads);
  let weights = (PHASES + 1u) * receiver.taps;
  var sums: vec4<f32>;
  for (var lane = fromZero(); lane < 4; lane++) {
    let middle = 4 * quads + lane;
    var sum = fixed(response[weights] * nearAt(middle));
    for (var left = taps - 1; left > 0; left--) {
      let j = taps - left;
      let both = fixed(nearAt(middle - j) + nearAt(middle + j));
      sum = plusTimes(sum, response[weights + u32(j)], both);
    }
    sums[lane] = sum;
  }
  return sums;
}

// The normal number of a sample in the quads near to one.
fn nearAt(k: i32) -> f32 { return near[k >> 2u][k & 3]; }
