import type { OnProgress } from '../../base/log.js';
import type { M3c2Options } from './m3c2/m3c2-options.js';
import type { PairLimits } from './pair-statistics.js';

/** Key by which points are paired: the number of their pulse, the time, or as nearest neighbours of each other. */
export const PAIRED_BY = Object.freeze(['pulse', 'time', 'nearest'] as const);
export type PairedBy = (typeof PAIRED_BY)[number];

/** Options of pairing points. */
export interface PairingOptions {
  /** `auto`: by the first of pulse, time and nearest that both sets allow. */
  match: PairedBy | 'auto';
  /** Largest difference of the times of a pair, seconds. */
  timeTolerance: number;
}

/** Options of a comparison of two clouds. */
export interface ComparePointsOptions extends PairingOptions {
  /** Distance above which a point has no counterpart, metres; absent: from the clouds' own spacing. */
  limit?: number;
  /** Limits of distances (metres) and of differences of ratios from 1; the pairs within each are counted. */
  within: PairLimits;
  /** M3C2 distances are measured with these options; absent: they are not. */
  m3c2?: M3c2Options;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Times of returns are written at least to the microsecond. */
export const COMPARE_DEFAULTS: Readonly<ComparePointsOptions> = Object.freeze({
  match: 'auto',
  timeTolerance: 1e-6,
  within: { distances: [1e-3], ratios: [0.01] },
});
