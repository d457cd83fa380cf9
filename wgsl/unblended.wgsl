// Replaces blend.wgsl if no mesh changes its shape.
// gives: triangleOf

fn triangleOf(instance: u32, k: u32) -> Triangle {
  return trianglesAt(k);
}
