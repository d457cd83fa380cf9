import type { Affine } from './affine.js';

/** A placement by its parts: scaled first, then rotated, then moved. */
export interface Trs {
  translation: ArrayLike<number>;
  /** Quaternion x, y, z, w; of any length but 0. */
  rotation: ArrayLike<number>;
  scale: ArrayLike<number>;
}

/** Translation · rotation · scale as a matrix; the quaternion is normalized. */
export function fromTrs({ translation: t, rotation, scale: s }: Trs): Affine {
  const norm = Math.hypot(rotation[0], rotation[1], rotation[2], rotation[3]) || 1;
  const [x, y, z, w] = [rotation[0] / norm, rotation[1] / norm, rotation[2] / norm, rotation[3] / norm];
  // biome-ignore format: a matrix reads as rows
  return [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2], t[0],
    2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2], t[1],
    2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2], t[2],
  ];
}
