/** The waveform of HELIOS++, in bins of equal length; seconds. */
export interface BinSettings {
  /** Length of a bin. */
  size: number;
  /** Distance within which a return is the highest bin. */
  window: number;
  /** Longest waveform; 0: of any length. */
  longest: number;
}

export const BINS_DEFAULTS: Readonly<BinSettings> = Object.freeze({ size: 0.25e-9, window: 1e-9, longest: 0 });
