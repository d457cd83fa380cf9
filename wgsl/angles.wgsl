// Angles to 4·10⁻⁷ rad, by polynomials of nearly the least maximum error (Chebyshev interpolation): of θ² / c on 0 … 2,
// with the square c = 4 sin² θ/2 of the chord of the angle θ, and of (atan x − x) / x³ in x² on 0 … 1. Every step is
// rounded as on the CPU, since lobes of glossy materials are steep.
// uses: double

const PI: f32 = 3.141592653589793;
const HALF_PI: f32 = 1.5707963267948966;

// a + b x, rounded twice.
fn plusTimes(a: f32, b: f32, x: f32) -> f32 {
  return fixed(a + fixed(b * x));
}

// The angle between two unit vectors from the square of their difference; 0 … π/2. Two terms at a time (Estrin 1960).
fn angleOfChord(square: f32) -> f32 {
  let cc = fixed(square * square);
  let high = plusTimes(plusTimes(0.0006734252092428505, -0.0001632884523132816, square), 7.162493420764804e-5, cc);
  let middle = plusTimes(plusTimes(0.011208956129848957, 0.0015111943939700723, square), high, cc);
  let p = plusTimes(plusTimes(1.000000238418579, 0.0833204835653305, square), middle, cc);
  return roundedRoot(fixed(square * p));
}

// A shorter direction has no azimuth; 0 is used.
const SMALLEST: f32 = 1e-20;

// The angle of (x, y) from the x axis, −π … π.
fn azimuth(y: f32, x: f32) -> f32 {
  let ax = abs(x);
  let ay = abs(y);
  let tangent = roundedQuotient(min(ax, ay), max(max(ax, ay), SMALLEST));
  let z = fixed(tangent * tangent);
  let zz = fixed(z * z);
  let low = plusTimes(
    plusTimes(-0.33333325386047363, 0.19998809695243835, z),
    plusTimes(-0.14259037375450134, 0.10877405852079391, z),
    zz,
  );
  let high = plusTimes(
    plusTimes(-0.08042290806770325, 0.04938487336039543, z),
    plusTimes(-0.02036442793905735, 0.003962147515267134, z),
    zz,
  );
  let p = plusTimes(low, fixed(zz * zz), high);
  let octant = plusTimes(tangent, fixed(tangent * z), p);
  let quarter = select(octant, fixed(HALF_PI - octant), ay > ax);
  let half = select(quarter, fixed(PI - quarter), x < 0.0);
  return select(half, -half, y < 0.0);
}
