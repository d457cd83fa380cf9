import type { DisplayedPoints } from '../../cloud/display/pack-points.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { memoryOf } from '../../io/records/coded-points.js';
import type { MadePiece } from '../../products/made-piece.js';
import type { WholeFrame } from '../frames/frame-builder.js';
import type { FrameStart } from '../frames/frame-starts.js';
import type { LegPiece } from '../points/leg-points.js';

/** A piece of a leg whose points are wanted: plain data. */
export interface PointWork extends LegPiece {
  /** Number of the scan. */
  scan: number;
  /** Number of the leg. */
  leg: number;
  /** Pulses that met something within the limits of range and have no return. */
  lost: number;
  /** Waveforms that precede those of the piece in its file. */
  waveformsBefore: number;
  /** A frame that begins with the piece or before; absent: it is not known, and pieces of the leg come in order. */
  frame?: FrameStart;
  /** Memory of points that are in their files by now, for those of the piece. */
  spare: ArrayBuffer[];
}

/** Result of a piece, in the form of its files: plain data. */
export interface MadePoints extends MadePiece, Pick<PointWork, 'first' | 'end' | 'lost'> {
  /** Pulses with returns of the device, before artefacts, choice of returns and restrictions. */
  returned: number;
  /** Points that restrictions dropped. */
  dropped: number;
  /** Pulses for whose waveform there was too little room. */
  cut: number;
  /** Returns that one of several subrays alone makes up. */
  lone: number;
  /** Seconds that it took. */
  seconds: number;
  /** Points for a viewer, in their order; absent: nobody watches, or there are none. */
  shown?: DisplayedPoints;
  /** The points, or the frames that the piece completes, for a program; absent: it wants the others, or files. */
  batch?: PointBatch;
  wholeFrames?: WholeFrame[];
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
export function memoryOfMade(made: MadePoints): ArrayBuffer[] {
  const { clouds, waveforms, found, frames, pulses, shown, batch, wholeFrames } = made;
  const coded = [...clouds.flat(), ...(frames ?? [])].flatMap(({ points }) => memoryOf(points));
  const batches = [waveforms, found?.points, found?.waveforms, pulses, shown, batch, wholeFrames].flatMap(arraysIn);
  return [...new Set([...coded, ...batches.map(({ buffer }) => buffer as ArrayBuffer)])];
}

const arraysIn = (batch: object | undefined): ArrayBufferView[] =>
  Object.values(batch ?? {}).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) ? [value] : value !== null && typeof value === 'object' ? arraysIn(value) : [],
  );
