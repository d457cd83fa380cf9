// A subray stands for a share of the footprint, which a surface that is inclined to the beam spreads over range. If
// subrays are farther apart along range than the pulse is long, the waveform of a smooth slope would have a peak for
// each of them; so the pulse of such a hit is stretched. The share is a Gaussian, wider where the beam is faint and
// subrays are few, narrower with the number of subrays: kernel density estimation with an adaptive kernel (Silverman
// 1986, "Density Estimation", §5.3). It counts as far as the surface goes on: by the fraction of the pulse's other hits
// that lie in the plane of this one, so that a leaf is not taken for a slope.
// Where a whole Gaussian beam meets one plane, what comes back from it is a Gaussian, too, whose mean and variance are
// those of its hits. Their pulses then draw together and widen in return, so that mean and variance stay (a smoothed
// bootstrap: the same, §6.4): on a whole plane to one middle, less where a part of it is hidden, and not at all where
// more than 3 % are, since what is left of a Gaussian is none.
// uses: extent hits places
// asks for: exitOf

// Whether the pulse of any hit is stretched.
var<private> isStretched: bool;

// Stretch of the pulse of hit `k` over the sent one.
fn stretchOf(k: u32) -> f32 {
  if (!isStretched) { return 1.0; }
  return abs(directions[k].w);
}

// Range of the middle of the pulse of hit `k`. A negative stretch marks the hits of the plane.
fn middleOf(k: u32) -> f32 {
  let range = hitDistance(k);
  if (!isStretched || directions[k].w >= 0.0) { return range; }
  return planeMiddle + kept * (range - planeMiddle);
}

// Computes the stretch of each hit's pulse, and stores it in place of the subray's share of the energy; slices of
// foliage come with theirs.
fn stretchPulses(pulse: Pulse, base: u32) {
  isStretched = false;
  setBeam(pulse);
  let isPlane = run.shareWidth != 0.0 && run.shareGrowth > 0.0 && findPlane(base);
  isStretched = isPlane || run.hitCount > run.subrayCount || (run.shareWidth != 0.0 && isAnyWide(base));
  if (!isStretched) { return; }
  for (var left = run.hitCount - run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    directions[k].w = bitcast<f32>(hits[fieldOf(k, HIT_TRIANGLE)]);
  }
  // Of the plane, before any other takes its place.
  if (isPlane) { gatherPulses(base); }
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (!isBetween(k, nearestHit, farthestHit) || (isPlane && directions[k].w < 0.0)) { continue; }
    directions[k].w = stretchOne(base, k);
  }
}

// Whether any share covers a range that counts.
fn isAnyWide(base: u32) -> bool {
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (isBetween(k, nearestHit, farthestHit) && spreadSquare(k) > SPREAD_MIN * SPREAD_MIN) { return true; }
  }
  return false;
}

// The stretch of the pulse of one hit.
fn stretchOne(base: u32, k: u32) -> f32 {
  let variance = spreadSquare(k);
  if (!(variance > SPREAD_MIN * SPREAD_MIN)) { return 1.0; }
  let inPlane = shareInPlane(base, k);
  let more = variance * inPlane * inPlane - SPREAD_MIN * SPREAD_MIN;
  return sqrt(1.0 + clamp(more, 0.0, STRETCH_MAX * STRETCH_MAX));
}

// ---- the spread of a share over range -------------------------------------------------------------------------------

// The pulse in work, and the beam's upward direction.
var<private> beam: Pulse;
var<private> upward: vec3<f32>;

fn setBeam(pulse: Pulse) {
  beam = pulse;
  upward = cross(pulse.right, pulse.direction);
}

// Square of the spread along range of half a beam on the surface that a subray hit, in variances of the pulse: (g w)²
// with the slope g of the range across the beam, each way, and the half width w of the beam there.
fn beamSquare(k: u32) -> f32 {
  let normal = hitNormal(k);
  let range = hitDistance(k);
  let facing = max(-dot(normal, beam.direction), COSINE_MIN);
  let right = dot(normal, beam.right) / facing;
  let up = dot(normal, upward) / facing;
  let across = right * right * widthSquare(range, instrument.divergenceRight, instrument.rayleighRight)
    + up * up * widthSquare(range, instrument.divergenceUp, instrument.rayleighUp);
  return across / (instrument.pulseSpread * instrument.pulseSpread);
}

// Variance along range of a subray's share, in variances of the pulse: (g w s)² with the half width s of the share,
// exp(r²) times as wide at the place r as on the axis, since the beam is exp(−2r²) times as dense.
fn spreadSquare(k: u32) -> f32 {
  let aside = directions[k].xyz - beam.direction;
  let a = dot(aside, beam.right) / max(instrument.divergenceRight, TINY);
  let b = dot(aside, upward) / max(instrument.divergenceUp, TINY);
  let place = min(a * a + b * b, PLACE_SQUARE_MAX);
  return run.shareWidth * run.shareWidth * exp(2.0 * run.shareGrowth * place) * beamSquare(k);
}

// The square of the beam's half width at a range: θ² (R² + z²), with the distance z at which it is √2
// times as wide as at the exit.
fn widthSquare(range: f32, angle: f32, rayleigh: f32) -> f32 {
  return angle * angle * (range * range + rayleigh * rayleigh);
}

// ---- the extent of a surface ----------------------------------------------------------------------------------------

// Curved surfaces count as continuing, too: they may leave the plane by this part of the range that the plane itself
// covers.
const BEND: f32 = 0.05;

