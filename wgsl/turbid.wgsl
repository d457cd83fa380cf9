// turbid: foliage whose leaves are small against the beam (Ross 1981, "The Radiation Regime and Architecture of Plant
// Stands"). Of a subray's light the part exp(−τ) has passed the optical depth τ, whatever the light met before: each
// part of the way sends back what leaves do there in the mean, in slices of range that follow the hits of the subrays,
// and what is behind gets the rest. Nothing is drawn, so returns do not depend on the number of subrays.
// uses: cells double frames hits nearest places slices spheres storeHits
// asks for: startOf

// Adds slices of foliage to the hits of the pulse at place `p`, and takes what they keep from the subrays' shares.
fn fillSlices(p: u32, pulse: Pulse) {
  clearSlices();
  if (measureMedia(p, pulse)) {
    groupSubrays(p, pulse);
    for (var left = run.subrayCount; left > 0u; left--) {
      let k = run.subrayCount - left;
      if (hits[fieldOf(placeOf(p, k), HIT_ENERGY)] != PASSED) { passGroup(p, pulse, k); }
    }
  }
  finishSlices(p, pulse);
}

// Metres to the far side of the media that the pulse may touch, at most; that of the smallest cells.
var<private> farSide: f32;
var<private> finest: u32;
// Largest difference of the pulse's directions from its axis.
var<private> spread: f32;

// Measures the media that the pulse in work may touch; returns whether there are any.
fn measureMedia(p: u32, pulse: Pulse) -> bool {
  spread = spreadOf(p, pulse);
  farSide = 0.0;
  var least = FAR_AWAY;
  var touches = false;
  for (var left = root.mediumCount; left > 0u; left--) {
    let m = root.mediumCount - left;
    if (media[m].drawn != 0u || !touchesSphere(pulse, spread, m)) { continue; }
    touches = true;
    farSide = max(farSide, farSideOf(pulse, m));
    if (media[m].edge < least) {
      least = media[m].edge;
      finest = m;
    }
  }
  return touches;
}

// ---- subrays that go through the same cells -------------------------------------------------------------------------

// In place of the group of a subray, which lies where its energy will be: it has passed the leaves.
const PASSED: u32 = 0xffffffffu;

// Puts subrays into a group that go through nearly the same cells: in the middle of the axis's way through the medium
// of the smallest cells they are in one cell. Where a beam has very many, each subray is a group of its own.
fn groupSubrays(p: u32, pulse: Pulse) {
  let reach = fixed(instrument.exitReach + fixed(spread * farSide));
  let isWide = !(reach <= fixed(CELLS_ACROSS * media[finest].edge));
  let away = middleOfWay(pulse);
  for (var left = run.subrayCount; left > 0u; left--) {
    let k = run.subrayCount - left;
    let place = placeOf(p, k);
    var group = k << 2u;
    if (!isWide) {
      let direction = directions[place].xyz;
      let origin = startOf(pulse, direction);
      let y = cellsAt(media[finest].toCells1, origin, direction, away);
      let z = cellsAt(media[finest].toCells2, origin, direction, away);
      group = cellsAt(media[finest].toCells0, origin, direction, away) | (y << 10u) | (z << 20u);
    }
    hits[fieldOf(place, HIT_ENERGY)] = group;
  }
}

// Distance of the middle of the axis's way through the medium of the smallest cells; the far side if it misses.
fn middleOfWay(pulse: Pulse) -> f32 {
  let way = enterCells(finest, startOf(pulse, pulse.direction), pulse.direction, FAR_AWAY);
  return select(farSide, fixed(0.5 * fixed(way.begins + way.ends)), way.begins < way.ends);
}

// Last bits of the number of a cell along an axis, whose row is given, on a way.
fn cellsAt(row: vec4<f32>, origin: vec3<f32>, direction: vec3<f32>, away: f32) -> u32 {
  let place = fixed(alongRowF32(row, origin) + fixed(away * dotFixed(row.xyz, direction)));
  return u32(i32(floor(place)) & 0x3ff);
}

