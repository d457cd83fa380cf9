// Double: a number as the sum of two f32, the second no more than half a unit in the last place of the first. Sums and
// products are accurate to 2⁻⁴⁶ of the result, quotients and roots to 2⁻⁴⁴. (Error-free sums: Knuth 1969, Dekker 1971;
// on pairs: Hida, Li and Bailey 2001; Joldes, Muller and Popescu 2017.)
//
// Limits: f32's exponents. Numbers must stay below 2¹²⁶, and a product's error term is lost if the product is below
// 2⁻¹⁰², because GPUs may flush numbers smaller than 2⁻¹²⁶ to zero.
//
// Accuracy of a phase: time · rate after φ radians is accurate to φ · 2⁻⁴⁶, so 1 000 rad (16 s at 10 turns a second)
// leave an error of 1.4e-11, 100 000 rad 1.4e-9. The last bit of a direction in f32 requires about 1e-12, so phases are
// computed in F64 (float64.wgsl).
alias Double = vec2<f32>;

// Set by every entry point that calls these functions: `unknownZero = run.zero`.
var<private> unknownZero: u32;

// Returns x itself, rounded to f32 at this very place. WGSL compilers may fuse a·b + c and reorder sums; they cannot
// see through a number that they cannot know to be 0.
fn fixed(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) | unknownZero);
}

// Returns 0, as the start of a loop that must not be unrolled: the time that drivers take to compile grows faster than
// the text.
fn fromZero() -> i32 {
  return bitcast<i32>(unknownZero);
}

fn fixed3(x: vec3<f32>) -> vec3<f32> {
  return bitcast<vec3<f32>>(bitcast<vec3<u32>>(x) | vec3<u32>(unknownZero));
}

fn fixed4(x: vec4<f32>) -> vec4<f32> {
  return bitcast<vec4<f32>>(bitcast<vec4<u32>>(x) | vec4<u32>(unknownZero));
}

// ---- f32, every operation rounded once, as on the CPU ---------------------------------------------------------------

// (ax·bx + ay·by) + az·bz.
fn dotFixed(a: vec3<f32>, b: vec3<f32>) -> f32 {
  let products = fixed3(a * b);
  return fixed(fixed(products.x + products.y) + products.z);
}

// a × b: ay·bz − az·by, and so on round.
fn crossFixed(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
  return fixed3(fixed3(a.yzx * b.zxy) - fixed3(a.zxy * b.yzx));
}

// a / b rounded to nearest except in about one case in a million; WGSL's own quotient is accurate to 2.5 units in the
// last place. a, b and a/b between 2⁻¹⁰⁰ and 2¹⁰⁰, or a = 0.
fn roundedQuotient(a: f32, b: f32) -> f32 {
  return correctQuotient(a, b, fixed(a / b));
}

// The nearest f32 to a / b from one that is a few units in the last place off.
fn correctQuotient(a: f32, b: f32, quotient: f32) -> f32 {
  let product = twoProduct(quotient, b);
  let rest = fixed(fixed(a - product.x) - product.y);
  return fixed(quotient + rest / b);
}

// √a likewise; a between 2⁻¹⁰⁰ and 2¹⁰⁰, or 0.
fn roundedRoot(a: f32) -> f32 {
  if (a == 0.0) {
    return 0.0;
  }
  return correctRoot(a, fixed(sqrt(a)));
}

fn correctRoot(a: f32, root: f32) -> f32 {
  let square = twoProduct(root, root);
  let rest = fixed(fixed(a - square.x) - square.y);
  return fixed(root + rest / (2.0 * root));
}

// ---- error-free sums and products -----------------------------------------------------------------------------------

// a + b, exactly.
fn twoSum(a: f32, b: f32) -> Double {
  let sum = fixed(a + b);
  let ofB = fixed(sum - a);
  let ofA = fixed(sum - ofB);
  return Double(sum, fixed(fixed(a - ofA) + fixed(b - ofB)));
}

// a + b, exactly, where |a| ≥ |b| or a = 0.
fn quickTwoSum(a: f32, b: f32) -> Double {
  let sum = fixed(a + b);
  return Double(sum, fixed(b - fixed(sum - a)));
}

// a · b, exactly. Halves of 12 bits: their products, and the sums in this order, fit into f32, fused or not.
fn twoProduct(a: f32, b: f32) -> Double {
  let product = fixed(a * b);
  let aHigh = upperHalf(a);
  let bHigh = upperHalf(b);
  let aLow = fixed(a - aHigh);
  let bLow = fixed(b - bHigh);
  let first = fixed(aHigh * bHigh - product);
  let second = fixed(first + aHigh * bLow);
  let third = fixed(second + aLow * bHigh);
  return Double(product, fixed(third + aLow * bLow));
}

// The 12 leading bits of x.
fn upperHalf(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

// ---- Doubles --------------------------------------------------------------------------------------------------------

// A number that a record holds as two f32.
fn doubleFromPair(high: f32, low: f32) -> Double {
  return quickTwoSum(high, low);
}

fn doubleFromU32(x: u32) -> Double {
  return quickTwoSum(f32(x >> 16u) * 65536.0, f32(x & 0xffffu));
}

fn doubleFromI32(x: i32) -> Double {
  return quickTwoSum(f32(x >> 16u) * 65536.0, f32(x & 0xffff));
}

// The nearest f32.
fn doubleToF32(x: Double) -> f32 {
  return fixed(x.x + x.y);
}

fn addDouble(a: Double, b: Double) -> Double {
  let high = twoSum(a.x, b.x);
  let low = twoSum(a.y, b.y);
  let sum = quickTwoSum(high.x, fixed(high.y + low.x));
  return quickTwoSum(sum.x, fixed(sum.y + low.y));
}

fn lessDouble(a: Double, b: Double) -> bool {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

fn subtractDouble(a: Double, b: Double) -> Double {
  return addDouble(a, -b);
}

fn multiplyDouble(a: Double, b: Double) -> Double {
  let product = twoProduct(a.x, b.x);
  return quickTwoSum(product.x, fixed(product.y + (a.x * b.y + a.y * b.x)));
}

fn scaleDouble(a: Double, by: f32) -> Double {
  let product = twoProduct(a.x, by);
  return quickTwoSum(product.x, fixed(product.y + a.y * by));
}

fn divideDouble(a: Double, b: Double) -> Double {
  // Long division, a digit of some 22 bits at a time.
  let first = fixed(a.x / b.x);
  let rest = subtractDouble(a, scaleDouble(b, first));
  let second = fixed(rest.x / b.x);
  let third = fixed(subtractDouble(rest, scaleDouble(b, second)).x / b.x);
  return addDouble(quickTwoSum(first, second), Double(third, 0.0));
}

// √a; 0 unless a is positive.
fn rootDouble(a: Double) -> Double {
  if (a.x <= 0.0) {
    return Double(0.0, 0.0);
  }
  let root = roundedRoot(a.x);
  let rest = subtractDouble(a, twoProduct(root, root));
  return quickTwoSum(root, fixed(rest.x / (2.0 * root)));
}
