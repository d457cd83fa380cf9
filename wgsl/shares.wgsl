// A subray stands for a share of the footprint, which a surface that is inclined to the beam spreads over range. If
// subrays are farther apart along range than the pulse is long, the waveform of a smooth slope would have a peak for
// each of them; so the pulse of such a hit is stretched. The share is a Gaussian, wider where the beam is faint and
// subrays are few, narrower with the number of subrays: kernel density estimation with an adaptive kernel (Silverman
// 1986, "Density Estimation", §5.3). It counts as far as the surface goes on: by the fraction of the pulse's other hits
// that lie in the plane of this one, so that a leaf is not taken for a slope.
// uses: extent hits places
// asks for: exitOf

// Whether the pulse of any hit is stretched.
var<private> isStretched: bool;

// Stretch of the pulse of hit `k` over the sent one.
fn stretchOf(k: u32) -> f32 {
  if (!isStretched) { return 1.0; }
  return directions[k].w;
}

// Computes the stretch of each hit's pulse, and stores it in place of the subray's share of the energy; slices of
// foliage come with theirs.
fn stretchPulses(pulse: Pulse, base: u32) {
  isStretched = run.hitCount > run.subrayCount || (run.shareWidth != 0.0 && isAnyWide(pulse, base));
  if (!isStretched) { return; }
  setBeam(pulse);
  for (var left = run.hitCount - run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    directions[k].w = bitcast<f32>(hits[fieldOf(k, HIT_TRIANGLE)]);
  }
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.subrayCount - left);
    if (isBetween(k, nearestHit, farthestHit)) { directions[k].w = stretchOne(base, k); }
  }
}

// Whether any share covers a range that counts.
fn isAnyWide(pulse: Pulse, base: u32) -> bool {
  setBeam(pulse);
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

// Variance along range of a subray's share on the surface that it hit, in variances of the pulse: (g w s)² with the
// slope g of the range across the beam, each way, the half width w of the beam there, and the half width s of the
// share, exp(r²) times as wide at the place r as on the axis, since the beam is exp(−2r²) times as dense.
fn spreadSquare(k: u32) -> f32 {
  let hit = hitAt(k);
  let normal = vec3<f32>(hit.normalX, hit.normalY, hit.normalZ);
  let facing = max(-dot(normal, beam.direction), COSINE_MIN);
  let right = dot(normal, beam.right) / facing;
  let up = dot(normal, upward) / facing;
  let across = right * right * widthSquare(hit.distance, instrument.divergenceRight, instrument.rayleighRight)
    + up * up * widthSquare(hit.distance, instrument.divergenceUp, instrument.rayleighUp);
  let aside = directions[k].xyz - beam.direction;
  let a = dot(aside, beam.right) / max(instrument.divergenceRight, TINY);
  let b = dot(aside, upward) / max(instrument.divergenceUp, TINY);
  let place = min(a * a + b * b, PLACE_SQUARE_MAX);
  let share = run.shareWidth * run.shareWidth * exp(2.0 * run.shareGrowth * place);
  return share * across / (instrument.pulseSpread * instrument.pulseSpread);
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

// The fraction of the pulse's other subrays that hit the plane of hit `k`, to half a standard
// deviation of the pulse in range.
fn shareInPlane(base: u32, k: u32) -> f32 {
  let normal = hitNormal(k);
  let range = hitDistance(k);
  // The plane's distance from the pulse's origin; from a subray's exit it is less by n · exit.
  let depth = dot(normal, directions[k].xyz) * range + dot(normal, exitOf(beam, directions[k].xyz));
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
      if (!isBetween(j, nearestHit, farthestHit)) { continue; }
      let expected = (depth - dot(normal, exitOf(beam, directions[j].xyz))) / dot(normal, directions[j].xyz);
      let limit = 0.5 * instrument.pulseSpread + BEND * abs(expected - range);
      inPlane += u32(abs(hitDistance(j) - expected) <= limit);
    }
  }
  return select(0.0, f32(inPlane) / f32(compared), compared > 0u);
}
