// Sine and cosine in f64, with the CPU's steps, so that both engines have the same bits.
// uses: double float64

struct SineCosine { sine: F64, cosine: F64 }

const TURN = F64(0x54442d18u, 0x401921fbu);

// π/2 in two parts whose sum is accurate to 2⁻⁹⁷ (fdlibm, e_rem_pio2).
const HALF_PI_HIGH = F64(0x54400000u, 0x3ff921fbu);
const HALF_PI_LOW = F64(0x1a626331u, 0x3dd0b461u);
const TWO_OVER_PI = F64(0x6dc9c883u, 0x3fe45f30u);

// Kernel coefficients of sine and cosine, highest order first (fdlibm, k_sin and k_cos, 1993), by their bits.
const TAILS = array<array<F64, 6>, 2>(
  // 1.58969099521155010221e-10, −2.50507602534068634195e-8, 2.75573137070700676789e-6, −1.98412698298579493134e-4,
  // 8.33333333332248946124e-3, −1.66666666666666324348e-1.
  array<F64, 6>(
    F64(0x5acfd57cu, 0x3de5d93au), F64(0x8a2b9cebu, 0xbe5ae5e6u), F64(0x57b1fe7du, 0x3ec71de3u),
    F64(0x19c161d5u, 0xbf2a01a0u), F64(0x1110f8a6u, 0x3f811111u), F64(0x55555549u, 0xbfc55555u),
  ),
  // −1.13596475577881948265e-11, 2.08757232129817482790e-9, −2.75573143513906633035e-7, 2.48015872894767294178e-5,
  // −1.38888888888741095749e-3, 4.16666666666666019037e-2.
  array<F64, 6>(
    F64(0xbe8838d4u, 0xbda8fae9u), F64(0xbdb4b1c4u, 0x3e21ee9eu), F64(0x809c52adu, 0xbe927e4fu),
    F64(0x19cb1590u, 0x3efa01a0u), F64(0x16c15177u, 0xbf56c16cu), F64(0x5555554cu, 0x3fa55555u),
  ),
);

// x less whole quarters of a turn; the lowest bits of how many these are.
struct InQuarter { angle: F64, quarters: u32 }

fn inQuarter(x: F64) -> InQuarter {
  let shifted = addF64(multiplyF64(x, TWO_OVER_PI), F64_WHOLE);
  let quarter = subtractF64(shifted, F64_WHOLE);
  let angle = subtractF64(subtractF64(x, multiplyF64(quarter, HALF_PI_HIGH)), multiplyF64(quarter, HALF_PI_LOW));
  return InQuarter(angle, shifted.x);
}

// Sine and cosine of x; |x| < 2²⁰.
fn sinCos(x: F64) -> SineCosine {
  let place = inQuarter(x);
  let r = place.angle;
  let z = multiplyF64(r, r);
  let zz = multiplyF64(z, z);
  // r + r z tail and 1 − z/2 + z² tail.
  let starts = array<F64, 2>(r, subtractF64(F64_ONE, scaleF64(z, -1)));
  let factors = array<F64, 2>(multiplyF64(r, z), zz);
  var both: array<F64, 2>;
  for (var k = fromZero(); k < 2; k++) { both[k] = addF64(starts[k], multiplyF64(factors[k], tailOf(k, z, zz))); }
  let s = both[0];
  let c = both[1];
  let swap = (place.quarters & 1u) != 0u;
  return SineCosine(
    withSign(select(s, c, swap), place.quarters),
    withSign(select(c, s, swap), place.quarters + 1u),
  );
}

// The sine alone: one of the two polynomials.
fn sineOf(x: F64) -> F64 {
  let place = inQuarter(x);
  let r = place.angle;
  let z = multiplyF64(r, r);
  let zz = multiplyF64(z, z);
  let swap = (place.quarters & 1u) != 0u;
  let start = select(r, subtractF64(F64_ONE, scaleF64(z, -1)), swap);
  let factor = select(multiplyF64(r, z), zz, swap);
  return withSign(addF64(start, multiplyF64(factor, tailOf(i32(swap), z, zz))), place.quarters);
}

// x, negative in the third and fourth quarter.
fn withSign(x: F64, quarters: u32) -> F64 {
  return select(x, negateF64(x), (quarters & 2u) != 0u);
}

// The polynomial of a row of TAILS: two terms at a time, in powers of z².
fn tailOf(row: i32, z: F64, zz: F64) -> F64 {
  var tail = termsOf(row, 0, z);
  for (var pair = 1 + fromZero(); pair < 3; pair++) { tail = addF64(termsOf(row, pair, z), multiplyF64(zz, tail)); }
  return tail;
}

fn termsOf(row: i32, pair: i32, z: F64) -> F64 {
  return addF64(TAILS[row][2 * pair + 1], multiplyF64(z, TAILS[row][2 * pair]));
}
