import type { Vec3 } from '../../base/vec3.js';
import { columnMemory, tilePoints } from '../../cloud/columns/column-memory.js';
import { Column, Labels } from '../../cloud/columns/layouts.generated.js';
import type { NumberArray } from '../../cloud/columns/number-arrays.js';
import { NO_MATERIAL, NOISE_CLASS } from '../../cloud/noise.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { IntensityOf } from '../../cloud/tone-mapping/intensity-scale.js';
import { Point, RETURNS_CUT } from '../../device/records.generated.js';
import type { Records } from '../../engine/engine.js';
import type { PaintPoints } from './point-painter.js';
import { lentRoom, type PointRoom } from './point-room.js';
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

/** The arrays that columns/unpack.ts fills, in its order. */
const FILLED = Object.keys(Column) as (keyof typeof Column)[];

const WORDS = Point.SIZE / 4;

/**
 * The Point records of a chunk as points in world coordinates, in memory that the next points of this thread take:
 * `ownRoom` keeps them. With `truePlaces`, they carry the places of their hits.
 */
export function unpackPoints(records: Records, context: PointContext, truePlaces?: Records): PointRoom {
  const { labels, intensity, pointSourceId, paint } = context;
  // First, since kept arrays take the place of rooms.
  const labelsAt = columnMemory().keep(labels, () => labelRows(labels));
  const room = lentRoom(records.count);
  unpackColumns(records, context, labelsAt, room);
  fillIntensity(room.points, intensity);
  room.points.pointSourceId.fill(pointSourceId);
  paint?.(room.points, records.words);
  if (truePlaces) room.points.truePosition = positionsIn(truePlaces, context.frameOrigin);
  return room;
}

/** Places of the device, four numbers each, in the world. */
function positionsIn({ floats, count }: Records, origin: Vec3): Float64Array {
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = origin[axis] + floats[4 * i + axis];
  return positions;
}

function unpackColumns({ words, count }: Records, context: PointContext, labels: number, room: PointRoom): void {
  const { startTime, frameOrigin } = context;
  const memory = columnMemory();
  memory.clear();
  const addresses = memory.put(Uint32Array.from(FILLED, (key) => arrayOf(room, key).byteOffset));
  const begun = memory.top;
  const surfaces = context.labels.instance.length;
  const [x, y, z] = frameOrigin;
  const size = tilePoints(Point.SIZE);
  for (let first = 0; first < count; first += size) {
    const end = Math.min(first + size, count);
    memory.clear(begun);
    const from = memory.put(words, first * WORDS, end * WORDS);
    memory.loops.unpack(from, first, end - first, addresses, x, y, z, startTime, labels, surfaces);
  }
}

const arrayOf = ({ points, pulses, times }: PointRoom, key: keyof typeof Column): NumberArray =>
  key === 'pulses' ? pulses : key === 'times' ? times : points[key];

/** Fills in the intensities of points in the memory of the loops. */
function fillIntensity({ count, intensity, energy, range }: PointBatch, intensityOf: IntensityOf): void {
  const { decibels } = intensityOf;
  if (decibels) {
    const { unit, isSpread, perMetre, shift } = decibels;
    const places = [energy.byteOffset, range.byteOffset, intensity.byteOffset] as const;
    columnMemory().loops.storeDecibels(...places, count, unit, Number(isSpread), perMetre, shift);
  } else for (let i = 0; i < count; i++) intensity[i] = intensityOf(energy[i], range[i]);
}

/** Labels of surfaces one behind the other, as columns/unpack.ts reads them, and behind them those of noise. */
function labelRows({ instance, material, semantic, classification }: SurfaceLabels): Uint8Array {
  const surfaces = instance.length;
  const view = new DataView(new ArrayBuffer((surfaces + 1) * Labels.SIZE));
  const write = (at: number, ...[object, made, meaning, asprs]: [number, number, number, number]) => {
    view.setUint32(at + Labels.instance, object, true);
    view.setUint16(at + Labels.material, made, true);
    view.setUint16(at + Labels.semantic, meaning, true);
    view.setUint8(at + Labels.classification, asprs);
  };
  for (let k = 0; k < surfaces; k++) write(k * Labels.SIZE, instance[k], material[k], semantic[k], classification[k]);
  write(surfaces * Labels.SIZE, 0, NO_MATERIAL, 0, NOISE_CLASS);
  return new Uint8Array(view.buffer);
}

/** Number of the pulse in its leg of each point of a chunk. */
export function pulseNumbers({ words, count }: Records): Uint32Array {
  const pulses = new Uint32Array(count);
  for (let i = 0, w = Point.pulse / 4; i < count; i++, w += WORDS) pulses[i] = words[w];
  return pulses;
}

const [NUMBER, COUNT, SUBRAYS] = [Point.returnNumber / 4, Point.returnCount / 4, Point.hitSubrays / 4];

/** Number of pulses with returns. */
export function countReturned({ words, count }: Records): number {
  let returned = 0;
  for (let i = 0, w = NUMBER; i < count; i++, w += WORDS) if (words[w] === 1) returned++;
  return returned;
}

/** Number of pulses with returns of whose waveform a part is lost, since the receiver has too few samples. */
export function countCutPulses({ words, count }: Records): number {
  let cut = 0;
  for (let i = 0, w = 0; i < count; i++, w += WORDS)
    if (words[w + NUMBER] === 1 && words[w + COUNT] >= RETURNS_CUT) cut++;
  return cut;
}

/** Number of returns that one subray alone makes up. */
export function countLoneReturns({ words, count }: Records): number {
  let lone = 0;
  for (let i = 0, w = SUBRAYS; i < count; i++, w += WORDS) if (words[w] === 1) lone++;
  return lone;
}
