import type { Vec3 } from '../../base/vec3.js';
import { NO_MATERIAL, NOISE_CLASS } from '../../cloud/noise.js';
import { createColumns, joinBatches, type PointBatch, type PointKey, selectPoints } from '../../cloud/point-batch.js';
import type { IntensityOf } from '../../cloud/tone-mapping/intensity-scale.js';
import { NO_WAVEFORM } from '../../cloud/waveform-batch.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import { type Echo, NOTHING, type Stretch } from './echo.js';

/** Facts that the points of a leg share. */
export interface MeasuringFrame {
  /** World coordinates of the origin of the pulses. */
  frameOrigin: Vec3;
  /** GPS time of the leg's first pulse. */
  startTime: number;
  pointSourceId: number;
  /** Index of the instrument, if there are several. */
  instrument?: number;
  intensity: IntensityOf;
  /** Scan angle of a beam, radians. */
  scanAngle(direction: Vec3, time: number): number;
}

/** Points and the numbers and times of their pulses. */
export interface MeasuredPoints {
  points: PointBatch;
  pulses: Uint32Array;
  times: Float64Array;
}

/**
 * The points of pulses `from` … `end` − 1 of a stretch as its echoes have them: returns numbered anew, points moved
 * along the line from the beam's origin. Echoes that no surface sent back are on the axis of the beam, of class 7,
 * without material, instance or normal.
 */
export function measurePoints(stretch: Stretch, from: number, end: number, frame: MeasuringFrame): MeasuredPoints {
  const { first, echoes } = stretch;
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
    if (source === NOTHING) placeOnAxis(points, i, listed.echoes[i], { pulses, k, frame });
    else if (listed.echoes[i].range !== points.range[i])
      moveAlong(points, i, listed.echoes[i].range, { pulses, k, frame });
    setReturn(points, i, listed.echoes[i], frame.intensity);
  }
  numberReturns(points, listed.pulses);
  return { points, pulses: listed.pulses, times };
}

interface Listed {
  echoes: Echo[];
  pulses: Uint32Array;
}

/** A pulse of a list, and the frame of its points. */
interface PulsePlace {
  pulses: PulseList;
  k: number;
  frame: MeasuringFrame;
}

/** The points of the echoes' sources; echoes without one are all zero. */
function pointsOfSources(points: PointBatch, echoes: readonly Echo[]): PointBatch {
  const indices = Uint32Array.from(echoes, ({ source }) => (source === NOTHING ? points.count : source));
  if (!indices.includes(points.count)) return selectPoints(points, indices);
  const keys = Object.keys(points).filter((key) => ArrayBuffer.isView(points[key as PointKey])) as PointKey[];
  return selectPoints(joinBatches([points, createColumns(1, keys) as PointBatch]), indices);
}

function placeOnAxis(points: PointBatch, i: number, { range }: Echo, { pulses, k, frame }: PulsePlace): void {
  const { origins, directions } = pulses;
  const at = (axis: number) => frame.frameOrigin[axis] + origins[3 * k + axis] + range * directions[3 * k + axis];
  points.x[i] = at(0);
  points.y[i] = at(1);
  points.z[i] = at(2);
  // What no surface sent back has no other place.
  points.truePosition?.set([at(0), at(1), at(2)], 3 * i);
  points.range[i] = range;
  points.gpsTime[i] = frame.startTime + pulses.times[k];
  points.channel[i] = pulses.channels[k];
  points.pointSourceId[i] = frame.pointSourceId;
  points.classification[i] = NOISE_CLASS;
  points.material[i] = NO_MATERIAL;
  points.waveform?.fill(NO_WAVEFORM, i, i + 1);
  points.scanAngle[i] = frame.scanAngle(
    [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]],
    pulses.times[k],
  );
  if (points.scanner && frame.instrument !== undefined) points.scanner[i] = frame.instrument;
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
