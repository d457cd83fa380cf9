// F64: IEEE 754 numbers of 64 bits in integer arithmetic, rounded to nearest, ties to even: the very bits of the CPU's
// f64, on any driver, whatever it does to f32. An operation costs dozens of instructions, more than on pairs of f32:
// right for numbers that are computed once a pulse. x is the low word, y the high one. Without branches, && and ||
// included, and called from loops where it can be: drivers inline every call, and the time that they take to compile a
// loop can double with every branch in it (SwiftShader).
//
// Limits: no NaN and no infinity come out of here, and infinities go into comparisons only (an f32 infinity
// counts as 2¹²⁸). Results smaller than 2⁻¹⁰²² are 0, and numbers so small must not go in; f32 smaller than 2⁻¹²⁶
// count as 0, read or written.
// uses: double

const F64_ZERO = F64(0u, 0u);
const F64_HALF = F64(0u, 0x3fe00000u);
const F64_ONE = F64(0u, 0x3ff00000u);
const F64_TWO = F64(0u, 0x40000000u);
const F64_SIGN = 0x80000000u;
const F64_MAGNITUDE = F64(0xffffffffu, 0x7fffffffu);
const F64_MIN_NORMAL = F64(0u, 0x00100000u);
const F64_BIAS = 1023;
// The biased exponent of infinities.
const F64_INFINITE = 0x7ffu;
// Difference of the exponent biases of f64 and f32.
const F64_F32_BIAS = 896u;
// 1.5 · 2⁵²: adding it to a number rounds that to a whole number in the low word, in two's complement.
const F64_WHOLE = F64(0u, 0x43380000u);

// ---- to and fro -----------------------------------------------------------------------------------------------------

fn f64FromU32(x: u32) -> F64 {
  return packF64(0u, F64_BIAS + 31 - i32(countLeadingZeros(x)), F64(0u, x << (countLeadingZeros(x) & 31u)));
}

fn f64FromF32(x: f32) -> F64 {
  let bits = bitcast<u32>(x);
  let exponent = (bits >> 23u) & 0xffu;
  let magnitude = F64(bits << 29u, ((exponent + F64_F32_BIAS) << 20u) | ((bits >> 3u) & 0xfffffu));
  return select(magnitude, F64_ZERO, exponent == 0u) | F64(0u, bits & F64_SIGN);
}

// The nearest f32, ties to even; |x| < 2¹²⁸.
fn f64ToF32(x: F64) -> f32 {
  let sign = x.y & F64_SIGN;
  let exponent = exponentF64(x);
  let kept = ((exponent - F64_F32_BIAS) << 23u) | ((x.y & 0xfffffu) << 3u) | (x.x >> 29u);
  let dropped = x.x & 0x1fffffffu;
  let up = (dropped + 0xfffffffu + (kept & 1u)) >> 29u;
  return bitcast<f32>(sign | select(kept + up, 0u, exponent <= F64_F32_BIAS));
}

// ---- arithmetic -----------------------------------------------------------------------------------------------------

fn negateF64(x: F64) -> F64 {
  return F64(x.x, x.y ^ F64_SIGN);
}

fn addF64(a: F64, b: F64) -> F64 {
  let swap = magnitudeLessF64(a, b);
  let larger = select(a, b, swap);
  let smaller = select(b, a, swap);
  let exponent = exponentF64(larger);
  // Ten bits below the last one, one free above the first.
  let first = widen64(significandF64(larger));
  let second = shiftRightSticky64(widen64(significandF64(smaller)), exponent - exponentF64(smaller));
  // For unlike signs, the difference: the negative in two's complement.
  let unlike = (a.y ^ b.y) >> 31u;
  let flip = vec2<u32>(0u - unlike);
  let sum = add64(add64(first, second ^ flip), vec2<u32>(unlike, 0u));
  // x − x is +0.
  let sign = larger.y & select(F64_SIGN, 0u, (unlike == 1u) & (all(sum == F64_ZERO)));
  return roundF64(sign, i32(exponent) + 1, sum);
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
  // Its first bit is that from the left or the next one.
  let shift = 1u - (high >> 31u);
  let product = F64((low << shift) | sticky, (high << shift) | ((low >> 31u) & shift));
  let exponent = i32(exponentF64(a) + exponentF64(b) - shift) - F64_BIAS + 1;
  return packF64((a.y ^ b.y) & F64_SIGN, exponent, product);
}

