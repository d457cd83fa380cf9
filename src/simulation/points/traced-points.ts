import { optionalArray, type PointBatch, selectPoints } from '../../cloud/point-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { LegPoses } from './leg-poses.js';
import type { UnpackedOutputs } from './unpack-outputs.js';

/** What a stretch of pulses gave, with all that is needed to put it elsewhere, to drop some of it or to sort it. */
export interface TracedPoints extends PulseRange, UnpackedOutputs {
  /** Index of the leg. */
  leg: number;
  poses: LegPoses;
  /** Where the beams hit, world; the returns of a pulse stand together. */
  points: PointBatch;
  /** Number of each point's pulse in the leg, and its time in seconds from the leg's first pulse. */
  pulses: Uint32Array;
  times: Float64Array;
  /** The pulses `first` … `end` − 1 themselves, where the trace was asked for them; made anew at each call. */
  listPulses?: () => PulseList;
}

/** What is left where only the points at `indices` stay. */
export const keepPoints = (traced: TracedPoints, indices: Uint32Array): TracedPoints => ({
  ...traced,
  points: selectPoints(traced.points, indices),
  pulses: indices.map((index) => traced.pulses[index]),
  times: Float64Array.from(indices, (index) => traced.times[index]),
});

/** Marks all points as those of an instrument, where there are several. */
export function markInstrument(points: PointBatch, instrument: number | undefined): void {
  if (instrument !== undefined) optionalArray(points, 'scanner').fill(instrument);
}
