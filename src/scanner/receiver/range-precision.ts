import { SPEED_OF_LIGHT } from './constants.js';

/**
 * Standard deviation, m, with which a range can be measured at best (Cramér–Rao bound) from a Gaussian pulse of standard
 * deviation `spread` s, sampled every `interval` s with white noise `signalToNoise` times below its peak:
 * σ_R = (c/2) (σ/SNR) √(2 Δt / (σ √π)).
 */
export const rangePrecision = (spread: number, interval: number, signalToNoise: number): number =>
  (SPEED_OF_LIGHT / 2) * (spread / signalToNoise) * Math.sqrt((2 * interval) / (spread * Math.sqrt(Math.PI)));
