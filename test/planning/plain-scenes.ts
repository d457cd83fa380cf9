import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Quads as the text of an OBJ file: four corners each, x y z. */
export function objOf(quads: readonly number[][]): string {
  const corners = quads.flatMap((quad) => [0, 3, 6, 9].map((k) => `v ${quad.slice(k, k + 3).join(' ')}`));
  const faces = quads.map((_, q) => `f ${[1, 2, 3, 4].map((k) => 4 * q + k).join(' ')}`);
  return ['o thing', ...corners, ...faces, ''].join('\n');
}

/** A level rectangle from (x0, y0) to (x1, y1). */
export const level = (x0: number, y0: number, x1: number, y1: number, z: number): number[] => [
  x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z,
]; // biome-ignore format: corners

/** An upright wall from (x0, y0) to (x1, y1). */
export const wall = (x0: number, y0: number, x1: number, y1: number, low: number, high: number): number[] => [
  x0, y0, low, x1, y1, low, x1, y1, high, x0, y0, high,
]; // biome-ignore format: corners

/** A closed box. */
export const box = (x0: number, y0: number, x1: number, y1: number, low: number, high: number): number[][] => [
  level(x0, y0, x1, y1, low),
  level(x0, y0, x1, y1, high),
  wall(x0, y0, x1, y0, low, high),
  wall(x1, y0, x1, y1, low, high),
  wall(x1, y1, x0, y1, low, high),
  wall(x0, y1, x0, y0, low, high),
];

/** A folder of its own, removed after the tests of the file. */
export function sceneFolder(): { path(name: string): string; write(name: string, text: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'subray-planning-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write(name, text) {
      writeFileSync(path(name), text);
      return path(name);
    },
  };
}
