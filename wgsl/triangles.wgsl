// Rays against a triangle.
//
// Edge functions through the origin (Plücker coordinates; as in Embree's robust mode): with corners a, b, c relative to
// the origin, the edge from a to b has the normal (a − b) × (a + b), and a direction d passes inside where its products
// with the three normals have one sign. Swapping a and b negates the normal exactly, so that two triangles that share
// an edge decide on it alike: no direction passes between them. A ray that begins at x beside the origin changes the
// product of an edge e by −2 d · (e × x) = −2 e · (x × d).
//
// If a product in f32 is no larger than its possible error, the subray is decided in Doubles (exact.wgsl), in a pass of
// its own (doubt.wgsl). So the outcome is that of Doubles everywhere, at the price of f32. With ε = 2⁻²⁴, the edge e =
// a − b, s = a + b: e is rounded by ε|e|; s by ε(|a| + |b| + |s|), at most ε(2|s| + |e|), since a and b are half of s ±
// e; their cross product by 2√2 ε|e||s| more, and its product with d by 3ε|d||e||s|. Altogether that is ε|d||e| (8.9|s|
// + |e|). The term of the exit x is off by 2 · 6.9 ε|d||e||x|, and the sum by another ε: EDGE_ROUNDING. Sums of
// coordinates are no smaller than lengths. Fused operations round less often.
// uses: double nearest
// asks for: HAS_EXITS exitOf passesInside

// No hit.
const MISS: f32 = -1.0;

// A ray in the frame in which it is being traced: it begins at the exit, which is relative to the origin.
struct Ray {
  origin: vec3<f32>,
  exit: vec3<f32>,
  direction: vec3<f32>,
  // At least the direction's length.
  length: f32,
}

// Edges of a triangle seen from an origin, and the normals of the planes through it and them.
struct Edges {
  // Corner a, relative to the origin.
  corner: vec3<f32>,
  e0: vec3<f32>,
  e1: vec3<f32>,
  e2: vec3<f32>,
  n0: vec3<f32>,
  n1: vec3<f32>,
  n2: vec3<f32>,
  // Possible errors of products with directions.
  doubt: vec3<f32>,
}

// The plane of a triangle: the product of its points, relative to the origin, with the normal.
struct Plane {
  normal: vec3<f32>,
  product: f32,
}

// Results of a ray's test against a triangle.
const OUTSIDE: u32 = 0u;
const INSIDE: u32 = 1u;
const UNDECIDED: u32 = 2u;

// The subray of a pulse in this direction.
fn rayOf(pulse: Pulse, direction: vec3<f32>) -> Ray {
  return Ray(pulse.origin, exitOf(pulse, direction), direction, UNIT);
}

// Distance along the direction to the triangle, in lengths of the direction; MISS if there is no hit ahead until `far`.
fn intersectTriangle(triangle: Triangle, ray: Ray, far: f32) -> f32 {
  let edges = edgesOf(triangle, ray.origin, size3(ray.exit), ray.length);
  let side = sideOf(edges, ray);
  if (side == OUTSIDE) { return MISS; }
  return intersectPlane(triangle, planeThrough(edges), side, ray, far);
}

// Edges for rays that begin up to `exits` (sum of coordinates) beside the origin, with directions up to `length` long.
fn edgesOf(triangle: Triangle, origin: vec3<f32>, exits: f32, length: f32) -> Edges {
  let a = fixed3(triangle.a - origin);
  let b = fixed3(triangle.b - origin);
  let c = fixed3(triangle.c - origin);
  // Of the corners themselves: relative to a far origin they are rounded by more than small triangles bear.
  let e0 = triangle.c - triangle.a;
  let e1 = triangle.a - triangle.b;
  let e2 = triangle.b - triangle.c;
  let s0 = c + a;
  let s1 = a + b;
  let s2 = b + c;
  let sizes = vec3<f32>(size3(e0), size3(e1), size3(e2));
  let sums = vec3<f32>(size3(s0), size3(s1), size3(s2));
  let doubt = EDGE_ROUNDING * length * sizes * (sums + sizes + 2.0 * exits);
  return Edges(a, e0, e1, e2, cross(e0, s0), cross(e1, s1), cross(e2, s2), doubt);
}

// Sum of a vector's coordinates, their signs taken off.
fn size3(v: vec3<f32>) -> f32 {
  return abs(v.x) + abs(v.y) + abs(v.z);
}

// Side on which a ray passes, as far as f32 can tell.
fn sideOf(edges: Edges, ray: Ray) -> u32 {
  var products = vec3<f32>(dot(ray.direction, edges.n0), dot(ray.direction, edges.n1), dot(ray.direction, edges.n2));
  if (HAS_EXITS) {
    let turn = 2.0 * cross(ray.direction, ray.exit);
    products += vec3<f32>(dot(edges.e0, turn), dot(edges.e1, turn), dot(edges.e2, turn));
  }
  let below = products < -edges.doubt;
  let above = products > edges.doubt;
  if (any(below) && any(above)) { return OUTSIDE; }
  return select(UNDECIDED, INSIDE, all(below) || all(above));
}

// Rounded step by step as on the CPU, as distanceTo is, so that both engines choose the same of two triangles.
fn planeThrough(edges: Edges) -> Plane {
  let normal = crossFixed(fixed3(edges.e1), fixed3(edges.e0));
  return Plane(normal, dotFixed(edges.corner, normal));
}

// Distance to the plane of a triangle that a ray passes on this side; MISS if it does not pass inside, or not ahead
// until `far`.
fn intersectPlane(triangle: Triangle, plane: Plane, side: u32, ray: Ray, far: f32) -> f32 {
  let distance = distanceTo(plane, ray);
  if (distance == MISS || distance > far) { return MISS; }
  if (side == UNDECIDED && !passesInside(triangle, ray)) { return MISS; }
  return distance;
}

// Distance to a plane along a ray.
fn distanceTo(plane: Plane, ray: Ray) -> f32 {
  let ahead = fixed(plane.product - dotFixed(ray.exit, plane.normal));
  let slope = dotFixed(ray.direction, plane.normal);
  if (slope == 0.0) { return MISS; }
  let t = roundedQuotient(ahead, slope);
  return select(MISS, t, t > 0.0 && t < FAR_AWAY);
}
