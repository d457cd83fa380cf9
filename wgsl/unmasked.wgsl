// Replaces mask.wgsl if no surface is cut out.
// uses: triangles
// gives: opaqueAt

fn opaqueAt(triangle: Triangle, ray: Ray, distance: f32, instance: u32) -> bool {
  return true;
}
