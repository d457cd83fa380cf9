import type { Vec3 } from '../../base/vec3.js';
import type { PointBatch } from '../point-batch.js';

/** 32-bit words of a point as a viewer draws it: x, y, z, its small numbers, its object and a value. */
export const WORDS_PER_POINT = 5;

/**
 * Points as a viewer draws them, 20 bytes each, in their order: x, y, z as f32 relative to `origin`; then, from the lowest bits
 * on, class (8), the upper half of the intensity (8), number and count of returns (4, 4), point source (8); then object (16) and
 * a value (16), which is 0.
 */
export function pointWords(points: PointBatch, origin: Vec3): Uint32Array {
  const { count, x, y, z, classification, intensity, returnNumber, returnCount, pointSourceId, instance } = points;
  const words = new Uint32Array(count * WORDS_PER_POINT);
  const floats = new Float32Array(words.buffer);
  for (let k = 0, at = 0; k < count; k++, at += WORDS_PER_POINT) {
    floats[at] = x[k] - origin[0];
    floats[at + 1] = y[k] - origin[1];
    floats[at + 2] = z[k] - origin[2];
    const returns = (returnNumber[k] & 15) | ((returnCount[k] & 15) << 4);
    words[at + 3] = classification[k] | ((intensity[k] >> 8) << 8) | (returns << 16) | (pointSourceId[k] << 24);
    words[at + 4] = instance[k] & 0xffff;
  }
  return words;
}