// a / b by long division, eleven bits at a time; b ≠ 0. f32 estimates how often the divisor goes into the rest, at most
// once too few.
fn divideF64(a: F64, b: F64) -> F64 {
  let divisor = significandF64(b);
  let inverse = 2048.0 / f32From64(divisor);
  let first = significandF64(a);
  let fits = !less64(first, divisor);
  var quotient = F64(u32(fits), 0u);
  var rest = select(first, subtract64(first, divisor), fits);
  for (var digit = fromZero(); digit < 5; digit++) {
    // f32 is off by less than 2⁻²⁰ of up to 2¹¹.
    let times = u32(max(f32From64(rest) * inverse - 0.004, 0.0));
    let left = subtract64(shiftLeft64(rest, 11u), times64(divisor, times));
    let again = !less64(left, divisor);
    rest = select(left, subtract64(left, divisor), again);
    quotient = shiftLeft64(quotient, 11u) | F64(times + u32(again), 0u);
  }
  let sticky = u32(any(rest != F64_ZERO));
  let exponent = i32(exponentF64(a)) - i32(exponentF64(b)) + F64_BIAS;
  return roundF64((a.y ^ b.y) & F64_SIGN, exponent, shiftLeft64(quotient, 8u) | F64(sticky, 0u));
}

// √a by digits of eight bits, sixteen bits of a for each; a ≥ 0. f32 guesses them, at most one too low.
fn sqrtF64(a: F64) -> F64 {
  // The exponent made even, 54 bits from bit 63 on.
  let even = exponentF64(a) & 1u;
  let bits = shiftLeft64(significandF64(a), 11u - even);
  // The first fifteen bits of the root, from thirty.
  let start = u32(max(sqrt(f32(bits.y >> 2u)) - 0.03, 0.0));
  let over = (bits.y >> 2u) - start * start;
  let isMore = over > 2u * start;
  var root = F64(start + u32(isMore), 0u);
  var rest = F64(over - select(0u, 2u * start + 1u, isMore), 0u);
  var digits = shiftLeft64(bits, 30u);
  for (var digit = fromZero(); digit < 5; digit++) {
    rest = shiftLeft64(rest, 16u) | F64(digits.y >> 16u, 0u);
    digits = shiftLeft64(digits, 16u);
    let twice = shiftLeft64(root, 9u);
    // (r + d)² = r² + (2 r + d) d: d² is less than 2⁻⁶ of 2 r, and f32 is off by less than 2⁻²⁰ of up to 2⁸.
    let d = u32(max(f32From64(rest) / max(f32From64(twice), 1.0) - 0.03, 0.0));
    let left = subtract64(rest, times64(twice | F64(d, 0u), d));
    let next = twice | F64(2u * d + 1u, 0u);
    let fits = !less64(left, next);
    rest = select(left, subtract64(left, next), fits);
    root = shiftLeft64(root, 8u) | F64(d + u32(fits), 0u);
  }
  let sticky = u32(any(rest != F64_ZERO));
  let exponent = (i32(exponentF64(a)) + F64_BIAS) >> 1u;
  return roundF64(a.y & F64_SIGN, exponent, shiftLeft64(root, 9u) | F64(sticky, 0u));
}

// x · 2^power, exactly.
fn scaleF64(x: F64, power: i32) -> F64 {
  let exponent = i32(exponentF64(x));
  let scaled = F64(x.x, x.y + (bitcast<u32>(power) << 20u));
  return select(scaled, F64(0u, x.y & F64_SIGN), (exponent == 0) | (exponent + power < 1));
}

// The whole number next to x towards 0, with its sign.
fn truncateF64(x: F64) -> F64 {
  return select(x & ~behindPoint64(x), F64(0u, x.y & F64_SIGN), exponentF64(x) < u32(F64_BIAS));
}

// x less the largest whole number that is not above it.
fn fractionF64(x: F64) -> F64 {
  // The digits behind the point, which are exact; of a negative number they count from the whole number above.
  let significand = significandF64(x)
    & select(behindPoint64(x), F64(0xffffffffu, 0xffffffffu), exponentF64(x) < u32(F64_BIAS));
  let sign = x.y & F64_SIGN;
  let part = roundF64(sign, i32(exponentF64(x)), shiftLeft64(significand, 11u));
  return addF64(part, select(F64_ZERO, F64_ONE, (sign != 0u) & any(significand != F64_ZERO)));
}

// The bits of the significand that are behind the binary point, of a number of 1 or more.
fn behindPoint64(x: F64) -> vec2<u32> {
  return subtract64(shiftLeft64(F64(1u, 0u), u32(clamp(F64_BIAS + 52 - i32(exponentF64(x)), 0, 52))), F64(1u, 0u));
}

fn absF64(x: F64) -> F64 {
  return x & F64_MAGNITUDE;
}

// The product of 0 or −0 and another number.
fn zeroF64(a: F64, b: F64) -> F64 {
  return F64(0u, (a.y ^ b.y) & F64_SIGN);
}

