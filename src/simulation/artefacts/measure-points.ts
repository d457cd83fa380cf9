import { NOISE_CLASS } from '../../cloud/noise.js';
import { createColumns, joinBatches, type PointBatch, type PointKey, selectPoints } from '../../cloud/point-batch.js';
import type { IntensityOf } from '../../cloud/tone-mapping/intensity-scale.js';
import { type BeamFrame, type PulsePlace, placeOnBeam } from '../points/beam-points.js';
import { NO_SURFACE } from '../points/scene-bodies.js';
import { type Echo, NOTHING, type Stretch } from './echo.js';

/** Facts that the points of a leg share. */
export interface MeasuringFrame extends BeamFrame {
  intensity: IntensityOf;
}

/** Points and the numbers and times of their pulses. */
export interface MeasuredPoints {
  points: PointBatch;
  pulses: Uint32Array;
  times: Float64Array;
  /** The motion of the surface of each point; absent: nobody asks. */
  bodies?: Int32Array;
}

/**
 * The points of pulses `from` … `end` − 1 of a stretch as its echoes have them: returns numbered anew, points moved
 * along the line from the beam's origin. Echoes that no surface sent back are on the axis of the beam, of class 7,
 * without material, instance or normal.
 */
export function measurePoints(stretch: Stretch, from: number, end: number, frame: MeasuringFrame): MeasuredPoints {
  const { first, echoes, bodies: known } = stretch;
  const count = echoes.slice(from - first, end - first).reduce((sum, { length }) => sum + length, 0);
  const listed: Listed = { echoes: new Array(count), pulses: new Uint32Array(count) };
  let at = 0;
  for (let pulse = from; pulse < end; pulse++)
    for (const echo of echoes[pulse - first]) {
      listed.echoes[at] = echo;
      listed.pulses[at++] = pulse;
    }
  const points = pointsOfSources(stretch.points, listed.echoes);
  const times = Float64Array.from(listed.pulses, (pulse) => stretch.pulses.times[pulse - first]);
  const { pulses } = stretch;
  for (let i = 0; i < count; i++) {
    const { source } = listed.echoes[i];
    const k = listed.pulses[i] - first;
    if (source === NOTHING) placeNoise(points, i, listed.echoes[i], { pulses, k, frame });
    else if (listed.echoes[i].range !== points.range[i])
      moveAlong(points, i, listed.echoes[i].range, { pulses, k, frame });
    setReturn(points, i, listed.echoes[i], frame.intensity);
  }
  numberReturns(points, listed.pulses);
  const bodyOf = ({ source }: Echo) => (source === NOTHING ? NO_SURFACE : (known?.[source] ?? NO_SURFACE));
  return { points, pulses: listed.pulses, times, ...(known && { bodies: Int32Array.from(listed.echoes, bodyOf) }) };
}

interface Listed {
  echoes: Echo[];
  pulses: Uint32Array;
}

/** The points of the echoes' sources; echoes without one are all zero. */
function pointsOfSources(points: PointBatch, echoes: readonly Echo[]): PointBatch {
  const indices = Uint32Array.from(echoes, ({ source }) => (source === NOTHING ? points.count : source));
  if (!indices.includes(points.count)) return selectPoints(points, indices);
  const keys = Object.keys(points).filter((key) => ArrayBuffer.isView(points[key as PointKey])) as PointKey[];
  return selectPoints(joinBatches([points, createColumns(1, keys) as PointBatch]), indices);
}

function placeNoise(points: PointBatch, i: number, { range }: Echo, place: PulsePlace): void {
  placeOnBeam(points, i, range, place);
  points.classification[i] = NOISE_CLASS;
}

/** Moves a point along the line from the beam's origin, which keeps errors of its angles. */
function moveAlong(points: PointBatch, i: number, range: number, { pulses, k, frame }: PulsePlace): void {
  const { origins, directions } = pulses;
  const from = (axis: number) => frame.frameOrigin[axis] + origins[3 * k + axis];
  const way = [points.x[i] - from(0), points.y[i] - from(1), points.z[i] - from(2)];
  const length = Math.hypot(...way);
  const by = range - points.range[i];
  const step = (axis: number) => by * (length > 0 ? way[axis] / length : directions[3 * k + axis]);
  points.x[i] += step(0);
  points.y[i] += step(1);
  points.z[i] += step(2);
}

function setReturn(points: PointBatch, i: number, { range, energy, width }: Echo, intensity: IntensityOf): void {
  points.range[i] = range;
  points.energy[i] = energy;
  points.echoWidth[i] = width;
  points.intensity[i] = intensity(energy, range);
}

/** Numbers the returns of each pulse from 1, in their order. */
export function numberReturns({ returnNumber, returnCount }: PointBatch, pulses: Uint32Array): void {
  for (let i = 0; i < pulses.length; ) {
    let end = i + 1;
    while (end < pulses.length && pulses[end] === pulses[i]) end++;
    for (let k = i; k < end; k++) {
      returnNumber[k] = k - i + 1;
      returnCount[k] = end - i;
    }
    i = end;
  }
}
