import type { Vec3 } from '../../base/vec3.js';
import { NO_MATERIAL, NOISE_CLASS } from '../../cloud/noise.js';
import { createPointBatch, type PointBatch } from '../../cloud/point-batch.js';
import type { IntensityOf } from '../../cloud/tone-mapping/intensity-scale.js';
import { NONE, Point, RETURNS_CUT } from '../../device/records.generated.js';
import type { Records } from '../../engine/engine.js';
import type { PaintPoints } from './point-painter.js';
import { newRoom, type PointRoom } from './point-room.js';
import type { SurfaceLabels } from './scene-facts.js';

/** Context for converting device records to points of the world. */
export interface PointContext {
  frameOrigin: Vec3;
  /** GPS time of the leg's first pulse. */
  startTime: number;
  pointSourceId: number;
  labels: SurfaceLabels;
  intensity: IntensityOf;
  /** Absent: points have no colour. */
  paint?: PaintPoints;
}

// Fields of a Point record as 32-bit words.
const WORDS = Point.SIZE / 4;
const [POSITION, RANGE, NORMAL, COSINE, ENERGY, WIDTH] = [
  Point.position / 4,
  Point.range / 4,
  Point.normal / 4,
  Point.incidenceCosine / 4,
  Point.energy / 4,
  Point.echoWidth / 4,
];
const [SURFACE, PULSE, NUMBER, COUNT, SUBRAYS, CHANNEL, SCAN, TIME_HIGH, TIME_LOW] = [
  Point.surface / 4,
  Point.pulse / 4,
  Point.returnNumber / 4,
  Point.returnCount / 4,
  Point.hitSubrays / 4,
  Point.channel / 4,
  Point.scanSine / 4,
  Point.timeHigh / 4,
  Point.timeLow / 4,
];

/** The Point records of a chunk as points in world coordinates, in the arrays of `batch`. */
export function unpackPoints(
  { floats, words, count }: Records,
  context: PointContext,
  batch: PointBatch = createPointBatch(count),
): PointBatch {
  unpackGeometry(batch, floats, context.frameOrigin);
  unpackRadiometry(batch, floats, words, context.intensity);
  unpackLabels(batch, words, context.labels);
  unpackPulseFacts(batch, floats, words, context.startTime);
  batch.pointSourceId.fill(context.pointSourceId);
  context.paint?.(batch, words);
  return batch;
}

/** What the returns of a pulse have in common, and their number in it. */
function unpackPulseFacts(batch: PointBatch, floats: Float32Array, words: Uint32Array, startTime: number): void {
  const { count, returnNumber, returnCount, channel, gpsTime } = batch;
  for (let i = 0, w = 0; i < count; i++, w += WORDS) {
    returnNumber[i] = words[w + NUMBER];
    returnCount[i] = words[w + COUNT] & ~RETURNS_CUT;
    channel[i] = words[w + CHANNEL];
    gpsTime[i] = startTime + floats[w + TIME_HIGH] + floats[w + TIME_LOW];
  }
}

/**
 * Number of the pulse in its leg, and its time in seconds from the leg's first pulse, of each point of a chunk, in the
 * arrays of `room`.
 */
export function unpackPulses(
  { floats, words, count }: Records,
  { pulses, times }: Pick<PointRoom, 'pulses' | 'times'> = newRoom(count),
): Pick<PointRoom, 'pulses' | 'times'> {
  for (let i = 0, w = 0; i < count; i++, w += WORDS) {
    pulses[i] = words[w + PULSE];
    times[i] = floats[w + TIME_HIGH] + floats[w + TIME_LOW];
  }
  return { pulses, times };
}

/** Number of pulses with returns of whose waveform a part is lost, since the receiver has too few samples. */
export function countCutPulses({ words, count }: Records): number {
  let cut = 0;
  for (let i = 0, w = 0; i < count; i++, w += WORDS)
    if (words[w + NUMBER] === 1 && words[w + COUNT] >= RETURNS_CUT) cut++;
  return cut;
}

function unpackGeometry(batch: PointBatch, floats: Float32Array, [ox, oy, oz]: Vec3): void {
  const { count, x, y, z, range, normal, incidenceAngle, scanAngle } = batch;
  for (let i = 0, w = 0; i < count; i++, w += WORDS) {
    x[i] = ox + floats[w + POSITION];
    y[i] = oy + floats[w + POSITION + 1];
    z[i] = oz + floats[w + POSITION + 2];
    range[i] = floats[w + RANGE];
    normal[3 * i] = floats[w + NORMAL];
    normal[3 * i + 1] = floats[w + NORMAL + 1];
    normal[3 * i + 2] = floats[w + NORMAL + 2];
    incidenceAngle[i] = Math.acos(floats[w + COSINE]);
    scanAngle[i] = Math.asin(floats[w + SCAN]);
  }
}

function unpackRadiometry(batch: PointBatch, floats: Float32Array, words: Uint32Array, intensityOf: IntensityOf): void {
  const { count, energy, intensity, echoWidth, hitSubrays } = batch;
  for (let i = 0, w = 0; i < count; i++, w += WORDS) {
    energy[i] = floats[w + ENERGY];
    intensity[i] = intensityOf(floats[w + ENERGY], floats[w + RANGE]);
    echoWidth[i] = floats[w + WIDTH];
    hitSubrays[i] = words[w + SUBRAYS];
  }
}

function unpackLabels(batch: PointBatch, words: Uint32Array, labels: SurfaceLabels): void {
  const { count, instance, material, semantic, classification } = batch;
  for (let i = 0, w = 0; i < count; i++, w += WORDS) {
    const surface = words[w + SURFACE];
    // A read beyond the labels would be ten times as slow.
    if (surface === NONE) {
      instance[i] = 0;
      material[i] = NO_MATERIAL;
      semantic[i] = 0;
      classification[i] = NOISE_CLASS;
      continue;
    }
    instance[i] = labels.instance[surface];
    material[i] = labels.material[surface];
    semantic[i] = labels.semantic[surface];
    classification[i] = labels.classification[surface];
  }
}
