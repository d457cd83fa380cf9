import { ELECTRON_CHARGE } from './constants.js';

/** Variance of a sample, W²: constant² + perPower · P. */
export interface PowerNoise {
  /** W. */
  constant: number;
  /** W. */
  perPower: number;
}

/** A photodiode with its amplifier. */
export interface Photodiode {
  /** A/W of the photocurrent before multiplication. */
  responsivity: number;
  /** M, multiplication of an avalanche photodiode; 1 for a pin diode. */
  gain: number;
  /** k, ratio of the ionisation by holes to that by electrons. */
  ionisation: number;
  /** A, of the dark current before multiplication. */
  dark: number;
  /** A/√Hz, noise of the amplifier at its input. */
  amplifier: number;
  /** W, of light that is not the pulse's. */
  background: number;
  /** B, Hz. */
  bandwidth: number;
}

/** Excess noise of an avalanche: F = k M + (1 − k)(2 − 1/M). McIntyre 1966, IEEE Trans. Electron Devices 13, 164–168. */
export const excessNoise = (gain: number, ionisation: number): number =>
  ionisation * gain + (1 - ionisation) * (2 - 1 / gain);

/**
 * Shot noise and the amplifier's, i² = 2 q (ℛ P_s + ℛ P_b + I_dark) M² F B + i_n² B, divided by (ℛ M)²: as optical power
 * at the diode.
 */
export function photodiodeNoise(diode: Photodiode): PowerNoise {
  const { responsivity, gain, ionisation, dark, amplifier, background, bandwidth } = diode;
  const shot = 2 * ELECTRON_CHARGE * excessNoise(gain, ionisation) * bandwidth;
  const constant = shot * (responsivity * background + dark) + (amplifier / gain) ** 2 * bandwidth;
  return { constant: Math.sqrt(constant) / responsivity, perPower: shot / responsivity };
}

/** A line of a data sheet: how surely a return is detected, at a rate of false alarms. */
export interface DetectionClaim {
  /** W, of the return's peak. */
  peak: number;
  /** Probability that it is detected, 0…1. */
  probability: number;
  /** 1/s. */
  falseAlarms: number;
  /** B, Hz. */
  bandwidth: number;
}

/**
 * The noise, W, and the threshold, W, with which a claim of a data sheet holds: the false alarms set the ratio n of
 * threshold to noise, and Q(n − A/σ) = P_D the noise, σ = A / (n − Q⁻¹(P_D)).
 */
export function noiseOfClaim({ peak, probability, falseAlarms, bandwidth }: DetectionClaim): {
  noise: number;
  threshold: number;
} {
  const sigmas = sigmasOfFalseAlarms(bandwidth, falseAlarms);
  const noise = peak / (sigmas - inverseNormalTail(probability));
  return { noise, threshold: sigmas * noise };
}

/**
 * Crossings a second of a threshold of `sigmas` standard deviations by noise of bandwidth B alone, (B/√3) e^(−T²/2σ²).
 * Rice 1945, Bell Syst. Tech. J. 24, 46–156.
 */
export const falseAlarmRate = (bandwidth: number, sigmas: number): number =>
  (bandwidth / Math.sqrt(3)) * Math.exp(-(sigmas ** 2) / 2);

/** The threshold in standard deviations of the noise that it crosses `rate` times a second; the most is B/√3. */
export const sigmasOfFalseAlarms = (bandwidth: number, rate: number): number =>
  Math.sqrt(2 * Math.log(bandwidth / (Math.sqrt(3) * rate)));

/**
 * Q(x): share of a normal distribution above x standard deviations. The complementary error function is that of Press et
 * al., Numerical Recipes (1992), section 6.2, with a relative error below 1.2e-7.
 */
export function normalTail(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + z / 2);
  const series = ERFC.reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  const tail = (t * Math.exp(-z * z + series)) / 2;
  return x >= 0 ? tail : 1 - tail;
}

const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

/** Standard deviations beyond which a normal distribution has nothing. */
const TAIL_MAX = 9;
const HALVINGS = 60;

/** The x with Q(x) = p, by halving an interval. */
export function inverseNormalTail(probability: number): number {
  let low = -TAIL_MAX;
  let high = TAIL_MAX;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
