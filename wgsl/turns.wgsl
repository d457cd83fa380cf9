// Vectors turned by angles in f32, rounded step by step, as on the CPU.
// uses: angles double

// sin πz = z (s₀ + s₁ z² + …), |z| ≤ ½: the Taylor series, to 1e-7.
const S0: f32 = 3.1415927;
const S1: f32 = -5.167713;
const S2: f32 = 2.550164;
const S3: f32 = -0.5992645;
const S4: f32 = 0.08214589;
const S5: f32 = -0.007370431;
// 1/π.
const PER_HALF_TURN: f32 = 0.3183098861837907;

// sin πz, |z| ≤ ½.
fn sineOfHalfTurns(z: f32) -> f32 {
  let zz = fixed(z * z);
  var sum = plusTimes(S4, S5, zz);
  sum = plusTimes(S3, sum, zz);
  sum = plusTimes(S2, sum, zz);
  sum = plusTimes(S1, sum, zz);
  return fixed(z * plusTimes(S0, sum, zz));
}

// Sine and cosine of an angle, to 2e-7.
fn sineCosineOf(angle: f32) -> vec2<f32> {
  let halfTurns = fixed(angle * PER_HALF_TURN);
  let whole = round(halfTurns);
  let rest = fixed(halfTurns - whole);
  let half = sineOfHalfTurns(0.5 * rest);
  let cosine = fixed(1.0 - fixed(2.0 * fixed(half * half)));
  let sign = select(1.0, -1.0, (i32(whole) & 1) != 0);
  return sign * vec2<f32>(sineOfHalfTurns(rest), cosine);
}

// a · x + b · y of vectors x and y.
fn combined(x: vec3<f32>, a: f32, y: vec3<f32>, b: f32) -> vec3<f32> {
  return fixed3(fixed3(x * a) + fixed3(y * b));
}

// A vector whose length is 1 but for rounding, made so once more: 1/√s is (3 − s) / 2 to second order.
fn ofUnitLength(v: vec3<f32>) -> vec3<f32> {
  return fixed3(v * fixed(1.5 - fixed(0.5 * dotFixed(v, v))));
}
