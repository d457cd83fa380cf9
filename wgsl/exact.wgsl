// The edge functions of triangles.wgsl in Doubles, for subrays that pass an edge within the rounding of f32. Corners, origin
// and directions are f32: their differences are exact in two f32, the rest is right to 2⁻⁴⁴.

// Whether the direction passes inside the triangle.
fn passesInside(triangle: Triangle, origin: vec3<f32>, direction: vec3<f32>) -> bool {
  let a = difference3(triangle.a, origin);
  let b = difference3(triangle.b, origin);
  let c = difference3(triangle.c, origin);
  let u = alongEdge(c, a, direction);
  let v = alongEdge(a, b, direction);
  let w = alongEdge(b, c, direction);
  return (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
}

// d · ((p − q) × (p + q)): its sign, as f32.
fn alongEdge(p: Double3, q: Double3, d: vec3<f32>) -> f32 {
  let edge = Double3(subtractDouble(p.x, q.x), subtractDouble(p.y, q.y), subtractDouble(p.z, q.z));
  let sum = Double3(addDouble(p.x, q.x), addDouble(p.y, q.y), addDouble(p.z, q.z));
  return along(cross3(edge, sum), d).x;
}
