import { BINS_DEFAULTS, type BinSettings } from './bin-settings.js';
import { SPEED_OF_LIGHT } from './receiver/constants.js';
import { HELIOS_SHAPE_WIDTH } from './receiver/pulse-shapes.js';
import type { Scanner } from './scanner.js';

/** The most bins of a pulse, and of a window. */
const BINS_MAX = 1000;

/** Numbers that were converted from one unit to another are whole up to this. */
const ROUNDING = 1e-6;

/** Number of whole bins in a time. */
const wholeBins = (time: number, size: number): number => Math.floor(time / size + ROUNDING);

/** Length of HELIOS++'s pulse in τ, and of the time that it calls the pulse's length. */
const PULSE_LENGTH = 7;

/** The pulse of HELIOS++ in bins. */
export interface BinPulse {
  /** Power at the start of each bin, as (t/τ)² e^(−t/τ). */
  powers: number[];
  /** Number of the bin with the highest one. */
  peak: number;
  /** Length of the pulse, in bins; the last one may not be whole. */
  length: number;
  /** Power of the highest bin over the energy of a pulse, 1/s. */
  peakRate: number;
}

/**
 * The pulse of a scanner in bins: (t/τ)² e^(−t/τ) (Carlsson, Steinvall, Letalick 2001, FOI-R-0163-SE) up to 7 τ. Its
 * area is 2 τ, its full width at half maximum 3.39 τ.
 */
export function binPulse({ pulse, detection }: Pick<Scanner, 'pulse' | 'detection'>): BinPulse {
  const { size } = detection.bins ?? BINS_DEFAULTS;
  const tau = pulse.duration / HELIOS_SHAPE_WIDTH;
  const count = Math.min(wholeBins(PULSE_LENGTH * tau, size), BINS_MAX);
  const powers = Array.from({ length: count }, (_, bin) => {
    const x = (bin * size) / tau;
    return x ** 2 * Math.exp(-x);
  });
  const top = Math.max(0, ...powers);
  return {
    powers,
    peak: Math.max(0, powers.indexOf(top)),
    length: (PULSE_LENGTH * tau) / size,
    peakRate: top / (2 * tau),
  };
}

/** The window of a scanner in bins: a return is higher than all bins fewer than this away. */
export const binWindow = ({ size, window }: BinSettings): number => wholeBins(window, size);

/** The longest waveform of a scanner in bins; Infinity: of any length. */
export const longestInBins = ({ size, longest }: BinSettings): number =>
  longest === 0 ? Number.POSITIVE_INFINITY : Math.ceil(longest / size - ROUNDING);

/** Metres of range in a bin: of the way there and back, or one way. */
export const metresPerBin = ({ size }: BinSettings, ways: number): number => (SPEED_OF_LIGHT * size) / ways;

/** For messages. */
const inNanoseconds = (time: number): number => Number((time * 1e9).toPrecision(4));

/** The fault of a scanner's bins: the key, its value in nanoseconds, the expected one; undefined if there is none. */
export function binFault({
  pulse,
  detection,
}: Pick<Scanner, 'pulse' | 'detection'>): { key: keyof BinSettings; found: number; expected: string } | undefined {
  const { size, window } = detection.bins ?? BINS_DEFAULTS;
  const length = PULSE_LENGTH * (pulse.duration / HELIOS_SHAPE_WIDTH);
  const [least, most, whole] = [length / BINS_MAX, length / 2, length].map(inNanoseconds);
  if (wholeBins(length, size) < 2 || wholeBins(length, size) > BINS_MAX)
    return {
      key: 'size',
      found: inNanoseconds(size),
      expected: `${least} to ${most} (ns): the pulse has ${whole} ns, and 2 to ${BINS_MAX} bins`,
    };
  if (wholeBins(window, size) > BINS_MAX)
    return {
      key: 'window',
      found: inNanoseconds(window),
      expected: `at most ${BINS_MAX} bins, which are ${inNanoseconds(BINS_MAX * size)} (ns)`,
    };
  return undefined;
}
