import { ELECTRON_CHARGE, SPEED_OF_LIGHT } from './constants.js';

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

/**
 * Excess noise of an avalanche: F = k M + (1 − k)(2 − 1/M). McIntyre 1966, IEEE Trans. Electron Devices 13, 164–168.
 */
export const excessNoise = (gain: number, ionisation: number): number =>
  ionisation * gain + (1 - ionisation) * (2 - 1 / gain);

/**
 * Shot noise and the amplifier's, i² = 2 q (ℛ P_s + ℛ P_b + I_dark) M² F B + i_n² B, divided by (ℛ M)²: as
 * optical power at the diode.
 */
export function photodiodeNoise(diode: Photodiode): PowerNoise {
  const { responsivity, gain, ionisation, dark, amplifier, background, bandwidth } = diode;
  const shot = 2 * ELECTRON_CHARGE * excessNoise(gain, ionisation) * bandwidth;
  const constant = shot * (responsivity * background + dark) + (amplifier / gain) ** 2 * bandwidth;
  return { constant: Math.sqrt(constant) / responsivity, perPower: shot / responsivity };
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
 * Standard deviation, m, with which a range can be measured at best (Cramér–Rao bound) from a Gaussian pulse of
 * standard deviation `spread` s, sampled every `interval` s with white noise `signalToNoise` times below its peak:
 * σ_R = (c/2) (σ/SNR) √(2 Δt / (σ √π)).
 */
export const rangePrecision = (spread: number, interval: number, signalToNoise: number): number =>
  (SPEED_OF_LIGHT / 2) * (spread / signalToNoise) * Math.sqrt((2 * interval) / (spread * Math.sqrt(Math.PI)));
