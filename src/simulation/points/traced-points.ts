import { optionalArray, type PointBatch, selectPoints } from '../../cloud/point-batch.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { LegPoses } from '../../survey/leg-poses.js';
import type { PointRoom } from './point-room.js';

/** The outputs of a range of pulses, with all data needed to place, filter or sort them. */
export interface TracedPoints extends PulseRange, PointRoom {
  /** Index of the leg. */
  leg: number;
  poses: LegPoses;
  /** Places that the beams hit, world; the returns of a pulse are adjacent. */
  points: PointBatch;
  /** The motion of the surface of each point: see `motionsOfPoints`; absent: nobody asks. */
  bodies?: Int32Array;
  /** Waveforms of the range's pulses, if the scan records them: `waveform` of a point counts from its `first`. */
  waveforms?: WaveformBatch;
  /** The pulses `first` … `end` − 1 themselves, if the trace was asked for them; made anew at each call. */
  listPulses?: () => PulseList;
}

/** The traced points reduced to those at `indices`. */
export function keepPoints(traced: TracedPoints, indices: Uint32Array): TracedPoints {
  const pulses = new Uint32Array(indices.length);
  const times = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    pulses[i] = traced.pulses[indices[i]];
    times[i] = traced.times[indices[i]];
  }
  const { points, bodies } = traced;
  const kept = bodies && { bodies: Int32Array.from(indices, (i) => bodies[i]) };
  return { ...traced, points: selectPoints(points, indices), pulses, times, ...kept };
}

/** Marks all points with the instrument's number, if there are several. */
export function markInstrument(points: PointBatch, instrument: number | undefined): void {
  if (instrument !== undefined) optionalArray(points, 'scanner').fill(instrument);
}
