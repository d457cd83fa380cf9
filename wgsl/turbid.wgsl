// turbid: foliage whose leaves are small against the beam (Ross 1981, "The Radiation Regime and Architecture of Plant
// Stands"). Of a subray's light the part exp(−τ) has passed the optical depth τ, whatever the light met before: each
// part of the way sends back what leaves do there in the mean, in slices of range that follow the hits of the subrays,
// and what is behind gets the rest. Nothing is drawn, so returns do not depend on the number of subrays.
// uses: cells double hits nearest places slices storeHits
// asks for: startOf

// Adds slices of foliage to the hits of the pulse at place `p`, and takes what they keep from the subrays' shares.
fn fillSlices(p: u32, pulse: Pulse) {
  clearSlices();
  for (var left = run.subrayCount; left > 0u; left--) { passLeaves(pulse, placeOf(p, run.subrayCount - left)); }
  finishSlices(p, pulse);
}

// Takes the subray at a place through all media before its hit.
fn passLeaves(pulse: Pulse, place: u32) {
  let ray = directions[place];
  let distance = hitDistance(place);
  let limit = select(distance, FAR_AWAY, distance < 0.0);
  let origin = startOf(pulse, ray.xyz);
  var isClear = true;
  for (var left = root.mediumCount; left > 0u; left--) {
    let m = root.mediumCount - left;
    if (media[m].drawn != 0u) { continue; }
    let way = enterCells(m, origin, ray.xyz, limit);
    if (!(way.begins < way.ends)) { continue; }
    if (isClear) { clearDepths(); }
    isClear = false;
    passCells(m, way);
  }
  if (isClear) { return; }
  directions[place].w = shareOut(ray.w);
}

// Adds the optical depths of the cells along a way, up to where nothing is left of the light.
fn passCells(m: u32, way: Way) {
  let thickness = thicknessOf(m, way);
  var left = OPAQUE_DEPTH;
  var walk = beginCells(m, way);
  for (var cells = walk.left; cells > 0u; cells--) {
    if (!(left > 0.0) || !nextCell(&walk, way)) { break; }
    let perMetre = fixed(thickness * walk.density);
    let passed = fixed(perMetre * fixed(walk.cellTo - walk.cellFrom));
    if (!(passed > 0.0)) { continue; }
    var end = walk.cellTo;
    if (passed > left) { end = min(fixed(walk.cellFrom + roundedQuotient(left, perMetre)), walk.cellTo); }
    if (end > walk.cellFrom) { addDepth(m, walk.cellFrom, end, perMetre); }
    left = fixed(left - passed);
  }
}

// A little more than exp(−OPAQUE_DEPTH): less than this is nothing.
const OPAQUE: f32 = 1.1e-5;

// Divides a subray's share of the energy among its slices, by their optical depths; returns what is left behind them.
fn shareOut(share: f32) -> f32 {
  var before = 1.0;
  var sum = 0.0;
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    let depth = depths[s];
    if (!(depth > 0.0)) { continue; }
    sum += depth;
    let after = exp(-sum);
    let here = share * (before - after);
    shares[s] += here;
    moments[s] += here * meanDistance(s, depth, after / before);
    before = after;
  }
  return select(share * before, 0.0, before < OPAQUE);
}

// The mean distance at which light is sent back from slice `s`, of which the part `q` = exp(−depth) passes. Leaves fill
// an even part of it about their mean distance, of the length L: the law of Beer and Lambert has its mean at
// L (1/depth − q/(1 − q)) in it.
fn meanDistance(s: i32, depth: f32, q: f32) -> f32 {
  let middle = depthMoments[s] / depth;
  let begin = f32(firstSlice + s) * sliceWidth;
  let length = 2.0 * max(min(middle - begin, begin + sliceWidth - middle), 0.0);
  let mean = select(1.0 / depth - q / (1.0 - q), 0.5 - depth / 12.0, depth < SMALL_DEPTH);
  return middle + length * (mean - 0.5);
}

// Makes hits of the slices, on the axis, and turned to the sensor: as leaves are in the mean.
fn finishSlices(p: u32, pulse: Pulse) {
  let stretch = sliceStretch();
  for (var left = SLICE_ROOM; left > 0u; left--) {
    let s = i32(SLICE_ROOM - left);
    let place = placeOf(p, run.subrayCount + SLICE_ROOM - left);
    if (!(shares[s] > 0.0)) {
      storeMiss(place);
      continue;
    }
    let normal = -pulse.direction;
    let surface = media[owners[s]].surface;
    let distance = moments[s] / shares[s];
    storeHit(place, Hit(distance, bitcast<u32>(stretch), 0u, surface, normal.x, normal.y, normal.z, 0.0));
    directions[place] = vec4<f32>(pulse.direction, shares[s]);
  }
}

// Stretch of the pulse of each slice, so that neighbours have no valley between them.
fn sliceStretch() -> f32 {
  if (!(instrument.pulseSpread > 0.0)) { return 1.0; }
  return max(1.0, SLICE_PULSE * sliceWidth / instrument.pulseSpread);
}
