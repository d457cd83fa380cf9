/** Points of a cloud by class, returns and leg, and their heights: counted as they come. */
export class Tally {
  readonly classes = new Uint32Array(256);
  /** By the byte of number and count of returns. */
  readonly returns = new Uint32Array(256);
  readonly legs = new Uint32Array(256);
  /** Lowest and highest z in the world, metres. */
  lowest = Infinity;
  highest = -Infinity;

  /** Counts points of five words each (see pointWords of the library), `base` metres above the world's zero. */
  add(words: Uint32Array, count: number, base: number): void {
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    for (let k = 0, at = 0; k < count; k++, at += 5) {
      const small = words[at + 3];
      this.classes[small & 255]++;
      this.returns[(small >> 16) & 255]++;
      this.legs[small >>> 24]++;
      const z = floats[at + 2] + base;
      if (z < this.lowest) this.lowest = z;
      if (z > this.highest) this.highest = z;
    }
  }
}
