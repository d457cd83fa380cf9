// Treatment in traverse of a subray that passes an edge within the rounding of f32: it is noted, and the pass
// traverseExactly traces it again. This concerns a subray in a thousand, seen from far away one in a hundred; in a pass
// of their own they cost the others no registers.
// uses: triangles
// gives: passesInside

var<private> doubted: bool;

// Replaces the function of exact.wgsl.
fn passesInside(triangle: Triangle, ray: Ray) -> bool {
  doubted = true;
  return false;
}
