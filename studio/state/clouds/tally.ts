import { PACKED_WORDS, type PackedPoints } from 'subray/browser';
import { GrowingHistogram } from './growing-histogram.js';

/** Points of a cloud by class, returns, leg, intensity and height, and their box: counted as they come. */
export class Tally {
  readonly classes = new Uint32Array(256);
  /** By the byte of number (lower half) and count of returns. */
  readonly returns = new Uint32Array(256);
  readonly sources = new Uint32Array(256);
  /** By the place of their intensity in the cloud's tone. */
  readonly tones = new Uint32Array(256);
  readonly heights = new GrowingHistogram();
  /** World coordinates, metres. */
  readonly min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly max: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  add({ words, count, bounds, origin }: PackedPoints): void {
    const { heights } = this;
    const places = new Float32Array(words.buffer, words.byteOffset, words.length);
    // As far as they are rounded.
    heights.cover(bounds.min[2] - 1e-3, bounds.max[2] + 1e-3);
    for (let k = 0, at = 3; k < count; k++, at += PACKED_WORDS) {
      const numbers = words[at];
      this.classes[numbers & 255]++;
      this.returns[(numbers >>> 16) & 255]++;
      this.sources[numbers >>> 24]++;
      this.tones[(numbers >>> 8) & 255]++;
      // Points without a place have none.
      if (!Number.isNaN(places[at - 1])) heights.add(origin[2] + places[at - 1]);
    }
    for (let axis = 0; axis < 3; axis++) {
      this.min[axis] = Math.min(this.min[axis], bounds.min[axis]);
      this.max[axis] = Math.max(this.max[axis], bounds.max[axis]);
    }
  }
}

/** The sum of tallies. */
export function sumOfTallies(tallies: readonly Tally[]): Tally {
  const sum = new Tally();
  for (const { classes, returns, sources, min, max } of tallies) {
    for (let number = 0; number < 256; number++) {
      sum.classes[number] += classes[number];
      sum.returns[number] += returns[number];
      sum.sources[number] += sources[number];
    }
    for (let axis = 0; axis < 3; axis++) {
      sum.min[axis] = Math.min(sum.min[axis], min[axis]);
      sum.max[axis] = Math.max(sum.max[axis], max[axis]);
    }
  }
  return sum;
}
