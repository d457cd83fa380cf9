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
  var nearest = select(solid, FAR_AWAY, solid < 0.0);
  var found = NONE;
  var words: vec4<u32>;
  for (var left = root.mediumCount; left > 0u; left--) {
    let m = root.mediumCount - left;
    let way = enterCells(m, origin, direction, nearest);
    if (!(way.begins < way.ends)) { continue; }
    let drawn = draw(program.key, pulse.number, m * run.subrayCount + place / chunk.pulseCount, DRAW_MEDIUM);
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

// τ = −ln U.
fn opticalDepth(word: u32) -> f32 {
  return max(-logarithm(doubleToF32(uniformNumber(word))), LEAST_DEPTH);
}