// Takes the group of a subray through the media.
fn passGroup(p: u32, pulse: Pulse, k: u32) {
  let group = hits[fieldOf(placeOf(p, k), HIT_ENERGY)];
  let way = findWay(p, pulse, group, k);
  let met = findDepths(pulse, way.xyz, way.w);
  var rest = 1.0;
  if (met) { rest = keep(); }
  var behind = 0.0;
  if (sliceCount > 0) { behind = f32(numberAt(sliceCount - 1) + 1) * sliceWidth; }
  var sum = 0.0;
  for (var left = run.subrayCount - k; left > 0u; left--) {
    let place = placeOf(p, run.subrayCount - left);
    if (hits[fieldOf(place, HIT_ENERGY)] != group) { continue; }
    hits[fieldOf(place, HIT_ENERGY)] = PASSED;
    if (!met) { continue; }
    let distance = hitDistance(place);
    let share = directions[place].w;
    if (distance >= 0.0 && distance < behind) {
      directions[place].w = share * addSharesBefore(distance, share);
    } else {
      sum += share;
      directions[place].w = share * rest;
    }
  }
  if (sum > 0.0) { addShares(sum); }
}

// The way of the group whose first subray is `k`: that of one of its subrays, by a number that is as good as drawn; and
// the farthest of its hits, FAR_AWAY if one has none. A mean way would have every group cross its cell in the middle,
// and more or less light pass.
fn findWay(p: u32, pulse: Pulse, group: u32, k: u32) -> vec4<f32> {
  var count = 0u;
  var farthest = 0.0;
  for (var left = run.subrayCount - k; left > 0u; left--) {
    let place = placeOf(p, run.subrayCount - left);
    if (hits[fieldOf(place, HIT_ENERGY)] != group) { continue; }
    count++;
    let distance = hitDistance(place);
    farthest = max(farthest, select(distance, FAR_AWAY, distance < 0.0));
  }
  var before = scattered(pulse.number, group) % count;
  var way = placeOf(p, k);
  for (var left = run.subrayCount - k; left > 0u; left--) {
    way = placeOf(p, run.subrayCount - left);
    if (hits[fieldOf(way, HIT_ENERGY)] != group) { continue; }
    if (before == 0u) { break; }
    before--;
  }
  return vec4<f32>(directions[way].xyz, farthest);
}

// A number that follows from two, with no order in it (Knuth 1998, "The Art of Computer Programming" 3, §6.4).
fn scattered(a: u32, b: u32) -> u32 {
  return ((a * 0x9e3779b1u + b * 0x85ebca77u) * 0x9e3779b1u) >> 8u;
}

// ---- the way of a group ---------------------------------------------------------------------------------------------

// Optical depth of the group's way before the least range of the pulse: it takes light, and sends none that is seen.
var<private> hidden: f32;

// Finds the optical depths of all media along the way of a group before `limit`; returns whether it enters any.
fn findDepths(pulse: Pulse, direction: vec3<f32>, limit: f32) -> bool {
  let origin = startOf(pulse, direction);
  var isClear = true;
  hidden = 0.0;
  for (var left = root.mediumCount; left > 0u; left--) {
    let m = root.mediumCount - left;
    if (media[m].drawn != 0u || !touchesSphere(pulse, spread, m)) { continue; }
    let way = enterCells(m, origin, direction, limit);
    if (!(way.begins < way.ends)) { continue; }
    if (isClear) { clearDepths(); }
    isClear = false;
    passCells(m, way, pulse.rangeMin);
  }
  return !isClear;
}

// Adds the optical depths of the cells along a way, up to where nothing is left of the light.
fn passCells(m: u32, way: Way, least: f32) {
  let thickness = thicknessOf(m, way);
  var begin = 0.0;
  var end = 0.0;
  var perMetre = 0.0;
  depthLeft = OPAQUE_DEPTH;
  var walk = beginCells(m, way);
  for (var cells = walk.left; cells > 0u; cells--) {
    if (!(depthLeft > 0.0) || !nextCell(&walk, way)) { break; }
    let here = fixed(thickness * walk.density);
    // Cells of one density are one stretch.
    if (here != perMetre || walk.cellFrom != end) {
      passStretch(m, begin, end, perMetre, least);
      begin = walk.cellFrom;
      perMetre = here;
    }
    end = walk.cellTo;
  }
  passStretch(m, begin, end, perMetre, least);
}

