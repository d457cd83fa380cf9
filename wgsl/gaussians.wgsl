// Gaussian decomposition: the waveform of a part as a sum of Gaussians (Wagner et al. 2006, ISPRS J. 60(2)). It starts from the summits;
// then each Gaussian in turn takes a step of Levenberg and Marquardt (Marquardt 1963) towards what the others leave of the waveform.

// The most Gaussians of a part, and how often each takes a step.
const GAUSSIANS_MAX: i32 = 15;
const SWEEPS: i32 = 8;
// Sweeps end where no middle or width moves by more than this, in intervals.
const STEP_MIN: f32 = 1e-3;
// Samples count up to this many standard deviations from a Gaussian's middle.
const FIT_REACH: f32 = 3.0;
// A Gaussian is at least and at most so wide, in standard deviations of the response.
const NARROWEST: f32 = 0.3;
const WIDEST: f32 = 64.0;
// The damping of steps, at first, and what it grows and falls by.
const DAMPING: f32 = 1e-3;
const MORE: f32 = 10.0;
const LESS: f32 = 0.1;
const ROOT_TURN: f32 = 2.5066283;

// Height (W), middle and standard deviation (intervals), damping, valleys on both sides.
struct Gaussian { height: f32, middle: f32, spread: f32, damping: f32, before: i32, after: i32 }
var<private> gaussians: array<Gaussian, GAUSSIANS_MAX>;
var<private> gaussianCount: i32;

// Reports the Gaussians of the open part.
fn fitGaussians() {
  startFromSummits();
  for (var sweep = 0; sweep < SWEEPS; sweep++) {
    var moved = 0.0;
    for (var j = 0; j < gaussianCount; j++) { moved = max(moved, improve(j)); }
    if (moved < STEP_MIN) { break; }
  }
  for (var j = 0; j < gaussianCount && hasRoom(); j++) { reportGaussian(gaussians[j]); }
}

// One Gaussian for each summit above the threshold.
fn startFromSummits() {
  gaussianCount = 0;
  openSummits();
  while (gaussianCount < GAUSSIANS_MAX && nextSummit()) {
    if (!(topPower >= receiver.threshold)) { continue; }
    findVertex();
    var width = receiver.spread;
    if (vertexBend > 0.0) { width = inverseSqrt(vertexBend); }
    let before = select(valleyBefore, -1, valleyBefore == 0);
    gaussians[gaussianCount] = Gaussian(vertexPower, vertex, allowed(width), DAMPING, before, valleyAfter);
    gaussianCount++;
  }
}

// The nearest standard deviation that a Gaussian may have.
fn allowed(spread: f32) -> f32 { return clamp(spread, NARROWEST * receiver.spread, WIDEST * receiver.spread); }

fn reportGaussian(g: Gaussian) {
  if (isBlind(f32(waveStart) + g.middle)) { return; }
  let area = g.height * g.spread * ROOT_TURN * receiver.interval;
  reportFound(g.middle, g.before, g.after, area, f32(FWHM_PER_SIGMA) * g.spread);
  blindFor(receiver.recovery, f32(waveStart) + g.middle);
}

// Normal equations of a step: the matrix's upper half, the right-hand side and the sum of squares that is left.
struct Equations {
  m00: f32, m01: f32, m02: f32, m11: f32, m12: f32, m22: f32,
  right: vec3<f32>,
  squares: f32,
}

// Takes one step with a Gaussian, if that leaves less of the waveform; returns how far its middle and its width were to move.
fn improve(j: i32) -> f32 {
  let old = gaussians[j];
  let reach = FIT_REACH * old.spread;
  let first = max(0, i32(ceil(old.middle - reach)));
  let last = min(waveCount - 1, i32(floor(old.middle + reach)));
  let equations = sumEquations(j, first, last);
  let step = solveStep(equations, 1.0 + old.damping);
  if (!step.isSolved) { return 0.0; }
  let height = max(old.height + step.by.x, 0.0);
  let middle = old.middle + clamp(step.by.y, -old.spread, old.spread);
  gaussians[j] = Gaussian(height, middle, allowed(old.spread + step.by.z), old.damping * LESS, old.before, old.after);
  if (sumEquations(j, first, last).squares > equations.squares) {
    gaussians[j] = old;
    gaussians[j].damping = old.damping * MORE;
  }
  return max(abs(step.by.y), abs(step.by.z));
}

// Sums up the normal equations of a Gaussian over samples.
fn sumEquations(own: i32, first: i32, last: i32) -> Equations {
  let g = gaussians[own];
  let inverse = 1.0 / g.spread;
  var sum = Equations();
  for (var k = first; k <= last; k++) {
    if (isSaturated(k)) { continue; }
    let t = (f32(k) - g.middle) * inverse;
    let j0 = bell(t);
    let j1 = g.height * j0 * t * inverse;
    let j2 = j1 * t;
    let left = powerAt(k) - othersAt(own, k) - g.height * j0;
    sum.m00 += j0 * j0; sum.m01 += j0 * j1; sum.m02 += j0 * j2;
    sum.m11 += j1 * j1; sum.m12 += j1 * j2; sum.m22 += j2 * j2;
    sum.right += vec3<f32>(j0, j1, j2) * left;
    sum.squares += left * left;
  }
  return sum;
}

// The sum of all other Gaussians at a sample.
fn othersAt(own: i32, k: i32) -> f32 {
  var sum = 0.0;
  for (var j = 0; j < gaussianCount; j++) {
    if (j == own) { continue; }
    let g = gaussians[j];
    sum += g.height * bell((f32(k) - g.middle) / g.spread);
  }
  return sum;
}

fn bell(t: f32) -> f32 { return exp(-0.5 * t * t); }

struct Step { by: vec3<f32>, isSolved: bool }

// Solves the equations, their diagonal times `grown`, by Cholesky's decomposition; `isSolved` says whether it could.
fn solveStep(e: Equations, grown: f32) -> Step {
  let d0 = e.m00 * grown;
  if (!(d0 > 0.0)) { return Step(); }
  let l00 = sqrt(d0);
  let l10 = e.m01 / l00;
  let l20 = e.m02 / l00;
  let d1 = e.m11 * grown - l10 * l10;
  if (!(d1 > 0.0)) { return Step(); }
  let l11 = sqrt(d1);
  let l21 = (e.m12 - l20 * l10) / l11;
  let d2 = e.m22 * grown - l20 * l20 - l21 * l21;
  if (!(d2 > 0.0)) { return Step(); }
  let y0 = e.right.x / l00;
  let y1 = (e.right.y - l10 * y0) / l11;
  let r2 = (e.right.z - l20 * y0 - l21 * y1) / d2;
  let r1 = (y1 - l21 * r2) / l11;
  return Step(vec3<f32>((y0 - l10 * r1 - l20 * r2) / l00, r1, r2), true);
}
