import type { Box3, Vec3 } from '../../base/vec3.js';
import { isSomewhere } from '../is-somewhere.js';
import type { PointBatch } from '../point-batch.js';
import { type DisplayOrder, displayOrder } from './display-order.js';
import { INTENSITY_TONES, type IntensityTone, toneTable } from './intensity-tone.js';
import { CHUNK_POINTS, PACKED_WORDS, type PackedPoints } from './packed-points.js';

/** The attributes of a batch that are drawn. */
export const DISPLAYED_KEYS = [
  'x',
  'y',
  'z',
  'intensity',
  'returnNumber',
  'returnCount',
  'classification',
  'pointSourceId',
  'instance',
] as const;

/** Points of a batch that are packed. */
export type DisplayedPoints = Pick<PointBatch, 'count' | (typeof DISPLAYED_KEYS)[number]>;

/** Options of packing points. */
export interface PackOptions {
  /** Number in the cloud of the first point; absent: 0. */
  first?: number;
  /** Absent: the tone of amplitudes, the default of surveys. */
  tone?: IntensityTone;
  /** Points of a chunk at most; absent: 2^18, and never more. */
  chunkPoints?: number;
}

/** Packs the points of a batch into chunks. For many batches see `PointPacker`. */
export function packPoints(points: DisplayedPoints, options: PackOptions = {}): PackedPoints[] {
  const packer = new PointPacker(options);
  const chunks = packer.add(points);
  const rest = packer.flush();
  return rest ? [...chunks, rest] : chunks;
}

/** Points packed at a time: they stay in the cache, and loops that are entered often are compiled soon. */
const TILE_POINTS = 1024;

/** The origin of points without a place, and the box of no points. */
const NOWHERE: Vec3 = [0, 0, 0];
const EMPTY = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/**
 * Collects the points of a cloud, batch by batch in their order, and gives out chunks of them. A running scan flushes
 * it to show its first points at once.
 *
 * Points are written at their places in a full chunk: reads in their order and writes all over the chunk take half the
 * time of the other way round, or less (bench/results/looking.md). Chunks that are not full are reordered.
 */
export class PointPacker {
  private readonly order: DisplayOrder;
  private readonly tones: Uint8Array;
  private words: Uint32Array<ArrayBuffer>;
  private floats: Float32Array;
  private first: number;
  private count = 0;
  /** Place of the next point in a full chunk. */
  private slot = 0;
  private origin: Vec3 | undefined;
  /** The least x, y and z so far, then the greatest. */
  private readonly box = Float64Array.from(EMPTY);
  private readonly corner = new Float64Array(3);

