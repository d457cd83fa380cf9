import { expect } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { itemBytes } from '../../src/device/buffers.js';
import { Point, Pulse } from '../../src/device/records.generated.js';
import type { SurfaceLabels } from '../../src/simulation/points/scene-facts.js';

// Records of the buffers between stages, to be compared.

/** Of a pulse, in the order of Totals. */
export const COUNTS_BYTES = itemBytes('gpu', 'counts');

export const words = (buffer: ArrayBuffer) => new Uint32Array(buffer);
export const floats = (buffer: ArrayBuffer) => new Float32Array(buffer);

/** A field of all records, as f32. */
export const field = (buffer: ArrayBuffer, size: number, offset: number) =>
  floats(buffer).filter((_, k) => k % (size / 4) === offset / 4);
export const wordField = (buffer: ArrayBuffer, size: number, offset: number) =>
  words(buffer).filter((_, k) => k % (size / 4) === offset / 4);

/** Largest difference, relative to `scale` where given. */
export function largest(a: Float32Array, b: Float32Array, scale?: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, k) => Math.max(most, Math.abs((value - b[k]) / (scale?.[k] ?? 1))), 0);
}

/** The returns of all pulses, one after the other, from the places that each pulse has for its own. */
export function denseReturns(sparse: ArrayBuffer, counts: ArrayBuffer, maxReturns: number): ArrayBuffer {
  const parts = Array.from({ length: counts.byteLength / COUNTS_BYTES }, (_, p) => {
    const from = p * maxReturns * Point.SIZE;
    return new Uint8Array(sparse, from, words(counts)[4 * p] * Point.SIZE);
  });
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out.buffer;
}

/** The returns of `count` pulses at the places that each pulse has for its own, and the counts of the GPU. */
export function sparseReturns(dense: ArrayBuffer, pulses: ArrayBuffer, count: number, maxReturns: number) {
  const sparse = new Uint8Array(count * maxReturns * Point.SIZE);
  const counts = new Uint32Array(count * 4);
  const firstPulse = words(pulses)[Pulse.number / 4];
  wordField(dense, Point.SIZE, Point.pulse).forEach((pulse, row) => {
    const p = pulse - firstPulse;
    sparse.set(new Uint8Array(dense, row * Point.SIZE, Point.SIZE), (p * maxReturns + counts[4 * p]++) * Point.SIZE);
  });
  return { sparse: sparse.buffer, counts: counts.buffer };
}

/** Compares Point records of two engines. */
export const comparePoints = (a: ArrayBuffer, b: ArrayBuffer, labels: SurfaceLabels) =>
  compareReturns({ words: words(a), floats: floats(a) }, { words: words(b), floats: floats(b) }, labels);
