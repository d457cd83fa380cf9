// A ray against a box. No hit is lost to rounding, even of axis-parallel rays. The CPU tests four boxes at once, and
// against a whole bundle.
// uses: nearest

// Data of a ray for box tests: its inverse direction, 0 on axes along which it does not move; those axes. The origin is
// known to lie between `low` and `high`: one point, or a small box around it.
struct BoxRay {
  low: vec3<f32>,
  high: vec3<f32>,
  inverse: vec3<f32>,
  still: vec3<bool>,
  anyStill: bool,
}

// Widens the interval: a difference, a product (2⁻²⁴ each) and an inverse (2.5 units of 2⁻²³, the least that WGSL
// promises) on each of two distances, 14 · 2⁻²⁴ together (after Ize 2013, JCGT 2(2)).
const FAR_SLACK: f32 = 1.0 + 1e-6;

fn boxRayOf(low: vec3<f32>, high: vec3<f32>, direction: vec3<f32>) -> BoxRay {
  let still = abs(direction) < vec3<f32>(TINY);
  let inverse = select(1.0 / select(direction, vec3<f32>(1.0), still), vec3<f32>(0.0), still);
  return BoxRay(low, high, inverse, still, any(still));
}

// Distance at which the ray enters the box before distance `far`; otherwise FAR_AWAY.
fn enterBox(ray: BoxRay, low: vec3<f32>, high: vec3<f32>, far: f32) -> f32 {
  let a = (low - ray.high) * ray.inverse;
  let b = (high - ray.low) * ray.inverse;
  var near = min(a, b);
  var leave = max(a, b);
  if (ray.anyStill) {
    // An axis along which the ray does not move bounds its position, not its distance.
    let aside = ray.still & ((ray.high < low) | (ray.low > high));
    if (any(aside)) { return FAR_AWAY; }
    near = select(near, vec3<f32>(0.0), ray.still);
    leave = select(leave, vec3<f32>(FAR_AWAY), ray.still);
  }
  let enter = max(max(near.x, near.y), max(near.z, 0.0));
  let exit = min(min(leave.x, leave.y), min(leave.z, far));
  return select(FAR_AWAY, enter, enter <= exit * FAR_SLACK);
}
