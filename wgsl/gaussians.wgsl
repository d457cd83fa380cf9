// Gaussian decomposition: the waveform of a part as a sum of Gaussians (Wagner et al. 2006, ISPRS J. 60(2)). It starts
// from the summits; then steps of Levenberg and Marquardt (Marquardt 1963) go from Gaussian to Gaussian, with two
// neighbours at a time where they overlap.
// uses: crossings equations reports summits wave

// The most Gaussians of a part, and the number of steps of each.
const GAUSSIANS_MAX: i32 = 15;
const SWEEPS: i32 = 8;
// Sweeps end where no middle or width moves by more than this, in intervals.
const STEP_MIN: f32 = 1e-3;
// Samples count up to this many standard deviations from a Gaussian's middle.
const FIT_REACH: f32 = 3.0;
// Limits of a Gaussian's width, in standard deviations of the response.
const NARROWEST: f32 = 0.3;
const WIDEST: f32 = 64.0;
// The damping of steps: at first, and the factors by which it grows and falls.
const DAMPING: f32 = 1e-3;
const MORE: f32 = 10.0;
const LESS: f32 = 0.1;
const ROOT_TURN: f32 = 2.5066283;

// Greatest plausible height of a Gaussian, in heights of its summit; beyond clipped samples, that of a retroreflector.
const HIGHEST: f32 = 2.0;
const HIGHEST_CLIPPED: f32 = 1000.0;
// Least plausible width: echoes are no narrower than the response; noise makes them seem so, but hardly below this
// share of it.
const NARROWEST_BELIEVED: f32 = 0.7;

// Height (W), middle and standard deviation (intervals), damping, valleys on both sides; those three at the start, and
// the greatest plausible height.
struct Gaussian {
  height: f32,
  middle: f32,
  spread: f32,
  damping: f32,
  before: i32,
  after: i32,
  start: vec3<f32>,
  highest: f32,
}
var<private> gaussians: array<Gaussian, GAUSSIANS_MAX>;
var<private> gaussianCount: i32;

// Reports the Gaussians of the open part.
fn fitGaussians() {
  startFromSummits();
  for (var sweep = 0; sweep < SWEEPS; sweep++) {
    var moved = 0.0;
    for (var left = gaussianCount; left > 0; left--) { moved = max(moved, improve(gaussianCount - left)); }
    if (moved < STEP_MIN) { break; }
  }
  for (var left = gaussianCount; left > 0; left--) {
    let j = gaussianCount - left;
    if (isLost(gaussians[j])) { restartAround(j); }
  }
  for (var left = gaussianCount; left > 0; left--) {
    if (!hasRoom()) { break; }
    reportGaussian(gaussians[gaussianCount - left]);
  }
}

// Whether a fit has left its summit: beyond its valleys, or in a shape that no echo has.
fn isLost(g: Gaussian) -> bool {
  if (g.middle < f32(max(g.before, 0)) || g.middle > f32(g.after)) { return true; }
  return g.height > g.highest || g.spread < NARROWEST_BELIEVED * receiver.spread;
}

// Resets a Gaussian, and the neighbours that were fitted with it, to the start.
fn restartAround(j: i32) {
  let last = min(j + 1, gaussianCount - 1);
  for (var left = last - max(j - 1, 0) + 1; left > 0; left--) {
    let k = last + 1 - left;
    let start = gaussians[k].start;
    gaussians[k].height = start.x;
    gaussians[k].middle = start.y;
    gaussians[k].spread = start.z;
  }
}

// One Gaussian for each summit above the threshold.
fn startFromSummits() {
  gaussianCount = 0;
  openSummits();
  for (var left = waveCount; left > 0; left--) {
    if (!(gaussianCount < GAUSSIANS_MAX && nextSummit())) { break; }
    if (!(topPower >= receiver.threshold)) { continue; }
    findVertex();
    var width = receiver.spread;
    if (vertexBend > 0.0) { width = inverseSqrt(vertexBend); }
    let before = select(valleyBefore, -1, valleyBefore == 0);
    let highest = vertexPower * select(HIGHEST, HIGHEST_CLIPPED, isSaturated(top));
    gaussians[gaussianCount] =
      Gaussian(vertexPower, vertex, allowed(width), DAMPING, before, valleyAfter, vec3<f32>(), highest);
    gaussianCount++;
    if (gaussianCount > 1) { narrow(gaussianCount - 2); }
  }
  for (var left = gaussianCount; left > 0; left--) { keepStart(left - 1); }
}

// Keeps the start of a Gaussian, no narrower than the response.
fn keepStart(j: i32) {
  let g = gaussians[j];
  gaussians[j].start = vec3<f32>(g.height, g.middle, max(g.spread, receiver.spread));
}

// Limits the widths of a Gaussian and the next one to half of the distance between them: wider ones of the same height
// would have one summit.
fn narrow(j: i32) {
  let half = 0.5 * (gaussians[j + 1].middle - gaussians[j].middle);
  gaussians[j].spread = min(gaussians[j].spread, half);
  gaussians[j + 1].spread = min(gaussians[j + 1].spread, half);
}

// The nearest standard deviation that a Gaussian may have.
fn allowed(spread: f32) -> f32 { return clamp(spread, NARROWEST * receiver.spread, WIDEST * receiver.spread); }

