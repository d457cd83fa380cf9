/*
 * Random numbers by counter, as the device draws them (wasm/random.ts): key and counter alone decide, never the order of the
 * work. Integer arithmetic of 32 bits. Mixing: pcg4d (Jarzynski and Olano 2020, «Hash Functions for GPU Rendering», JCGT 9(3)).
 */

import { TURN } from './angle.js';

/** What the host draws for, as the last word of the counter; numbers below 16 are the stages of the device. */
export const DRAW = Object.freeze({ navigation: 16, dropout: 17, activity: 18 });

const [MULTIPLIER, INCREMENT] = [1664525, 1013904223];

/** Draws four words for (seed, counter, index, stage), whole numbers of 32 bits, into `out`. */
export function draw(seed: number, counter: number, index: number, stage: number, out: Uint32Array): void {
  let x = Math.imul(counter, MULTIPLIER) + INCREMENT;
  let y = Math.imul(index, MULTIPLIER) + INCREMENT;
  let z = Math.imul(stage, MULTIPLIER) + INCREMENT;
  let w = Math.imul(seed, MULTIPLIER) + INCREMENT;
  for (let round = 0; round < 2; round++) {
    x = (x + Math.imul(y, w)) | 0;
    y = (y + Math.imul(z, x)) | 0;
    z = (z + Math.imul(x, y)) | 0;
    w = (w + Math.imul(y, z)) | 0;
    if (round > 0) break;
    x ^= x >>> 16;
    y ^= y >>> 16;
    z ^= z >>> 16;
    w ^= w >>> 16;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

/** A word as a number in (0, 1): never 0, never 1. */
export const uniform = (word: number): number => (word + 0.5) / 2 ** 32;

/** Puts two independent standard normal numbers made of two words into `out[at]`, `out[at + 1]` (Box and Muller 1958). */
export function normalPair(word0: number, word1: number, out: Float64Array, at: number): void {
  const radius = Math.sqrt(-2 * Math.log(uniform(word0)));
  const angle = TURN * uniform(word1);
  out[at] = radius * Math.cos(angle);
  out[at + 1] = radius * Math.sin(angle);
}
