// F64: IEEE 754 numbers of 64 bits in integer arithmetic, rounded to nearest, ties to even: the very bits of the CPU's f64,
// on any driver, whatever it does to f32. An operation costs dozens of instructions, more than on pairs of f32:
// right for what is computed once a pulse. x is the low word, y the high one. Without branches, && and || included, and called
// from loops where it can be: drivers inline every call, and the time that they take to compile a loop can double with
// every branch in it (SwiftShader).
//
// Limits: no NaN and no infinity come out of here (an f32 infinity counts as 2¹²⁸); what is smaller than 2⁻¹⁰²² counts as 0,
// and so do f32 smaller than 2⁻¹²⁶, read or written.
alias F64 = vec2<u32>;

const F64_ZERO = F64(0u, 0u);
// -0: what is added to it keeps its bits, the sign of a zero included.
const F64_MINUS_ZERO = F64(0u, 0x80000000u);
const F64_ONE = F64(0u, 0x3ff00000u);
const F64_SIGN = 0x80000000u;
const F64_BIAS = 1023;
// Biases of the exponents of f64 and f32 differ by this.
const F64_F32_BIAS = 896u;
// 1.5 · 2⁵²: what is added to it is rounded to a whole number, which then stands in the low word, in two's complement.
const F64_WHOLE = F64(0u, 0x43380000u);

// ---- to and fro ------------------------------------------------------------------------------------------------------------

fn f64FromU32(x: u32) -> F64 {
  return roundF64(0u, F64_BIAS + 31, F64(0u, x));
}

fn f64FromF32(x: f32) -> F64 {
  let bits = bitcast<u32>(x);
  let exponent = (bits >> 23u) & 0xffu;
  let magnitude = F64(bits << 29u, ((exponent + F64_F32_BIAS) << 20u) | ((bits >> 3u) & 0xfffffu));
  return select(magnitude, F64_ZERO, exponent == 0u) | F64(0u, bits & F64_SIGN);
}

// A number that a record holds as two f32.
fn f64FromPair(high: f32, low: f32) -> F64 {
  return addF64(f64FromF32(high), f64FromF32(low));
}

// The nearest f32, ties to even; |x| < 2¹²⁸.
fn f64ToF32(x: F64) -> f32 {
  let sign = x.y & F64_SIGN;
  let exponent = exponentF64(x);
  let kept = ((exponent - F64_F32_BIAS) << 23u) | ((x.y & 0xfffffu) << 3u) | (x.x >> 29u);
  let dropped = x.x & 0x1fffffffu;
  let up = (dropped > 0x10000000u) | ((dropped == 0x10000000u) & ((kept & 1u) == 1u));
  return bitcast<f32>(sign | select(kept + u32(up), 0u, exponent <= F64_F32_BIAS));
}

// ---- arithmetic --------------------------------------------------------------------------------------------------------------

fn negateF64(x: F64) -> F64 {
  return F64(x.x, x.y ^ F64_SIGN);
}

fn addF64(a: F64, b: F64) -> F64 {
  let swap = magnitudeLessF64(a, b);
  let larger = select(a, b, swap);
  let smaller = select(b, a, swap);
  let sign = larger.y & F64_SIGN;
  let shift = exponentF64(larger) - exponentF64(smaller);
  // Ten bits below the last one, one free above the first.
  let first = shiftLeft64(significandF64(larger), 10u);
  let second = shiftRightSticky64(shiftLeft64(significandF64(smaller), 10u), shift);
  let exponent = i32(exponentF64(larger)) + 1;
  let alike = ((a.y ^ b.y) & F64_SIGN) == 0u;
  let sum = select(subtract64(first, second), add64(first, second), alike);
  // x − x is +0.
  return roundF64(select(0u, sign, alike | any(sum != F64_ZERO)), exponent, sum);
}

fn subtractF64(a: F64, b: F64) -> F64 {
  return addF64(a, negateF64(b));
}

fn multiplyF64(a: F64, b: F64) -> F64 {
  // Limbs of 14 bits: a column of four products and a carry fit into 32.
  let x = limbs64(significandF64(a));
  let y = limbs64(significandF64(b));
  let c0 = x.x * y.x;
  let c1 = x.x * y.y + x.y * y.x + (c0 >> 14u);
  let c2 = x.x * y.z + x.y * y.y + x.z * y.x + (c1 >> 14u);
  let c3 = x.x * y.w + x.y * y.z + x.z * y.y + x.w * y.x + (c2 >> 14u);
  let c4 = x.y * y.w + x.z * y.z + x.w * y.y + (c3 >> 14u);
  let c5 = x.z * y.w + x.w * y.z + (c4 >> 14u);
  let c6 = x.w * y.w + (c5 >> 14u);

  // The upper 64 of 106 bits; whether there was anything below decides on ties.
  let sticky = u32(((c0 | c1 | c2) & 0x3fffu) != 0u);
  let low = (c3 & 0x3fffu) | ((c4 & 0x3fffu) << 14u) | (c5 << 28u);
  let high = ((c5 & 0x3fffu) >> 4u) | (c6 << 10u);
  let exponent = i32(exponentF64(a) + exponentF64(b)) - F64_BIAS + 1;
  return roundF64((a.y ^ b.y) & F64_SIGN, exponent, F64(low | sticky, high));
}

