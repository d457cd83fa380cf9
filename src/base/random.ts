/*
 * Counter-based random numbers, as on the device (wasm/random.ts): they depend only on key and counter, never on the
 * order of the work. 32-bit integer arithmetic. Mixing: pcg4d (Jarzynski and Olano 2020, "Hash Functions for GPU
 * Rendering", JCGT 9(3)).
 */

import { TURN } from './angle.js';

/**
 * Purposes of the host's draws, as the last word of the counter; 1 to 15 are the stages of the device, and artefacts
 * have numbers from 32 on, one a kind (src/simulation/artefacts).
 */
export const DRAW = Object.freeze({
  key: 0,
  navigation: 16,
  dropout: 17,
  activity: 18,
  bins: 19,
  thinning: 20,
  artefacts: 32,
});

const [MULTIPLIER, INCREMENT] = [1664525, 1013904223];

/** The largest seed: beyond it, the language cannot represent every whole number. */
export const SEED_MAX = Number.MAX_SAFE_INTEGER;

/** The default seed of surveys. */
export const SEED_DEFAULT = 1;

/** Identifies a stream of random numbers: 64 bits, as two 32-bit whole numbers. */
export type StreamKey = readonly [number, number];

/**
 * Returns the key of the stream for a seed (a safe integer ≥ 0) and 32-bit whole numbers: the hash of both, so that
 * seed 1 and leg 2 have nothing in common with seed 2 and leg 1.
 */
export function streamKey(seed: number, ...names: readonly number[]): StreamKey {
  const words = new Uint32Array(4);
  let key: StreamKey = [seed >>> 0, Math.floor(seed / 2 ** 32)];
  for (const [place, name] of [names.length, ...names].entries()) {
    draw(key, name, place, DRAW.key, words);
    key = [words[0], words[1]];
  }
  return key;
}

/** Draws four words for (key, counter, index, stage), 32-bit whole numbers, into `out`. */
export function draw(key: StreamKey, counter: number, index: number, stage: number, out: Uint32Array): void {
  let x = Math.imul(counter, MULTIPLIER) + INCREMENT;
  let y = Math.imul(index, MULTIPLIER) + INCREMENT;
  let z = Math.imul(key[0] + stage, MULTIPLIER) + INCREMENT;
  let w = Math.imul(key[1], MULTIPLIER) + INCREMENT;
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

/** Converts a word to a number in (0, 1): never 0, never 1. */
export const uniform = (word: number): number => (word + 0.5) / 2 ** 32;

/**
 * Writes two independent standard normal numbers, made from two words, to `out[at]`, `out[at + 1]` (Box and Muller
 * 1958).
 */
export function normalPair(word0: number, word1: number, out: Float64Array, at: number): void {
  const radius = Math.sqrt(-2 * Math.log(uniform(word0)));
  const angle = TURN * uniform(word1);
  out[at] = radius * Math.cos(angle);
  out[at + 1] = radius * Math.sin(angle);
}
