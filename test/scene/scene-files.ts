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

/** The message of the UserError that `promise` ends with; any other error itself. */
export async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return error instanceof UserError ? error.format() : error;
  }
}
