import type { PointBatch } from '../cloud/point-batch.js';
import type { WaveformBatch } from '../cloud/waveform-batch.js';
import type { PulseBatch } from '../io/pulses/pulse-format.js';
import type { CodedPoints } from '../io/records/coded-points.js';

/** Data of a piece of a leg for products: plain data. */
export interface MadePiece {
  /** Number of the scan, which is that of its scanner, and of the leg. */
  scan: number;
  leg: number;
  /** Points, once however often they are written; pulses with points. */
  points: number;
  hits: number;
  /** Objects and the number of their points, one after the other; absent: no product needs them. */
  objects?: Uint32Array;
  /** The parts of each of the survey's clouds. */
  clouds: CloudPart[][];
  /** The waveforms in which points of the clouds were found, placed; absent: none are recorded. */
  waveforms?: WaveformBatch;
  /** Absent: there is no file of them. */
  found?: FoundWaveforms;
  /** The parts of frames, in order; absent: the survey has none. */
  frames?: FramePoints[];
  /** Absent: no product needs them. */
  pulses?: PulseBatch;
}

/** Points for a file of a cloud. */
export interface CloudPart {
  /** Laser of its scanner, where each has a file. */
  channel?: number;
  points: CodedPoints;
}

/** Waveforms for the file of all, as its format has them and numbered through it, and the points found in them. */
export interface FoundWaveforms {
  points: PointBatch;
  waveforms: WaveformBatch;
}

/** Points of a frame of a leg, as its file or message has them; of an organised one all. */
export interface FramePoints {
  /** Number of the frame in its leg. */
  frame: number;
  points: CodedPoints;
}
