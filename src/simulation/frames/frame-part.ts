import { optionalArray, type PointBatch, slicePoints } from '../../cloud/point-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { FrameClock } from '../../products/frames/frame-clock.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { placeInPlace } from '../points/place-points.js';
import type { TracedPoints } from '../points/traced-points.js';
import { deskewObjects, type LegBodies } from './deskew-objects.js';
import { turnToAxes } from './frame-axes.js';
import type { FrameStarts } from './frame-starts.js';

/** The part of one frame that comes from one chunk of pulses. */
export interface FramePart extends PulseRange {
  /** Number of the frame in its leg. */
  frame: number;
  /** Whether it has the last pulse of its frame. */
  isLast: boolean;
  /** Its points, at their true hits. */
  traced: TracedPoints;
}

/** Common data of the frames of a leg. */
export interface FrameCut {
  output: FrameOutput;
  clock: FrameClock;
  /** Ring of every laser. */
  rings: Uint16Array;
  /** Bodies whose points are moved to the start of a frame; absent: they stay. */
  objects?: LegBodies;
}

/** Cuts traced points into parts of frames that are written, in order. `frame` is that of the first pulse. */
export function* cutFrames(
  traced: TracedPoints,
  { clock, startOf }: Pick<FrameCut, 'clock'> & { startOf: FrameStarts },
  frame: number,
): Generator<FramePart> {
  let point = 0;
  for (let first = traced.first, current = frame; first < traced.end && current < clock.count; current++) {
    const next = startOf(current + 1, first);
    const end = Math.min(traced.end, next);
    if (end === first) continue;
    const from = point;
    while (point < traced.points.count && traced.pulses[point] < end) point++;
    yield { frame: current, isLast: end === next, first, end, traced: sliceTraced(traced, from, point) };
    first = end;
  }
}

const sliceTraced = (traced: TracedPoints, from: number, to: number): TracedPoints => ({
  ...traced,
  points: slicePoints(traced.points, from, to),
  pulses: traced.pulses.subarray(from, to),
  times: traced.times.subarray(from, to),
  bodies: traced.bodies?.subarray(from, to),
});

/**
 * Turns a copy of the points of a part, which have their azimuths, into those of its frame, in place: in the frame's
 * coordinates, with ring and frameTime.
 */
export function fillFrame(
  points: PointBatch,
  { frame, traced }: FramePart,
  { output, clock, rings, objects }: FrameCut,
): void {
  const start = clock.startOf(frame);
  const { times, pulses, poses } = traced;
  const { coordinates, deskew, axes } = output;
  if (objects) deskewObjects(points, traced, objects, start);
  placeInPlace(points, times, poses, { coordinates, deskewTo: deskew ? start : undefined });
  if (coordinates === 'sensor') turnToAxes(points, axes);
  const [ring, frameTime] = [optionalArray(points, 'ring'), optionalArray(points, 'frameTime')];
  for (let i = 0; i < points.count; i++) {
    ring[i] = rings[pulses[i] % rings.length];
    // The first of a frame may be earlier by the rounding of its time.
    frameTime[i] = Math.max(0, times[i] - start);
  }
}
