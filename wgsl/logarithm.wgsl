// The natural logarithm, every operation rounded as on the CPU.
// uses: angles double

// √½ as bits: the lower end of the octave around 1.
const ROOT_HALF: i32 = 0x3f3504f3;

// ln x of normal numbers, relative error below 2e-7: e ln 2 + ln m, √½ ≤ m < √2. Polynomial:
// Cephes (Moshier 1989), logf.
fn logarithm(x: f32) -> f32 {
  let bits = bitcast<i32>(x);
  let e = (bits - ROOT_HALF) >> 23u;
  let z = fixed(bitcast<f32>(bits - (e << 23u)) - 1.0);
  var p = plusTimes(-0.11514610310, 0.070376836292, z);
  p = plusTimes(0.11676998740, p, z);
  p = plusTimes(-0.12420140846, p, z);
  p = plusTimes(0.14249322787, p, z);
  p = plusTimes(-0.16668057665, p, z);
  p = plusTimes(0.20000714765, p, z);
  p = plusTimes(-0.24999993993, p, z);
  p = plusTimes(0.33333331174, p, z);
  let zz = fixed(z * z);
  let low = fixed(fixed(fixed(p * z) * zz) - fixed(0.5 * zz));
  return plusTimes(fixed(z + low), f32(e), 0.6931471805599453);
}
