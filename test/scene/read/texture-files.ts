import type { Mesh } from '../../../src/scene/model.js';
import { rgbaPng } from '../image/images.js';
import { keepingLog } from '../scene-files.js';

export const RED = [255, 0, 0, 255];
export const BLUE = [0, 0, 255, 255];
export const HOLE = [9, 9, 9, 0];
export const OPAQUE = rgbaPng(2, [RED, BLUE]);
export const LEAF = rgbaPng(2, [RED, HOLE]);
/** Opaque, half of it dark. */
export const MASK = rgbaPng(2, [
  [255, 255, 255, 255],
  [20, 20, 20, 255],
]);

/** A log that keeps all lines. */
export function wholeLog() {
  const infos: string[] = [];
  return { ...keepingLog(), infos, info: (line: string) => void infos.push(line) };
}

/** Texture coordinates of each triangle's corners. */
export const uvsOf = ({ uvs = new Float32Array(), indices }: Mesh): number[][] =>
  Array.from(indices, (vertex) => [uvs[2 * vertex], uvs[2 * vertex + 1]].map((x) => Math.round(x * 1e6) / 1e6 || 0));