// Optical depth behind which nothing is left of the light.
var<private> depthLeft: f32;

// Adds the optical depth of a stretch of the way with so much a metre.
fn passStretch(m: u32, begin: f32, end: f32, perMetre: f32, least: f32) {
  let passed = fixed(perMetre * fixed(end - begin));
  if (!(passed > 0.0 && depthLeft > 0.0)) { return; }
  var last = end;
  if (passed > depthLeft) { last = min(fixed(begin + roundedQuotient(depthLeft, perMetre)), end); }
  let seen = max(begin, least);
  hidden = fixed(hidden + fixed(perMetre * max(fixed(min(last, seen) - begin), 0.0)));
  if (last > seen) { addDepth(m, seen, last, perMetre); }
  depthLeft = fixed(depthLeft - passed);
}

// A little more than exp(−OPAQUE_DEPTH): less than this is nothing.
const OPAQUE: f32 = 1.1e-5;

// Replaces the optical depths of slices, and these times the distances, by the parts of the light that stay there, and
// these times their distances; returns what is left behind all.
fn keep() -> f32 {
  var before = exp(-hidden);
  var sum = hidden;
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    let depth = depths[s];
    sum += depth;
    let after = exp(-sum);
    depths[s] = before - after;
    depthMoments[s] = (before - after) * meanDistance(s, depthMoments[s] / max(depth, TINY), depth, after / before);
    before = after;
  }
  return select(before, 0.0, before < OPAQUE);
}

// The mean distance at which light is sent back from slice `s`, of which the part `q` = exp(−depth) passes. Leaves fill
// an even part of it about their mean distance, of the length L: the law of Beer and Lambert has its mean at
// L (1/depth − q/(1 − q)) in it.
fn meanDistance(s: i32, middle: f32, depth: f32, q: f32) -> f32 {
  let begin = f32(numberAt(s)) * sliceWidth;
  let length = 2.0 * max(min(middle - begin, begin + sliceWidth - middle), 0.0);
  if (depth < SMALL_DEPTH) { return middle - length * depth / 12.0; }
  return middle + length * (1.0 / depth - q / (1.0 - q) - 0.5);
}

// Gives slices what they keep of a share of the energy.
fn addShares(share: f32) {
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    shares[s] += share * depths[s];
    moments[s] += share * depthMoments[s];
  }
}

// Gives slices before a distance what they keep of a share of the energy, the last one as much as its part before
// there; returns the part that is left.
fn addSharesBefore(distance: f32, share: f32) -> f32 {
  var rest = exp(-hidden);
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    let kept = depths[s];
    let begin = f32(numberAt(s)) * sliceWidth;
    if (begin >= distance) { break; }
    if (!(kept > 0.0)) { continue; }
    let part = min((distance - begin) / sliceWidth, 1.0);
    let here = share * kept * part;
    shares[s] += here;
    moments[s] += here * min(depthMoments[s] / kept, distance);
    rest -= kept * part;
  }
  return select(rest, 0.0, rest < OPAQUE);
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
    let width = bitcast<u32>(sliceWidth);
    storeHit(place, Hit(distance, bitcast<u32>(stretch), width, surface, normal.x, normal.y, normal.z, 0.0));
    directions[place] = vec4<f32>(pulse.direction, shares[s]);
  }
}

// Stretch of the pulse of each slice by its width, and so that neighbours have no valley between them.
fn sliceStretch() -> f32 {
  if (!(instrument.pulseSpread > 0.0)) { return 1.0; }
  let width = sliceWidth / instrument.pulseSpread;
  return sqrt(max(1.0 + width * width / 12.0, SLICE_PULSE * SLICE_PULSE * width * width));
}
