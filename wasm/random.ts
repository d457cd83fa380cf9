// Counter-based random numbers: they depend only on the leg's key (a hash of seed, instrument and leg) and the counter
// (pulse, subray or return, stage), never on the order of the work. 32-bit integer arithmetic, the same in WGSL.
// Mixing: pcg4d (Jarzynski and Olano 2020, "Hash Functions for GPU Rendering", JCGT 9(3)).

import { program } from './addresses.generated';
import { PulseProgram } from './records.generated';

/** Four words of the last draw. */
export let word0: u32 = 0;
export let word1: u32 = 0;
export let word2: u32 = 0;
export let word3: u32 = 0;

/** Draws four words for (the leg, pulse, subray or return, stage). */
@inline
export function draw(pulse: u32, index: u32, stage: u32): void {
  const key = program + PulseProgram.key;
  let x = pulse * 1664525 + 1013904223;
  let y = index * 1664525 + 1013904223;
  let z = (load<u32>(key) + stage) * 1664525 + 1013904223;
  let w = load<u32>(key + 4) * 1664525 + 1013904223;
  x += y * w; y += z * x; z += x * y; w += y * z;
  x ^= x >> 16; y ^= y >> 16; z ^= z >> 16; w ^= w >> 16;
  x += y * w; y += z * x; z += x * y; w += y * z;
  word0 = x; word1 = y; word2 = z; word3 = w;
}

/** Converts a word to a number in (0, 1), f64: never 0, never 1. */
@inline
export function uniformNumber(word: u32): f64 {
  return (<f64>word + 0.5) * (1.0 / 4294967296.0);
}