fn reportGaussian(g: Gaussian) {
  if (isBlind(f32(waveStart) + g.middle)) { return; }
  let area = g.height * g.spread * ROOT_TURN * receiver.interval;
  reportFound(g.middle, g.before, g.after, area, f32(FWHM_PER_SIGMA) * g.spread);
  blindFor(receiver.recovery, f32(waveStart) + g.middle);
}

// Gaussians farther apart than this many of their standard deviations take their steps one by one.
const APART: f32 = 6.0;

// Whether a Gaussian overlaps the next one.
fn overlapsNext(j: i32) -> bool {
  if (j < 0 || j + 1 >= gaussianCount) { return false; }
  let g = gaussians[j];
  let next = gaussians[j + 1];
  return next.middle - g.middle < APART * max(g.spread, next.spread);
}

// Takes one step with a Gaussian, and the next one if they overlap, if that leaves a smaller residual; returns the
// largest move of middles and widths that it wanted.
fn improve(j: i32) -> f32 {
  let isPair = overlapsNext(j);
  // The last of a row has taken its step with the one before.
  if (!isPair && overlapsNext(j - 1)) { return 0.0; }
  let last = j + i32(isPair);
  let begin = beginOf(j);
  let end = endOf(last);
  let before = sumEquations(j, last, begin, end);
  let old = array<Gaussian, 2>(gaussians[j], gaussians[last]);
  if (!solveStep(1.0 + old[0].damping, isPair)) { return 0.0; }
  var moved = moveBy(j, firstSide);
  if (isPair) { moved = max(moved, moveBy(last, secondSide)); }
  if (squaresLeft(begin, end) <= before) {
    gaussians[j].damping = old[0].damping * LESS;
    return moved;
  }
  gaussians[j] = old[0];
  gaussians[last] = old[1];
  gaussians[j].damping = old[0].damping * MORE;
  return moved;
}

// The range of samples to which a Gaussian is fitted.
fn beginOf(j: i32) -> i32 { return max(0, i32(ceil(gaussians[j].middle - FIT_REACH * gaussians[j].spread))); }
fn endOf(j: i32) -> i32 {
  return min(waveCount - 1, i32(floor(gaussians[j].middle + FIT_REACH * gaussians[j].spread)));
}

// Moves a Gaussian by a step, but lets it lose no more than half of its height and its width; returns the largest move
// of its middle and its width that the step wanted.
fn moveBy(j: i32, step: vec3<f32>) -> f32 {
  let g = gaussians[j];
  gaussians[j].height = max(g.height + step.x, 0.5 * g.height);
  gaussians[j].middle = g.middle + clamp(step.y, -g.spread, g.spread);
  gaussians[j].spread = allowed(max(g.spread + step.z, 0.5 * g.spread));
  return max(abs(step.y), abs(step.z));
}

// Sums up the normal equations of one Gaussian or two, the second of them `last`, over samples; returns the residual
// sum of squares.
fn sumEquations(first: i32, last: i32, begin: i32, end: i32) -> f32 {
  var aa = mat3x3<f32>();
  var ab = mat3x3<f32>();
  var bb = mat3x3<f32>();
  var sides = array<vec3<f32>, 2>();
  var squares = 0.0;
  for (var left = end - begin + 1; left > 0; left--) {
    let k = end + 1 - left;
    if (isSaturated(k)) { continue; }
    let left = powerAt(k) - modelAt(k);
    squares += left * left;
    let a = slopesOf(first, k);
    aa += mat3x3<f32>(a.x * a, a.y * a, a.z * a);
    sides[0] += left * a;
    if (first == last) { continue; }
    let b = slopesOf(last, k);
    ab += mat3x3<f32>(b.x * a, b.y * a, b.z * a);
    bb += mat3x3<f32>(b.x * b, b.y * b, b.z * b);
    sides[1] += left * b;
  }
  firstBlock = aa;
  mixedBlock = ab;
  secondBlock = bb;
  firstSide = sides[0];
  secondSide = sides[1];
  return squares;
}

// The residual sum of squares over samples.
fn squaresLeft(begin: i32, end: i32) -> f32 {
  var squares = 0.0;
  for (var left = end - begin + 1; left > 0; left--) {
    let k = end + 1 - left;
    if (isSaturated(k)) { continue; }
    let left = powerAt(k) - modelAt(k);
    squares += left * left;
  }
  return squares;
}

// Derivatives of a Gaussian at a sample by its height, middle and standard deviation.
fn slopesOf(j: i32, k: i32) -> vec3<f32> {
  let g = gaussians[j];
  let t = (f32(k) - g.middle) / g.spread;
  let byHeight = bell(t);
  let byMiddle = g.height * byHeight * t / g.spread;
  return vec3<f32>(byHeight, byMiddle, byMiddle * t);
}

// The sum of all Gaussians at a sample.
fn modelAt(k: i32) -> f32 {
  var sum = 0.0;
  for (var left = gaussianCount; left > 0; left--) {
    let j = gaussianCount - left;
    let t = (f32(k) - gaussians[j].middle) / gaussians[j].spread;
    if (abs(t) < APART) { sum += gaussians[j].height * bell(t); }
  }
  return sum;
}

fn bell(t: f32) -> f32 { return exp(-0.5 * t * t); }
