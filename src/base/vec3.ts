/** A point or direction, f64. */
export type Vec3 = readonly [number, number, number];

/** An axis-aligned box; empty while min > max. */
export interface Box3 {
  min: [number, number, number];
  max: [number, number, number];
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));

/** `a` scaled to length 1; NaN for the zero vector. */
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / length(a));

/** The empty box; growing it by a point yields that point. */
export const emptyBox = (): Box3 => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
});

/** Whether `box` contains no point, along any axis. */
export const isEmptyBox = ({ min, max }: Box3): boolean => !min.every((least, axis) => least <= max[axis]);

/** Grows `box` in place to contain `other`. */
export function joinBox(box: Box3, other: Box3): void {
  for (let axis = 0; axis < 3; axis++) {
    box.min[axis] = Math.min(box.min[axis], other.min[axis]);
    box.max[axis] = Math.max(box.max[axis], other.max[axis]);
  }
}

/** Grows `box` in place to contain (x, y, z). */
export function growBox(box: Box3, x: number, y: number, z: number): void {
  if (x < box.min[0]) box.min[0] = x;
  if (y < box.min[1]) box.min[1] = y;
  if (z < box.min[2]) box.min[2] = z;
  if (x > box.max[0]) box.max[0] = x;
  if (y > box.max[1]) box.max[1] = y;
  if (z > box.max[2]) box.max[2] = z;
}
