// Counter-based random numbers: they depend only on the leg's key (a hash of seed, instrument and leg) and the counter
// (pulse, subray or return, stage), never on the order of the work. 32-bit integer arithmetic, the same words as on the
// CPU. Mixing: pcg4d (Jarzynski and Olano 2020, "Hash Functions for GPU Rendering", JCGT 9(3)). Where the CPU converts
// a word in f64, the GPU uses Doubles: drivers' own log, sin and cos are accurate to 2⁻²¹ or 2⁻¹¹ at most.
// uses: double

// Four words for (key, pulse, subray or return, stage).
fn draw(key: vec2<u32>, pulse: u32, index: u32, stage: u32) -> vec4<u32> {
  var v = vec4<u32>(pulse, index, key.x + stage, key.y) * 1664525u + 1013904223u;
  v = stir(v);
  return stir(v ^ (v >> vec4<u32>(16u)));
}

fn stir(words: vec4<u32>) -> vec4<u32> {
  var v = words;
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  return v;
}

// 2⁻³².
const WORD_STEP = 2.3283064365386963e-10;

// Converts a word to a number in (0, 1), exactly (word + 1/2) / 2³²: never 0, never 1.
fn uniformNumber(word: u32) -> Double {
  return WORD_STEP * addDouble(doubleFromU32(word), Double(0.5, 0.0));
}

const LN2 = Double(0.6931471824645996, -1.9046542121259336e-9);
const SQRT2 = 1.4142135;

// The natural logarithm of uniformNumber(word), < 0, to 3e-9 of itself, also next to 1. Of the number m · 2ᵉ with m
// near 1 and s = (m − 1) / (m + 1), it is e · ln 2 + 2 s + 2 s³/3 + 2 s⁵/5 + …, |s| < 0.172.
fn logUniform(word: u32) -> Double {
  let u = uniformNumber(word);
  let exponent = i32(bitcast<u32>(u.x * SQRT2) >> 23u) - 127;
  let m = u * bitcast<f32>(u32(127 - exponent) << 23u);
  let s = divideDouble(addDouble(m, Double(-1.0, 0.0)), addDouble(m, Double(1.0, 0.0)));
  let z = s.x * s.x;
  let tail = s.x * z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0 + z * (2.0 / 9.0 + z * (2.0 / 11.0)))));
  return addDouble(scaleDouble(LN2, f32(exponent)), addDouble(2.0 * s, Double(tail, 0.0)));
}

// A point of the unit circle.
struct CirclePoint { sine: Double, cosine: Double }

// 2π / 2³².
const TURN_STEP = Double(1.462918119976564e-9, -4.070940267922164e-17);
// −1/6 and 1/24.
const THIRD_ORDER = Double(-0.1666666716337204, 4.967053879312289e-9);
const FOURTH_ORDER = Double(0.0416666679084301, -1.2417634698280722e-9);

// Sine and cosine of 2π · uniformNumber(word), to 1e-9. Quarter turns are removed from the word itself, without
// rounding; terms below a hundredth of the sum are computed in f32.
fn circlePoint(word: u32) -> CirclePoint {
  let quarter = (word + 0x20000000u) >> 30u;
  let steps = addDouble(doubleFromI32(bitcast<i32>(word - (quarter << 30u))), Double(0.5, 0.0));
  let r = multiplyDouble(steps, TURN_STEP);
  let z = multiplyDouble(r, r);
  let sineTail = z.x * (1.0 / 120.0 + z.x * (-1.0 / 5040.0 + z.x * (1.0 / 362880.0 - z.x / 39916800.0)));
  let s = addDouble(r, multiplyDouble(multiplyDouble(r, z), addDouble(THIRD_ORDER, Double(sineTail, 0.0))));
  let cosineTail = z.x * (-1.0 / 720.0 + z.x * (1.0 / 40320.0 + z.x * (-1.0 / 3628800.0 + z.x / 479001600.0)));
  let start = addDouble(Double(1.0, 0.0), -0.5 * z);
  let c = addDouble(start, multiplyDouble(multiplyDouble(z, z), addDouble(FOURTH_ORDER, Double(cosineTail, 0.0))));
  let swap = (quarter & 1u) != 0u;
  let sine = select(s, c, swap);
  let cosine = select(c, s, swap);
  return CirclePoint(
    select(sine, -sine, (quarter & 2u) != 0u),
    select(cosine, -cosine, ((quarter + 1u) & 2u) != 0u),
  );
}
