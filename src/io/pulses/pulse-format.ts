import type { BlockCoders } from '../records/blocks.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { CodedPoints } from '../records/coded-points.js';

/** Emitted pulses of a leg of a scanner; the arrays have an entry per pulse, `origins` and `directions` three. */
export interface PulseBatch {
  count: number;
  /** Origins of the beams, metres, in the coordinates of the survey's clouds. */
  origins: Float64Array;
  /** Unit vectors of the beams' axes, in the same coordinates. */
  directions: Float32Array;
  /** Seconds from the leg's first pulse, which is at `startTime`, adjusted standard GPS time. */
  times: Float64Array;
  startTime: number;
  channels: Uint32Array;
  /** 1 if the instrument does not fire. */
  silent: Uint8Array;
  /** Points that each has in the survey's clouds: 0 without a return, or if masks drop all of them. */
  returns: Uint8Array;
  /** Number of the leg, from 0. */
  leg: number;
  /** Number of the first of them in the leg, from 0, over all lasers. */
  first: number;
  /** Lasers of the scanner; a shot has a pulse of each. */
  channelCount: number;
  /** Shots of the scanner in the legs before. */
  shotsBefore: number;
  /** Number of the scanner on the platform, from 0, and the number of lasers of the scanners before it. */
  scanner: number;
  channelsBefore: number;
}

/** A format of files of pulses: lines or columns. */
export type PulseFormat = TextPulseFormat | ColumnPulseFormat;

interface PulseFormatFacts {
  /** Ending of its paths, with the dot, in lower case. */
  ending: string;
  /** Approximate size, for estimates. */
  bytesPerPulse: number;
}

/** A format of columns. */
export interface ColumnPulseFormat extends PulseFormatFacts {
  /** The fired pulses of a batch, as its encoder takes them. */
  code(pulses: PulseBatch): CodedPoints;
  /** The encoder of a file, which `coders` may help; absent: it works alone. */
  encode(software: string, coders?: BlockCoders): CloudEncoder | Promise<CloudEncoder>;
}

/** A format of text, a line for each pulse. */
export interface TextPulseFormat extends PulseFormatFacts {
  /** Text before the first pulse. */
  head: string;
  /** The line of pulse `k` of a batch, with its line end. */
  line(pulses: PulseBatch, k: number): string;
}
