import type { Files } from '../../base/files/files.js';

/** A run of samples of a pulse, read from a file. */
export interface RecordedPart {
  /** Seconds from the emission of the pulse, or else from its first recorded sample, to this part's first sample. */
  start: number;
  /** Seconds between two samples. */
  interval: number;
  /** Received power, watts; from other programs, in the unit of their file. */
  power: Float64Array;
  /** Times of the returns found in it, seconds from its first sample. */
  returns: number[];
}

/** A pulse with waveforms, read from a file. */
export interface RecordedPulse {
  /** Number among the pulses with waveforms of the file, in its order, from 1. */
  number: number;
  /** Number of the pulse in its leg, from 0, if the file states it. */
  pulse?: number;
  /** Point source id: the leg. */
  pointSourceId?: number;
  /** GPS time, seconds. */
  time?: number;
  /**
   * Whether `start` counts from the emission, so that the range follows from it: half the way of light in that time.
   */
  fromEmission: boolean;
  /** Parts in order of time. */
  parts: RecordedPart[];
}

/** Everything that the rest of the program knows about reading a kind of waveform files. */
export interface WaveformReader {
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly string[];
  /**
   * The pulses with these numbers, in order; numbers that the file does not have are left out. Throws UserError for
   * files that cannot be read, or have inconsistent parts.
   */
  read(files: Files, path: string, numbers: ReadonlySet<number>): Promise<RecordedPulse[]>;
}

/** Most samples of a part: more indicate a broken length. */
export const PART_SAMPLES_MAX = 2 ** 20;

/** The pulse with its parts, and their returns, in order of time. */
export const orderParts = (pulse: RecordedPulse): RecordedPulse => ({
  ...pulse,
  parts: pulse.parts
    .map((part) => ({ ...part, returns: part.returns.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => a.start - b.start),
});