// The plane of a hit: its normal, its distance from the pulse's origin, and the range of that hit.
var<private> planeNormal: vec3<f32>;
var<private> planeDepth: f32;
var<private> planeRange: f32;

// Takes the plane of hit `k`.
fn setPlane(k: u32) {
  planeNormal = hitNormal(k);
  planeRange = hitDistance(k);
  planeDepth = dot(planeNormal, directions[k].xyz) * planeRange + dot(planeNormal, exitOf(beam, directions[k].xyz));
}

// Whether hit `j` lies in the plane, to half a standard deviation of the pulse in range.
fn isInPlane(j: u32) -> bool {
  if (!isBetween(j, nearestHit, farthestHit)) { return false; }
  // From a subray's exit the plane is nearer by n · exit than from the pulse's origin.
  let left = planeDepth - dot(planeNormal, exitOf(beam, directions[j].xyz));
  let expected = left / dot(planeNormal, directions[j].xyz);
  let limit = 0.5 * instrument.pulseSpread + BEND * abs(expected - planeRange);
  return abs(hitDistance(j) - expected) <= limit;
}

// The fraction of the pulse's other subrays that hit the plane of hit `k`.
fn shareInPlane(base: u32, k: u32) -> f32 {
  setPlane(k);
  let fours = (run.subrayCount + 3u) / 4u;
  let step = ((fours - 1u) / (SHARES_COMPARED / 4u) + 1u) * 4u;
  var inPlane = 0u;
  var compared = 0u;
  let rows = (run.subrayCount + step - 1u) / step;
  for (var row = rows; row > 0u; row--) {
    let four = (rows - row) * step;
    let end = min(four + 4u, run.subrayCount);
    for (var left = end - four; left > 0u; left--) {
      let j = placeOf(base, end - left);
      if (j == k) { continue; }
      compared += 1u;
      inPlane += u32(isInPlane(j));
    }
  }
  return select(0.0, f32(inPlane) / f32(compared), compared > 0u);
}

// ---- a plane that the whole beam meets ------------------------------------------------------------------------------

// The part of a plane that may be hidden; cosine of the angle to which normals are alike there.
const HIDDEN_MAX: f32 = 0.03;
const ALIKE: f32 = 0.9;
// Hits whose planes are tried, evenly over the subrays: one of them may be what hides the plane.
const CANDIDATES: u32 = 2u;

// The part of the plane that the pulse meets, and what its pulses keep of their distances from their middle.
var<private> planeShare: f32;
var<private> kept: f32;
// Energy-weighted mean and variance of the ranges of its hits, the latter in variances of the pulse.
var<private> planeMiddle: f32;
var<private> planeVariance: f32;

// Finds the plane that the beam meets, and over which it is spread along range; returns whether there is one.
fn findPlane(base: u32) -> bool {
  for (var left = CANDIDATES; left > 0u; left--) {
    let k = placeOf(base, (CANDIDATES - left) * run.subrayCount / CANDIDATES);
    if (!isBetween(k, nearestHit, farthestHit) || !areAlike(base, k)) { continue; }
    if (!(beamSquare(k) > 4.0 * PLANE_SPREAD_MIN * PLANE_SPREAD_MIN)) { continue; }
    setPlane(k);
    if (measurePlane(base)) { return true; }
  }
  return false;
}

// Whether enough subrays hit surfaces that face as that of hit `k` does.
fn areAlike(base: u32, k: u32) -> bool {
  let normal = hitNormal(k);
  let most = u32(HIDDEN_MAX * f32(run.subrayCount));
  var others = 0u;
  for (var left = run.subrayCount; left > 0u; left--) {
    let j = placeOf(base, run.subrayCount - left);
    others += u32(!(isBetween(j, nearestHit, farthestHit) && dot(normal, hitNormal(j)) > ALIKE));
    if (others > most) { return false; }
  }
  return true;
}

// Measures the hits in the plane; returns whether enough subrays hit it.
fn measurePlane(base: u32) -> bool {
  var total = 0.0;
  var ranges = 0.0;
  var squares = 0.0;
  var inPlane = -1;
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (!isInPlane(k)) { continue; }
    let e = hitEnergy(k);
    let beyond = hitDistance(k) - planeRange;
    total += e;
    ranges += e * beyond;
    squares += e * beyond * beyond;
    inPlane += 1;
  }
  planeShare = f32(inPlane) / f32(run.subrayCount - 1u);
  let mean = ranges / total;
  planeMiddle = planeRange + mean;
  planeVariance = (squares / total - mean * mean) / (instrument.pulseSpread * instrument.pulseSpread);
  kept = min(1.0, (1.0 - planeShare) / HIDDEN_MAX);
  // No pulse is longer than the longest.
  kept = sqrt(max(kept * kept, 1.0 - STRETCH_MAX * STRETCH_MAX / planeVariance));
  return kept < 1.0 && planeVariance > 0.0;
}

// Draws the pulses of the plane's hits together and widens them, so that mean and variance of their sum stay.
fn gatherPulses(base: u32) {
  let given = 1.0 + (1.0 - kept * kept) * planeVariance;
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (!isInPlane(k)) { continue; }
    let own = max(0.0, spreadSquare(k) * planeShare * planeShare - SPREAD_MIN * SPREAD_MIN);
    directions[k].w = -sqrt(min(given + kept * kept * own, 1.0 + STRETCH_MAX * STRETCH_MAX));
  }
}
