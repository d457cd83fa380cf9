import { erfc } from '../support/erfc.js';

// Closed forms of receivers and detectors for Gaussian pulses, written out from their sources. SI units.

export const SPEED_OF_LIGHT = 299_792_458;
export const PLANCK = 6.62607015e-34;
export const ELEMENTARY_CHARGE = 1.602176634e-19;
export const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);

/** Metres of range from the middle of a pulse to the crossing of its leading edge with a threshold: G8. */
export const edgeWalk = (margin: number, duration: number): number =>
  (-SPEED_OF_LIGHT / 2) * (duration / FWHM_PER_SIGMA) * Math.sqrt(2 * Math.log(margin));

/** A beam on a slope, and a leading edge that is right on a wall of the same reflectance with the margin m₀. */
export interface Slope {
  range: number;
  /** 1/e² half angle of the beam, and angle of incidence, radians. */
  halfAngle: number;
  incidence: number;
  duration: number;
  margin: number;
}

/** Metres by which it is late on the slope: −(c/2)(σ₂ √(2 ln A) − σ √(2 ln m₀)), A = m₀ cos θ σ/σ₂: G8. */
export function slopeBias({ range, halfAngle, incidence, duration, margin }: Slope): number {
  const sigma = duration / FWHM_PER_SIGMA;
  const spread = 0.5 * range * halfAngle * Math.tan(incidence);
  const stretched = Math.hypot(sigma, (2 * spread) / SPEED_OF_LIGHT);
  const amplitude = (margin * Math.cos(incidence) * sigma) / stretched;
  const early = stretched * Math.sqrt(2 * Math.log(amplitude)) - sigma * Math.sqrt(2 * Math.log(margin));
  return (-SPEED_OF_LIGHT / 2) * early;
}

/** Bound of Cramér and Rao on the standard deviation of a range: (c/2)(σ/SNR) √(2Δt/(σ√π)): G9. */
export function rangeBound(duration: number, interval: number, signalToNoise: number): number {
  const sigma = duration / FWHM_PER_SIGMA;
  return (SPEED_OF_LIGHT / 2) * (sigma / signalToNoise) * Math.sqrt((2 * interval) / (sigma * Math.sqrt(Math.PI)));
}

/**
 * Probability that a sample of this amplitude lies above a threshold, both in standard deviations of
 * the noise: Q(T − A), G10.
 */
export const detectionProbability = (threshold: number, amplitude: number): number =>
  erfc((threshold - amplitude) / Math.SQRT2) / 2;

/**
 * Upward crossings of a threshold (in standard deviations) by noise of a bandwidth, 1/s: (B/√3) e^(−T²/2) (Rice), G11.
 */
export const falseAlarmRate = (bandwidth: number, threshold: number): number =>
  (bandwidth / Math.sqrt(3)) * Math.exp((-threshold * threshold) / 2);

/**
 * Probability that a Geiger detector counts the signal first: e^(−K)(1 − e^(−N)), K counts of background before: G12.
 */
export const geigerDetection = (signal: number, background: number): number =>
  Math.exp(-background) * -Math.expm1(-signal);

/**
 * Mean (metres) and standard deviation (in those of the pulse) of the first of N photons on average, if there is one:
 * G13.
 */
export function firstPhoton(count: number, duration: number): { mean: number; deviation: number } {
  const STEPS = 20_000;
  const REACH = 8;
  const share = (x: number) => -Math.expm1(-count * (erfc(-x / Math.SQRT2) / 2)) / -Math.expm1(-count);
  let [first, second] = [0, 0];
  for (let k = 0; k < STEPS; k++) {
    const [low, high] = [k, k + 1].map((step) => (2 * REACH * step) / STEPS - REACH);
    const [middle, weight] = [(low + high) / 2, share(high) - share(low)];
    first += middle * weight;
    second += middle * middle * weight;
  }
  const sigma = duration / FWHM_PER_SIGMA;
  return { mean: (SPEED_OF_LIGHT / 2) * sigma * first, deviation: Math.sqrt(second - first * first) };
}

/** Sunlight on a surface in the field of view. */
export interface Sunlight {
  reflectance: number;
  /** W m⁻² nm⁻¹ on the surface (ASTM G173), and width of the filter, nm. */
  irradiance: number;
  filterNm: number;
  /** Of the aperture, metres, and of the field of view, radians, both whole. */
  diameter: number;
  fieldOfView: number;
  efficiency: number;
}

/** Its power at the detector, W: (ρ E_λ/π)(π D²/4)(π θ²/4) Δλ η, G14. */
export function sunPower({ reflectance, irradiance, filterNm, diameter, fieldOfView, efficiency }: Sunlight): number {
  const radiance = (reflectance * irradiance) / Math.PI;
  const aperture = (Math.PI * diameter ** 2) / 4;
  const solidAngle = (Math.PI * fieldOfView ** 2) / 4;
  return radiance * aperture * solidAngle * filterNm * efficiency;
}

/** An avalanche photodiode and its amplifier. */
export interface Photodiode {
  gain: number;
  ionisation: number;
  quantumEfficiency: number;
  wavelengthNm: number;
  /** A/√Hz, and Hz. */
  amplifier: number;
  bandwidth: number;
}

/** Excess noise F = kM + (1 − k)(2 − 1/M) (McIntyre 1966). */
export const excessNoise = ({ gain, ionisation }: Pick<Photodiode, 'gain' | 'ionisation'>): number =>
  ionisation * gain + (1 - ionisation) * (2 - 1 / gain);

/** Signal over noise of these powers, W: i² = 2q(ℛP_s + ℛP_b) M² F B + i_n² B, G15. */
export function signalToNoise(diode: Photodiode, signal: number, background: number): number {
  const { gain, quantumEfficiency, wavelengthNm, amplifier, bandwidth } = diode;
  const responsivity = (quantumEfficiency * ELEMENTARY_CHARGE * wavelengthNm * 1e-9) / (PLANCK * SPEED_OF_LIGHT);
  const shot = 2 * ELEMENTARY_CHARGE * responsivity * (signal + background) * gain ** 2 * excessNoise(diode);
  return (responsivity * signal * gain) / Math.sqrt((shot + amplifier ** 2) * bandwidth);
}

/** Range beyond which an echo arrives after the next pulse: c/2f, G20. */
export const ambiguousRange = (pulseRateHz: number): number => SPEED_OF_LIGHT / 2 / pulseRateHz;

/** Standard deviation, s, of a Gaussian low pass that halves the electrical power at `bandwidth` Hz: √(ln 2)/(2πB). */
export const lowPassSpread = (bandwidth: number): number => Math.sqrt(Math.LN2) / (2 * Math.PI * bandwidth);
