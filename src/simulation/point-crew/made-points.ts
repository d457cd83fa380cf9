import type { DisplayedPoints } from '../../cloud/display/pack-points.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import { type CodedPoints, memoryOf } from '../../io/coded-points.js';
import type { PulseBatch } from '../../io/pulses/pulse-format.js';
import type { FramePoints } from '../frames/frame-coder.js';
import type { LegPiece } from '../points/leg-points.js';

/** A piece of a leg whose points are wanted: plain data. */
export interface PointWork extends LegPiece {
  /** Number of the scan. */
  scan: number;
  /** Number of the leg. */
  leg: number;
  /** Waveforms in the file of these before those of the piece. */
  waveformsBefore: number;
  /** Memory of points that are in their files by now, for those of the piece. */
  spare: ArrayBuffer[];
}

/** Points for a file of an output. */
export interface CloudPart {
  /** Laser of its scanner, where each has a file. */
  channel?: number;
  points: CodedPoints;
}

/** Waveforms for the file of all, numbered through it, and the points found in them. */
export interface FoundWaveforms {
  points: PointBatch;
  waveforms: WaveformBatch;
}

/** What became of a piece, as its files have it: plain data. */
export interface MadePoints extends Pick<PointWork, 'scan' | 'leg' | 'first' | 'end'> {
  /** Points, once however often they are written; those that restrictions dropped; pulses with points. */
  points: number;
  dropped: number;
  hits: number;
  /** Pulses for whose waveform there was too little room. */
  cut: number;
  /** Seconds that it took. */
  seconds: number;
  /** Objects and the number of their points, one after the other; absent: no file has boxes. */
  objects?: Uint32Array;
  /** The parts of each of the survey's outputs. */
  clouds: CloudPart[][];
  /** The waveforms in which points of the clouds were found, placed; absent: none are recorded. */
  waveforms?: WaveformBatch;
  /** Absent: there is no file of them. */
  found?: FoundWaveforms;
  /** The parts of frames, in order; absent: the survey has none. */
  frames?: FramePoints[];
  /** Absent: there is no file of pulses. */
  pulses?: PulseBatch;
  /** What a viewer draws of the points, in their order; absent: nobody watches, or there are none. */
  shown?: DisplayedPoints;
}

/** The memory that goes to another thread with a piece; outputs in shared memory stay where they are. */
export const memoryOfPiece = ({ outputs, spare }: PointWork): ArrayBuffer[] => {
  const buffers = Object.values(outputs).map(({ words }) => words.buffer);
  return [...new Set([...buffers, ...spare])].filter((buffer) => buffer instanceof ArrayBuffer);
};

/** The memory of the bytes of clouds, which files have copies of once they are written. */
export const memoryOfClouds = ({ clouds }: MadePoints): ArrayBuffer[] => [
  ...new Set(clouds.flat().flatMap(({ points }) => points.bytes.map(({ buffer }) => buffer))),
];

/** The memory that goes with made points to the thread that asked. */
export function memoryOfMade({ clouds, waveforms, found, frames, pulses, shown }: MadePoints): ArrayBuffer[] {
  const coded = [...clouds.flat(), ...(frames ?? [])].flatMap(({ points }) => memoryOf(points));
  const batches = [waveforms, found?.points, found?.waveforms, pulses, shown].flatMap((batch) => arraysIn(batch));
  return [...new Set([...coded, ...batches.map(({ buffer }) => buffer as ArrayBuffer)])];
}

const arraysIn = (batch: object | undefined): ArrayBufferView[] =>
  Object.values(batch ?? {}).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) ? [value] : value !== null && typeof value === 'object' ? arraysIn(value) : [],
  );
