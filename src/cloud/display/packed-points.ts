import type { Box3, Vec3 } from '../../base/vec3.js';
import { displayOrder } from './display-order.js';

/** Words of a packed point: 20 bytes. */
export const PACKED_WORDS = 5;
/** Maximum number of points of a chunk. */
export const CHUNK_POINTS = 2 ** 18;

/**
 * Points as a viewer draws them, in the order of `displayOrder(count)`, so that the first n are a fair sample of all.
 * Plain data. Five words of 32 bits a point, little endian like all platforms with typed arrays:
 *
 * - 0, 1, 2: x, y, z relative to `origin`, metres, f32; NaN for points without a place
 * - 3: class, bits 0–7; intensity by the cloud's tone, 8–15; number of the return, 16–19; returns of the pulse, 20–23,
 *   both at most 15; point source (leg), 24–31
 * - 4: object, bits 0–15; value of a column, 16–31, 0 until it is set
 *
 * Sources beyond 255 begin at 1 again, and so do objects beyond 65,535; 0 is none. `OpenedCloud.record` has the
 * numbers.
 */
export interface PackedPoints {
  /** Number in the cloud of the chunk's first record. */
  first: number;
  count: number;
  /** World coordinates of whole metres, near the chunk's first point, f64. */
  origin: Vec3;
  /** Box of the points in world coordinates; empty if none has a place. */
  bounds: Box3;
  words: Uint32Array<ArrayBuffer>;
}

/** A packed point, unpacked. */
export interface UnpackedPoint {
  /** Its number in the cloud. */
  number: number;
  x: number;
  y: number;
  z: number;
  classification: number;
  /** 0 … 255. */
  intensity: number;
  returnNumber: number;
  returnCount: number;
  source: number;
  object: number;
  value: number;
}

/** The k-th drawn point of a chunk. */
export function unpackPoint({ first, count, origin, words }: PackedPoints, k: number): UnpackedPoint {
  const at = PACKED_WORDS * k;
  const [x, y, z] = new Float32Array(words.buffer, words.byteOffset + 4 * at, 3);
  const [attributes, labels] = [words[at + 3], words[at + 4]];
  return {
    number: first + ((k * displayOrder(count).stride) % count),
    x: origin[0] + x,
    y: origin[1] + y,
    z: origin[2] + z,
    classification: attributes & 255,
    intensity: (attributes >>> 8) & 255,
    returnNumber: (attributes >>> 16) & 15,
    returnCount: (attributes >>> 20) & 15,
    source: attributes >>> 24,
    object: labels & 65_535,
    value: labels >>> 16,
  };
}