fn isZeroF64(x: F64) -> bool {
  return all(absF64(x) == F64_ZERO);
}

// a < b, infinities included.
fn lessF64(a: F64, b: F64) -> bool {
  return less64(rankF64(a), rankF64(b)) & !isZeroF64(a | b);
}

fn maxF64(a: F64, b: F64) -> F64 {
  return select(a, b, lessF64(a, b));
}

// A whole number that rises with x.
fn rankF64(x: F64) -> vec2<u32> {
  return x ^ select(F64(0u, F64_SIGN), F64(0xffffffffu, 0xffffffffu), (x.y & F64_SIGN) != 0u);
}

// |a| < |b|.
fn magnitudeLessF64(a: F64, b: F64) -> bool {
  return less64(absF64(a), absF64(b));
}

// ---- parts ----------------------------------------------------------------------------------------------------------

fn exponentF64(x: F64) -> u32 {
  return (x.y >> 20u) & 0x7ffu;
}

// 53 bits, the first one included; 0 for 0.
fn significandF64(x: F64) -> vec2<u32> {
  return vec2<u32>(x.x, (x.y & 0xfffffu) | (min(exponentF64(x), 1u) << 20u));
}

// A significand with ten bits below its last one.
fn widen64(x: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x << 10u, (x.y << 10u) | (x.x >> 22u));
}

fn limbs64(x: vec2<u32>) -> vec4<u32> {
  return vec4<u32>(x.x & 0x3fffu, (x.x >> 14u) & 0x3fffu, (x.x >> 28u) | ((x.y & 0x3ffu) << 4u), x.y >> 10u);
}

// The number whose significand, read as 1.… from bit 63 on, belongs to the biased `exponent`; rounded to 53 bits.
fn roundF64(sign: u32, exponent: i32, significand: vec2<u32>) -> F64 {
  // Moves its first bit to the left: whole words, then bits. In two steps, since WGSL has no shift by 32.
  let empty = significand.y == 0u;
  let words = select(significand, vec2<u32>(0u, significand.x), empty);
  let bits = countLeadingZeros(words.y) & 31u;
  let s = vec2<u32>(words.x << bits, (words.y << bits) | ((words.x >> 1u) >> (31u - bits)));
  return packF64(sign, exponent - i32(bits + select(0u, 32u, empty)), s);
}

// The same of a significand with its first bit at the left, or of 0.
fn packF64(sign: u32, exponent: i32, s: vec2<u32>) -> F64 {
  let kept = vec2<u32>((s.x >> 11u) | (s.y << 21u), s.y >> 11u);
  // More than half of the last bit, or half of it where that is odd.
  let up = ((s.x & 0x7ffu) + 0x3ffu + (kept.x & 1u)) >> 11u;
  // The first bit of the significand, and a carry out of it, count the exponent up.
  let low = kept.x + up;
  let high = (u32(exponent - 1) << 20u) + kept.y + u32(low < up);
  return select(F64(low, high), F64_ZERO, ((s.y >> 31u) == 0u) | (exponent < 1)) | F64(0u, sign);
}

// ---- whole numbers of 64 bits ---------------------------------------------------------------------------------------

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

// The lower 64 bits of a · b; b < 2¹⁶.
fn times64(a: vec2<u32>, b: u32) -> vec2<u32> {
  let low = (a.x & 0xffffu) * b;
  let middle = (a.x >> 16u) * b;
  let sum = low + (middle << 16u);
  return vec2<u32>(sum, a.y * b + (middle >> 16u) + u32(sum < low));
}

// a as f32, off by less than 2⁻²² of it.
fn f32From64(a: vec2<u32>) -> f32 {
  return f32(a.y) * 4294967296.0 + f32(a.x);
}

// by < 64.
fn shiftLeft64(a: vec2<u32>, by: u32) -> vec2<u32> {
  let words = select(a, vec2<u32>(0u, a.x), by >= 32u);
  let bits = by & 31u;
  // In two steps, since WGSL has no shift by 32.
  return vec2<u32>(words.x << bits, (words.y << bits) | ((words.x >> 1u) >> (31u - bits)));
}

// The last bit is also set if anything was shifted out; any `by`, of which 63 leaves no other bits.
fn shiftRightSticky64(a: vec2<u32>, by: u32) -> vec2<u32> {
  let far = by >= 32u;
  let words = select(a, vec2<u32>(a.y, 0u), far);
  let bits = min(by, 63u) & 31u;
  let low = (words.x >> bits) | ((words.y << 1u) << (31u - bits));
  let lost = (words.x ^ ((words.x >> bits) << bits)) | select(0u, a.x, far);
  return vec2<u32>(low | min(lost, 1u), words.y >> bits);
}