// a / b by long division, a bit at a time; b ≠ 0.
fn divideF64(a: F64, b: F64) -> F64 {
  var rest = significandF64(a);
  let divisor = significandF64(b);
  var quotient = F64_ZERO;
  for (var bit = 0; bit < 56; bit++) {
    quotient = shiftLeft64(quotient, 1u);
    if (!less64(rest, divisor)) {
      rest = subtract64(rest, divisor);
      quotient.x |= 1u;
    }
    rest = shiftLeft64(rest, 1u);
  }
  let sticky = u32(any(rest != F64_ZERO));
  let exponent = i32(exponentF64(a)) - i32(exponentF64(b)) + F64_BIAS;
  return roundF64((a.y ^ b.y) & F64_SIGN, exponent, shiftLeft64(quotient, 8u) | F64(sticky, 0u));
}

// The nearest whole number, ties to even; |x| < 2⁵¹.
fn nearestF64(x: F64) -> F64 {
  return subtractF64(addF64(x, F64_WHOLE), F64_WHOLE);
}

// The largest whole number that is not above x; |x| < 2⁵¹.
fn floorF64(x: F64) -> F64 {
  let whole = nearestF64(x);
  return subtractF64(whole, select(F64_ZERO, F64_ONE, lessF64(x, whole)));
}

fn lessF64(a: F64, b: F64) -> bool {
  let difference = subtractF64(a, b);
  return ((difference.y & F64_SIGN) != 0u) & (exponentF64(difference) != 0u);
}

// |a| < |b|.
fn magnitudeLessF64(a: F64, b: F64) -> bool {
  return less64(a & F64(0xffffffffu, ~F64_SIGN), b & F64(0xffffffffu, ~F64_SIGN));
}

// ---- parts ---------------------------------------------------------------------------------------------------------------------

fn exponentF64(x: F64) -> u32 {
  return (x.y >> 20u) & 0x7ffu;
}

// 53 bits, the first one included; 0 for 0.
fn significandF64(x: F64) -> vec2<u32> {
  return select(vec2<u32>(x.x, (x.y & 0xfffffu) | 0x100000u), F64_ZERO, exponentF64(x) == 0u);
}

fn limbs64(x: vec2<u32>) -> vec4<u32> {
  return vec4<u32>(x.x & 0x3fffu, (x.x >> 14u) & 0x3fffu, (x.x >> 28u) | ((x.y & 0x3ffu) << 4u), x.y >> 10u);
}

// The number whose significand, read as 1.… from bit 63 on, belongs to the biased `exponent`; rounded to 53 bits.
fn roundF64(sign: u32, exponent: i32, significand: vec2<u32>) -> F64 {
  let zeros = select(countLeadingZeros(significand.y), 32u + countLeadingZeros(significand.x), significand.y == 0u);
  let e = exponent - i32(zeros);
  let s = shiftLeft64(significand, zeros & 63u);
  let dropped = s.x & 0x7ffu;
  let kept = vec2<u32>((s.x >> 11u) | (s.y << 21u), s.y >> 11u);
  let up = (dropped > 0x400u) | ((dropped == 0x400u) & ((kept.x & 1u) == 1u));
  // The first bit of the significand, and a carry out of it, count the exponent up.
  let bits = add64(vec2<u32>(kept.x, (u32(e - 1) << 20u) + kept.y), vec2<u32>(u32(up), 0u));
  return select(bits, F64_ZERO, (zeros == 64u) | (e < 1)) | F64(0u, sign);
}

// ---- whole numbers of 64 bits -------------------------------------------------------------------------------------------------

fn less64(a: vec2<u32>, b: vec2<u32>) -> bool {
  return (a.y < b.y) | ((a.y == b.y) & (a.x < b.x));
}

fn add64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

fn subtract64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

// by < 64.
fn shiftLeft64(a: vec2<u32>, by: u32) -> vec2<u32> {
  let words = select(a, vec2<u32>(0u, a.x), by >= 32u);
  let bits = by & 31u;
  // In two steps: a shift by 32 is none in WGSL.
  return vec2<u32>(words.x << bits, (words.y << bits) | ((words.x >> 1u) >> (31u - bits)));
}

// The last bit also says whether anything was shifted out; any `by`.
fn shiftRightSticky64(a: vec2<u32>, by: u32) -> vec2<u32> {
  let words = select(a, vec2<u32>(a.y, 0u), by >= 32u);
  let bits = by & 31u;
  let shifted = vec2<u32>((words.x >> bits) | ((words.y << 1u) << (31u - bits)), words.y >> bits);
  let lost = (words.x & ((1u << bits) - 1u)) | select(0u, a.x, by >= 32u);
  return select(shifted, F64_ZERO, by >= 64u) | F64(u32(select(lost, a.x | a.y, by >= 64u) != 0u), 0u);
}
