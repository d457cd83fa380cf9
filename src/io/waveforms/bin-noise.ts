import { DRAW, draw, normalPair } from '../../base/random.js';
import type { BinNoise } from '../../cloud/waveform-batch.js';

/** Random numbers of a draw. */
const DRAWN = 4;

/** Adds the noise of a part's pulse to its powers, watts, the first of which belongs to bin `first`. */
export function addBinNoise(powers: Float64Array, part: number, { deviation, key, pulse }: BinNoise, first = 0): void {
  const [words, normals] = [new Uint32Array(DRAWN), new Float64Array(DRAWN)];
  for (let k = 0; k < powers.length; k++) {
    const bin = first + k;
    if (k === 0 || bin % DRAWN === 0) {
      draw(key, pulse[part], Math.floor(bin / DRAWN), DRAW.bins, words);
      normalPair(words[0], words[1], normals, 0);
      normalPair(words[2], words[3], normals, 2);
    }
    powers[k] += deviation * normals[bin % DRAWN];
  }
}
