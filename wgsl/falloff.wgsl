// Shares of the energy that fall with the range R, those of HELIOS++'s models of energy (docs/radiometry.md):
//   share · exp(−inner/g(R)) · (1 − exp(−band/g(R))),   g(R) = waist · (1 − R/focus)² + growth · R² + near/R²
// with three numbers of the subray and four of the leg.

// The share of the energy of subray k at a range, with its number `share`.
fn shareAt(k: u32, share: f32, range: f32) -> f32 {
  let bands = 2u * ((run.subrayCount + 3u) >> 2u) + (k >> 2u);
  let g = spotAt(range);
  return share * exp(-subrays[bands].x[k & 3u] / g) * lossOf(subrays[bands].y[k & 3u] / g);
}

// g at a range.
fn spotAt(range: f32) -> f32 {
  let square = range * range;
  let focus = 1.0 - instrument.falloffPerFocus * range;
  let far = instrument.falloffWaist * (focus * focus) + instrument.falloffGrowth * square;
  return far + instrument.falloffNear / square;
}

// 1 − exp(−x) for x from 0 on, by its series where the difference would lose digits.
fn lossOf(x: f32) -> f32 {
  var sum = 1.0 - x * (1.0 / 6.0);
  sum = 1.0 - x * (1.0 / 5.0) * sum;
  sum = 1.0 - x * (1.0 / 4.0) * sum;
  sum = 1.0 - x * (1.0 / 3.0) * sum;
  sum = 1.0 - x * 0.5 * sum;
  return select(1.0 - exp(-x), x * sum, x < 0.25);
}
