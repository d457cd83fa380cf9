import type { StreamKey } from '../base/random.js';
import type { PointBatch } from './point-batch.js';

/** Value of a point's `waveform` without one. */
export const NO_WAVEFORM = 0xffffffff;

/** Clock and digitiser with which the waveforms of a batch were recorded. */
export interface WaveformClock {
  /** Seconds between two samples: tick k is k · interval after the emission of a pulse. */
  interval: number;
  /** Bits of a code; 0: no digitiser, samples are watts. */
  bits: number;
  /** Code of no light; 0 without a digitiser. */
  baseline: number;
}

/**
 * Recorded waveforms: parts, runs of samples around the echoes of a pulse, in order of (pulse, first sample). The
 * received power of a sample, watts at the aperture, is gain · (sample − baseline). The arrays have an entry per part,
 * except `samples`; `origin` and `direction` three.
 */
export interface WaveformBatch extends WaveformClock {
  count: number;
  /** Number of the first part in the whole recording, from 0: `waveform` of a point counts from there. */
  first: number;
  /** Number of the pulse in its leg. */
  pulse: Uint32Array;
  /** Clock tick of the part's first sample; tick 0 is the emission. */
  firstSample: Uint32Array;
  /**
   * Delay of the part's samples behind the ticks, as a fraction of an interval; 0 for a receiver whose clock begins
   * with the emission.
   */
  behindTick: Float32Array;
  /** Index of its first sample in `samples`, and their number. */
  sampleStart: Uint32Array;
  sampleCount: Uint32Array;
  /** Watts per unit of its samples. */
  gain: Float32Array;
  /** 1 if some samples of the part were not recorded, for lack of room. */
  cut: Uint8Array;
  /** Codes, or watts. */
  samples: Float32Array;
  /** Adjusted standard GPS time of the pulse, seconds. */
  time: Float64Array;
  pointSourceId: Uint16Array;
  /** Index of the scanner. */
  scanner: Uint8Array;
  /** Origin of the beam at the instrument, metres, in the coordinates of the points. */
  origin: Float64Array;
  /** Unit vector of the beam, in the coordinates of the points. */
  direction: Float32Array;
  /** For bins, the waveforms of their pulses in HELIOS++'s numbering; absent: a receiver sampled them. */
  spans?: WaveformSpans;
}

/**
 * Start and end of the waveforms of HELIOS++ to which parts belong: an entry per part, the same for all parts of a
 * pulse.
 */
export interface WaveformSpans {
  /** Intervals after the emission, not whole numbers. */
  start: Float64Array;
  end: Float64Array;
  /** Bins, including those without light. */
  count: Float64Array;
  /** Seconds from the leg's first pulse to this one. */
  after: Float64Array;
  /** Number of the pulse in its leg, if it differs from `pulse` of the batch, which lasers of a shot may share. */
  pulse?: Uint32Array;
  /** Noise that a file of text adds to every bin; absent: none. */
  noise?: BinNoise;
}

/** Gaussian noise of bins, drawn by pulse and bin. */
export interface BinNoise {
  /** Standard deviation, watts. */
  deviation: number;
  /** Key of the scanner's leg. */
  key: StreamKey;
  /** Number of the pulse in its leg, by part. */
  pulse: Uint32Array;
}

/** Empty spans of `count` parts. */
export const createSpans = (count: number): WaveformSpans => ({
  start: new Float64Array(count),
  end: new Float64Array(count),
  count: new Float64Array(count),
  after: new Float64Array(count),
});

/** A batch of `count` parts with room for `sampleCount` samples, all zero, gains 1. */
export function createWaveformBatch(count: number, sampleCount: number, clock: WaveformClock): WaveformBatch {
  return {
    ...clock,
    count,
    first: 0,
    pulse: new Uint32Array(count),
    firstSample: new Uint32Array(count),
    behindTick: new Float32Array(count),
    sampleStart: new Uint32Array(count),
    sampleCount: new Uint32Array(count),
    gain: new Float32Array(count).fill(1),
    cut: new Uint8Array(count),
    samples: new Float32Array(sampleCount),
    time: new Float64Array(count),
    pointSourceId: new Uint16Array(count),
    scanner: new Uint8Array(count),
    origin: new Float64Array(3 * count),
    direction: new Float32Array(3 * count),
  };
}

/** Seconds from the emission to the first sample of a part. */
export const startOf = (
  { firstSample, behindTick, interval }: Pick<WaveformBatch, 'firstSample' | 'behindTick' | 'interval'>,
  part: number,
): number => (firstSample[part] + behindTick[part]) * interval;

/** The samples of a part: a view into those of the batch. */
export const partSamples = ({ samples, sampleStart, sampleCount }: WaveformBatch, part: number): Float32Array =>
  samples.subarray(sampleStart[part], sampleStart[part] + sampleCount[part]);

/** The received power of the samples of a part, watts. */
export const powerOf = (batch: WaveformBatch, part: number): Float64Array =>
  Float64Array.from(partSamples(batch, part), (sample) => batch.gain[part] * (sample - batch.baseline));

/** The part of the batch to which a point belongs; undefined if it has none. */
export function waveformPart(
  { waveform }: Pick<PointBatch, 'waveform'>,
  point: number,
  { first }: Pick<WaveformBatch, 'first'>,
): number | undefined {
  const number = waveform?.[point] ?? NO_WAVEFORM;
  return number === NO_WAVEFORM ? undefined : number - first;
}
