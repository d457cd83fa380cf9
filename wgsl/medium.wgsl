// medium: foliage in voxels as a turbid medium (Ross 1981, "The Radiation Regime and Architecture of Plant Stands"). A
// subray goes on through it until it has passed an optical depth τ = −ln U, U uniform in (0, 1): then it hits a leaf
// there, unless a surface comes before. The law has no memory, so one depth serves for all cells of a medium, and each
// medium has a depth of its own.
// uses: cells double face hits leaf logarithm nearest random storeHits
// asks for: startOf

// Below this an f32 cannot tell U from 1: no leaf lies at the subray's start.
const LEAST_DEPTH: f32 = 5.9604645e-8;

// Lets the subray at a place meet the nearest leaf before its hit.
fn meetLeaf(place: u32, pulse: Pulse, direction: vec3<f32>) {
  let origin = startOf(pulse, direction);
  let solid = hitDistance(place);
  let areAllDrawn = run.hitCount == run.subrayCount;
  var nearest = select(solid, FAR_AWAY, solid < 0.0);
  var found = NONE;
  var words: vec4<u32>;
  for (var left = root.mediumCount; left > 0u; left--) {
    let m = root.mediumCount - left;
    if (!areAllDrawn && media[m].drawn == 0u) { continue; }
    let way = enterCells(m, origin, direction, nearest);
    if (!(way.begins < way.ends)) { continue; }
    let own = m * run.subrayCount + place / chunk.pulseCount;
    let drawn = draw(program.key, pulse.number, leafOf(pulse, m, direction, own), DRAW_MEDIUM);
    let distance = depthReached(m, way, opticalDepth(drawn.x));
    if (distance < 0.0 || distance >= nearest) { continue; }
    nearest = distance;
    found = m;
    words = drawn;
  }
  if (found == NONE) { return; }
  var normal: vec3<f32>;
  if (media[found].faces != 0u) {
    normal = turnFace(found, fixed3(origin + fixed3(nearest * direction)), direction);
  } else {
    normal = turnLeaf(words.y, words.z, direction);
  }
  // No triangle: materials of leaves have no texture, so that nothing asks for it.
  storeHit(place, Hit(nearest, 0u, 0u, media[found].surface, normal.x, normal.y, normal.z, 0.0));
}

// Leaves across a beam; those farther apart repeat.
const LEAVES_ACROSS: i32 = 1024;

// Number to draw with for the leaf of medium `m` in front of a subray: `own` where each subray meets its own.
fn leafOf(pulse: Pulse, m: u32, direction: vec3<f32>, own: u32) -> u32 {
  if (!(media[m].leafSize > 0.0)) { return own; }
  let up = fixed3(crossFixed(pulse.right, pulse.direction));
  let middle = fixed3(media[m].sphere.xyz - pulse.origin);
  let leavesAway = roundedQuotient(dotFixed(middle, pulse.direction), media[m].leafSize);
  let last = LEAVES_ACROSS - 1;
  let begin = draw(program.key, pulse.number, leafNumber(m, last, last), DRAW_LEAVES);
  return leafAt(m, fixed3(direction - pulse.direction), leavesAway, pulse.right, up, begin);
}

// Number to draw with for the leaf at a place across the beam.
fn leafNumber(m: u32, right: i32, up: i32) -> u32 {
  let mask = LEAVES_ACROSS - 1;
  return (m << 20u) | u32((right & mask) << 10u) | u32(up & mask);
}

// Number to draw with for the leaf in front of a subray that goes `aside` of the axis.
fn leafAt(m: u32, aside: vec3<f32>, leavesAway: f32, right: vec3<f32>, up: vec3<f32>, begin: vec4<u32>) -> u32 {
  let a = fixed(fixed(leavesAway * dotFixed(aside, right)) + doubleToF32(uniformNumber(begin.x)));
  let b = fixed(fixed(leavesAway * dotFixed(aside, up)) + doubleToF32(uniformNumber(begin.y)));
  return leafNumber(m, i32(floor(a)), i32(floor(b)));
}

// τ = −ln U.
fn opticalDepth(word: u32) -> f32 {
  return max(-logarithm(doubleToF32(uniformNumber(word))), LEAST_DEPTH);
}
