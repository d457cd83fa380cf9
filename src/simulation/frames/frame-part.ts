import { optionalArray, type PointBatch, slicePoints } from '../../cloud/point-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { FrameClock } from '../../products/frames/frame-clock.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { azimuthOf, type BeamReader, createBeamReader } from '../points/beam-direction.js';
import { placePoints } from '../points/place-points.js';
import type { TracedPoints } from '../points/traced-points.js';
import { pointsInAxes } from './frame-axes.js';
import type { FrameStarts } from './frame-starts.js';

/** The part of one frame that comes from one chunk of pulses. */
export interface FramePart extends PulseRange {
  /** Number of the frame in its leg. */
  frame: number;
  /** Whether it has the last pulse of its frame. */
  isLast: boolean;
  /** In the frame's coordinates, with ring, azimuth and frameTime. */
  points: PointBatch;
  /** Pulse of each point. */
  pulses: Uint32Array;
  /**
   * Azimuth, and time since the frame's start, of all pulses of the part from `first` on, including those without
   * returns.
   */
  azimuths: Float32Array;
  frameTimes: Float32Array;
  /** Time of each of these pulses since the leg's first one, seconds. */
  times: Float64Array;
}

/** Common data of the frames of a leg. */
export interface FrameCut {
  output: FrameOutput;
  clock: FrameClock;
  /** Ring of every laser. */
  rings: Uint16Array;
}

/**
 * Cuts traced points, of which `beams` lists the pulses, into parts of frames that are written, in order. `frame` is
 * that of the first pulse.
 */
export function* cutFrames(
  traced: TracedPoints,
  beams: PulseList,
  cut: FrameCut & { startOf: FrameStarts },
  frame: number,
): Generator<FramePart> {
  const beamOf = createBeamReader(traced, beams);
  let point = 0;
  for (let first = traced.first, current = frame; first < traced.end && current < cut.clock.count; current++) {
    const next = cut.startOf(current + 1, first);
    const end = Math.min(traced.end, next);
    if (end === first) continue;
    const from = point;
    while (point < traced.points.count && traced.pulses[point] < end) point++;
    const part = { ...sliceTraced(traced, from, point), first, end, isLast: end === next };
    yield framePart(
      part,
      cut,
      current,
      azimuthsOf(beamOf, part),
      beams.times.subarray(first - traced.first, end - traced.first),
    );
    first = end;
  }
}

const sliceTraced = (traced: TracedPoints, from: number, to: number): TracedPoints => ({
  ...traced,
  points: slicePoints(traced.points, from, to),
  pulses: traced.pulses.subarray(from, to),
  times: traced.times.subarray(from, to),
});

/** The part of frame `frame`, from the azimuths and times of its pulses. */
function framePart(
  traced: TracedPoints & { isLast: boolean },
  { output, clock, rings }: FrameCut,
  frame: number,
  azimuths: Float32Array,
  times: Float64Array,
): FramePart {
  const { first, end, pulses, isLast } = traced;
  const start = clock.startOf(frame);
  const deskewTo = output.deskew ? start : undefined;
  const placed = placePoints(traced, { coordinates: output.coordinates, deskewTo });
  const points = output.coordinates === 'sensor' ? pointsInAxes(placed, output.axes) : placed;
  const frameTimes = new Float32Array(times.length);
  for (let k = 0; k < times.length; k++) frameTimes[k] = times[k] - start;
  const [ring, azimuth, frameTime] = [
    optionalArray(points, 'ring'),
    optionalArray(points, 'azimuth'),
    optionalArray(points, 'frameTime'),
  ];
  for (let i = 0; i < points.count; i++) {
    ring[i] = rings[pulses[i] % rings.length];
    azimuth[i] = azimuths[pulses[i] - first];
    frameTime[i] = frameTimes[pulses[i] - first];
  }
  return { frame, isLast, first, end, points, pulses, azimuths, frameTimes, times };
}

function azimuthsOf(beamOf: BeamReader, { first, end }: PulseRange): Float32Array {
  const azimuths = new Float32Array(end - first);
  for (let k = 0; k < azimuths.length; k++) azimuths[k] = azimuthOf(beamOf(first + k));
  return azimuths;
}