  constructor({ first = 0, tone = INTENSITY_TONES.amplitude, chunkPoints = CHUNK_POINTS }: PackOptions = {}) {
    this.first = first;
    this.tones = toneTable(tone);
    this.order = displayOrder(Math.max(1, Math.min(CHUNK_POINTS, Math.floor(chunkPoints))));
    this.words = new Uint32Array(PACKED_WORDS * this.order.count);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Adds the points of a batch; returns the chunks that are full. */
  add(points: DisplayedPoints): PackedPoints[] {
    const chunks: PackedPoints[] = [];
    for (let from = 0; from < points.count; ) {
      const end = Math.min(points.count, from + TILE_POINTS, from + this.order.count - this.count);
      this.pack(points, from, end);
      from = end;
      if (this.count === this.order.count) chunks.push(this.takeWhole());
    }
    return chunks;
  }

  /** The remaining points as a chunk; undefined if there are none. */
  flush(): PackedPoints | undefined {
    return this.count === 0 ? undefined : this.next(this.reordered());
  }

  /** Writes the words of points `from` … `end − 1`. */
  private pack(points: DisplayedPoints, from: number, end: number): void {
    this.origin ??= originOf(points, from, end);
    this.packPlaces(points, from, end);
    const { words, tones } = this;
    const { count, inverse } = this.order;
    const { classification, intensity, returnNumber, returnCount, pointSourceId, instance } = points;
    let slot = this.slot;
    for (let i = from; i < end; i++) {
      const number = returnNumber[i];
      const returns = returnCount[i];
      const source = pointSourceId[i];
      const object = instance[i];
      const at = PACKED_WORDS * slot;
      words[at + 3] =
        classification[i] |
        (tones[intensity[i]] << 8) |
        ((number < 15 ? number : 15) << 16) |
        ((returns < 15 ? returns : 15) << 20) |
        ((source <= 255 ? source : 1 + ((source - 1) % 255)) << 24);
      words[at + 4] = object <= 65_535 ? object : 1 + ((object - 1) % 65_535);
      slot += inverse;
      if (slot >= count) slot -= count;
    }
    this.slot = slot;
    this.count += end - from;
  }

  private packPlaces({ x, y, z }: DisplayedPoints, from: number, end: number): void {
    const { floats, box, corner } = this;
    const { count, inverse } = this.order;
    corner.set(this.origin ?? NOWHERE);
    // Numbers in typed arrays are f64 from the start; elsewhere each would be an object of its own.
    const left = corner[0];
    const front = corner[1];
    const low = corner[2];
    let minX = box[0];
    let minY = box[1];
    let minZ = box[2];
    let maxX = box[3];
    let maxY = box[4];
    let maxZ = box[5];
    let slot = this.slot;
    for (let i = from; i < end; i++) {
      const px = x[i];
      const py = y[i];
      const pz = z[i];
      const at = PACKED_WORDS * slot;
      slot += inverse;
      if (slot >= count) slot -= count;
      if (!isSomewhere(px, py, pz)) {
        floats.fill(Number.NaN, at, at + 3);
        continue;
      }
      floats[at] = px - left;
      floats[at + 1] = py - front;
      floats[at + 2] = pz - low;
      if (px < minX) minX = px;
      if (px > maxX) maxX = px;
      if (py < minY) minY = py;
      if (py > maxY) maxY = py;
      if (pz < minZ) minZ = pz;
      if (pz > maxZ) maxZ = pz;
    }
    box.set([minX, minY, minZ, maxX, maxY, maxZ]);
  }

  /** A full chunk in the memory in which it was written; the next one gets new memory. */
  private takeWhole(): PackedPoints {
    const { words } = this;
    this.words = new Uint32Array(words.length);
    this.floats = new Float32Array(this.words.buffer);
    return this.next(words);
  }

  /** The points so far, in the order of a chunk of this size. */
  private reordered(): Uint32Array<ArrayBuffer> {
    const { count, order, words: source } = this;
    const words = new Uint32Array(PACKED_WORDS * count);
    const { inverse } = displayOrder(count);
    let [from, to] = [0, 0];
    for (let record = 0; record < count; record++) {
      for (let k = 0; k < PACKED_WORDS; k++) words[PACKED_WORDS * to + k] = source[PACKED_WORDS * from + k];
      from = (from + order.inverse) % order.count;
      to = (to + inverse) % count;
    }
    return words;
  }

  /** The chunk of these words; later points belong to the next one. */
  private next(words: Uint32Array<ArrayBuffer>): PackedPoints {
    const { first, count, origin = NOWHERE, box } = this;
    const bounds: Box3 = { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
    this.first += count;
    this.count = 0;
    this.slot = 0;
    this.origin = undefined;
    box.set(EMPTY);
    return { first, count, origin, bounds, words };
  }
}

/** The first place among the points, in whole metres; undefined if none has a place. */
function originOf({ x, y, z }: DisplayedPoints, from: number, end: number): Vec3 | undefined {
  for (let i = from; i < end; i++)
    if (isSomewhere(x[i], y[i], z[i])) return [Math.round(x[i]), Math.round(y[i]), Math.round(z[i])];
  return undefined;
}
