import { BINS_DEFAULTS } from './bin-settings.js';
import { binPulse, longestInBins, metresPerBin } from './bins.js';
import { PHYSICS, type Physics, waysOf } from './physics.js';
import { SPEED_OF_LIGHT } from './receiver/constants.js';
import type { SamplingReceiver } from './receiver/receiver.js';
import type { Scanner } from './scanner.js';

/** The recorder of waveforms: a receiver that samples, or HELIOS++'s bins. */
export interface WaveformRecorder extends Pick<SamplingReceiver, 'interval' | 'zero' | 'digitiser'> {
  /** For bins, the start and end of a pulse's waveform; absent: a receiver, whose clock begins with the emission. */
  bins?: RecordedBins;
}

/** Facts of a scanner's bins besides their powers. */
export interface RecordedBins {
  /** Range of a bin. */
  metres: number;
  /** Bin of the pulse with its peak, and length of the pulse in bins. */
  peak: number;
  length: number;
  /** Bins of the longest waveform; Infinity: of any length. */
  longest: number;
}

/**
 * The recorder of a scanner's waveforms; undefined if it has none. The interval of bins is the time in which light
 * travels there and back over their range, whatever their own clock counts.
 */
export function recorderOf(
  scanner: Pick<Scanner, 'pulse' | 'detection' | 'sampling'>,
  physics: Pick<Physics, 'echoes' | 'clock'> = PHYSICS.si,
): WaveformRecorder | undefined {
  if (physics.echoes !== 'bins') return scanner.sampling;
  const settings = scanner.detection.bins ?? BINS_DEFAULTS;
  const metres = metresPerBin(settings, waysOf(physics));
  const { peak, length } = binPulse(scanner);
  return {
    interval: (2 * metres) / SPEED_OF_LIGHT,
    zero: 0,
    bins: { metres, peak, length, longest: longestInBins(settings) },
  };
}

/** The waveform of HELIOS++ of a pulse: its first bin after the emission, and its number of bins. */
export interface BinSpan {
  start: number;
  end: number;
  count: number;
}

/**
 * The span of the waveform of a pulse with these nearest and farthest hits, metres; start and end are no whole numbers.
 */
export function binSpan({ metres, peak, length, longest }: RecordedBins, nearest: number, farthest: number): BinSpan {
  const start = nearest / metres - peak;
  const end = farthest / metres - peak + length + 1;
  if (end - start > longest) return { start, end: start + longest, count: longest };
  return { start, end, count: Math.ceil(end) - Math.ceil(start) };
}
