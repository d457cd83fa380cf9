// A ray against a triangle.
//
// Edge functions through the origin (Plücker coordinates; as in Embree's robust mode): with corners a, b, c relative to the
// origin, the edge from a to b has the normal (a − b) × (a + b), and a direction d passes inside where its products with the
// three normals have one sign. Swapping a and b negates the normal exactly, so that two triangles that share an edge decide
// on it alike: no direction passes between them.
//
// A product in f32 is off by some units in the last place of |a − b||a + b|; where it is no larger than that, the subray is
// decided in Doubles (exact.wgsl), in a pass of its own (doubt.wgsl). So the outcome is that of Doubles everywhere, at the
// price of f32.

// No hit.
const MISS: f32 = -1.0;

// Distance along the direction to the triangle, in lengths of the direction; MISS where there is no hit ahead until `far`.
fn intersectTriangle(triangle: Triangle, ray: Ray, far: f32) -> f32 {
  let direction = ray.direction;
  let a = fixed3(triangle.a - ray.origin);
  let b = fixed3(triangle.b - ray.origin);
  let c = fixed3(triangle.c - ray.origin);
  // Of the corners themselves: relative to a far origin they are rounded by more than small triangles bear.
  let e0 = triangle.c - triangle.a;
  let e1 = triangle.a - triangle.b;
  let e2 = triangle.b - triangle.c;
  // Relative to where the ray begins.
  let s0 = c + a - 2.0 * ray.exit;
  let s1 = a + b - 2.0 * ray.exit;
  let s2 = b + c - 2.0 * ray.exit;
  let u = dot(direction, cross(e0, s0));
  let v = dot(direction, cross(e1, s1));
  let w = dot(direction, cross(e2, s2));
  let least = min(min(u, v), w);
  let most = max(max(u, v), w);
  let doubt = ROUNDING * max(max(size3(e0) * size3(s0), size3(e1) * size3(s1)), size3(e2) * size3(s2));
  if (least < -doubt && most > doubt) { return MISS; }
  let distance = distanceTo(a, e1, e0, ray);
  if (distance > far) { return MISS; }
  let inside = least > doubt || most < -doubt;
  if (!inside && !passesInside(triangle, ray)) { return MISS; }
  return distance;
}

// Sum of a vector's coordinates, their signs taken off.
fn size3(v: vec3<f32>) -> f32 {
  return abs(v.x) + abs(v.y) + abs(v.z);
}

// Distance to the plane through corner `a` (relative to the origin) along `e1` and `e0`, rounded step by step as on the CPU, so
// that both engines choose the same of two triangles.
fn distanceTo(a: vec3<f32>, e1: vec3<f32>, e0: vec3<f32>, ray: Ray) -> f32 {
  let normal = crossFixed(fixed3(e1), fixed3(e0));
  let plane = fixed(dotFixed(a, normal) - dotFixed(ray.exit, normal));
  let slope = dotFixed(ray.direction, normal);
  if (slope == 0.0) { return MISS; }
  let t = roundedQuotient(plane, slope);
  return select(MISS, t, t > 0.0 && t < FAR_AWAY);
}
