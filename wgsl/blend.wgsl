// blend: triangles of a mover that changes its shape, between two keys of it: corners are linear from one to the other.
// All triangles at a vertex round alike, so that no ray passes between them.
// uses: double shapes
// gives: triangleOf

// A triangle of an instance, of a mover the last one that was mapped, in its shape.
fn triangleOf(instance: u32, k: u32) -> Triangle {
  var triangle = trianglesAt(k);
  if (!isDeforming(instance)) { return triangle; }
  let next = trianglesAt(k + cornerStride);
  triangle.a = blend(triangle.a, next.a);
  triangle.b = blend(triangle.b, next.b);
  triangle.c = blend(triangle.c, next.c);
  return triangle;
}

fn blend(start: vec3<f32>, end: vec3<f32>) -> vec3<f32> {
  return fixed3(start + fixed3(shapeShare * fixed3(end - start)));
}
