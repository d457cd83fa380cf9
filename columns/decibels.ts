// Intensities in hundredths of a decibel, from energies relative to a unit. Those with spread are multiplied by the
// square of their range.

const INTENSITY_MAX: f64 = 65535;

/** The same for a factor of e: 1000 lg x = 1000 ln x / ln 10. */
const STEPS_PER_E: f64 = 1000 / Math.LN10;

/**
 * 1000 lg(energy / unit) + shift, or 1000 lg(energy · range² / unit) + perMetre · range + shift, in 16 bits; 0 for NaN.
 */
export function decibels(energy: f64, range: f64, unit: f64, isSpread: bool, perMetre: f64, shift: f64): u32 {
  const received = isSpread ? energy * range * range : energy;
  const level = STEPS_PER_E * Math.log(received / unit);
  const steps = isSpread ? level + perMetre * range + shift : level + shift;
  if (!(steps > 0)) return 0;
  return <u32>(steps < INTENSITY_MAX ? Math.floor(steps + 0.5) : INTENSITY_MAX);
}

/** Stores the intensities of `count` energies of f32 and ranges of f64. */
export function storeDecibels(
  energies: usize,
  ranges: usize,
  target: usize,
  count: u32,
  unit: f64,
  isSpread: bool,
  perMetre: f64,
  shift: f64,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const energy = <f64>load<f32>(energies + (i << 2));
    const range = load<f64>(ranges + (i << 3));
    store<u16>(target + (i << 1), <u16>decibels(energy, range, unit, isSpread, perMetre, shift));
  }
}
