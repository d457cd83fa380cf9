import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import type { Log } from '../../src/base/log.js';
import type { Mesh } from '../../src/scene/model.js';

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): { path: string; write(name: string, content: string | Uint8Array): string } {
  const path = mkdtempSync(join(tmpdir(), 'subray-scene-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}

/** A log that keeps its lines. */
export function keepingLog(): Log & { warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, info: () => {}, warn: (message) => void warnings.push(message) };
}

/** World-free coordinates of each triangle's corners: [[x, y, z] × 3] a triangle. */
export function cornersOf({ positions, indices, origin }: Mesh): number[][][] {
  const vertex = (i: number) => [0, 1, 2].map((axis) => positions[3 * i + axis] + origin[axis]);
  return Array.from({ length: indices.length / 3 }, (_, t) => [0, 1, 2].map((k) => vertex(indices[3 * t + k])));
}

/** The message of the UserError that `promise` ends with; the error itself where it is another one. */
export async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return error instanceof UserError ? error.format() : error;
  }
}

/** A small deterministic generator (mulberry32) for tests. */
export function testRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
