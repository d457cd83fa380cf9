// The edge functions of triangles.wgsl in Doubles, for subrays that pass an edge within the rounding of f32. Corners,
// origin and directions are f32: their differences are exact in two f32, the rest is right to 2⁻⁴⁴.
// uses: double double3 triangles
// gives: passesInside

// Whether the ray passes inside the triangle.
fn passesInside(triangle: Triangle, ray: Ray) -> bool {
  let a = difference3(triangle.a, ray.origin);
  let b = difference3(triangle.b, ray.origin);
  let c = difference3(triangle.c, ray.origin);
  let u = alongEdge(c, a, ray);
  let v = alongEdge(a, b, ray);
  let w = alongEdge(b, c, ray);
  return (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
}

// d · ((p − q) × (p + q)), with p and q relative to the start of the ray; only its sign counts, as f32.
fn alongEdge(p: Double3, q: Double3, ray: Ray) -> f32 {
  let edge = Double3(subtractDouble(p.x, q.x), subtractDouble(p.y, q.y), subtractDouble(p.z, q.z));
  let exit = -2.0 * ray.exit;
  let sum = Double3(
    addDouble(addDouble(p.x, q.x), Double(exit.x, 0.0)),
    addDouble(addDouble(p.y, q.y), Double(exit.y, 0.0)),
    addDouble(addDouble(p.z, q.z), Double(exit.z, 0.0)),
  );
  return along(cross3(edge, sum), ray.direction).x;
}
