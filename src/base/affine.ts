import type { Box3, Vec3 } from './vec3.js';
import { emptyBox, growBox } from './vec3.js';

/** An affine map of 3-space, f64, row-major 3×4: x' = a[0]x + a[1]y + a[2]z + a[3], … */
export type Affine = readonly number[];

export const IDENTITY: Affine = Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);

export const translation = (t: Vec3): Affine => [1, 0, 0, t[0], 0, 1, 0, t[1], 0, 0, 1, t[2]];
export const scaling = (s: Vec3): Affine => [s[0], 0, 0, 0, 0, s[1], 0, 0, 0, 0, s[2], 0];

/** Right-handed rotation by `angle` radians about the unit vector `axis` through the origin (Rodrigues). */
export function rotation(axis: Vec3, angle: number): Affine {
  const [x, y, z] = axis;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  return [
    c + x * x * k, x * y * k - z * s, x * z * k + y * s, 0,
    y * x * k + z * s, c + y * y * k, y * z * k - x * s, 0,
    z * x * k - y * s, z * y * k + x * s, c + z * z * k, 0,
  ]; // biome-ignore format: a matrix reads as rows
}

/** The map that applies `b` first, then `a`. */
export function compose(a: Affine, b: Affine): Affine {
  const out = new Array<number>(12);
  for (let row = 0; row < 3; row++) {
    const [r0, r1, r2, r3] = [a[row * 4], a[row * 4 + 1], a[row * 4 + 2], a[row * 4 + 3]];
    for (let col = 0; col < 4; col++)
      out[row * 4 + col] = r0 * b[col] + r1 * b[4 + col] + r2 * b[8 + col] + (col === 3 ? r3 : 0);
  }
  return out;
}

/** Determinant of the linear part: negative for a map that mirrors, 0 for one that flattens. */
export function determinant(m: Affine): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/** The inverse map; all NaN or infinite if `m` flattens space. */
export function invert(m: Affine): Affine {
  const d = 1 / determinant(m);
  const r = [
    (m[5] * m[10] - m[6] * m[9]) * d, (m[2] * m[9] - m[1] * m[10]) * d, (m[1] * m[6] - m[2] * m[5]) * d,
    (m[6] * m[8] - m[4] * m[10]) * d, (m[0] * m[10] - m[2] * m[8]) * d, (m[2] * m[4] - m[0] * m[6]) * d,
    (m[4] * m[9] - m[5] * m[8]) * d, (m[1] * m[8] - m[0] * m[9]) * d, (m[0] * m[5] - m[1] * m[4]) * d,
  ]; // biome-ignore format: a matrix reads as rows
  const shift = (row: number) => -(r[row * 3] * m[3] + r[row * 3 + 1] * m[7] + r[row * 3 + 2] * m[11]);
  return [r[0], r[1], r[2], shift(0), r[3], r[4], r[5], shift(1), r[6], r[7], r[8], shift(2)];
}

export const transformPoint = (m: Affine, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
];

export const transformDirection = (m: Affine, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z,
  m[4] * x + m[5] * y + m[6] * z,
  m[8] * x + m[9] * y + m[10] * z,
];

/** The smallest axis-aligned box around the image of `box`. */
export function transformBox(m: Affine, box: Box3): Box3 {
  const out = emptyBox();
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = transformPoint(m, [
      corner & 1 ? box.max[0] : box.min[0],
      corner & 2 ? box.max[1] : box.min[1],
      corner & 4 ? box.max[2] : box.min[2],
    ]);
    growBox(out, x, y, z);
  }
  return out;
}
