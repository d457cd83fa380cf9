/*
 * Rotations as quaternions, and the operations needed for every pulse. Functions that fill `out` allocate nothing if it
 * is given. They read their arguments by index, since destructuring such an array creates an object for each of its
 * numbers.
 */
import type { Affine } from './affine.js';
import type { Vec3 } from './vec3.js';

/** A rotation as a unit quaternion x y z w; q and −q are the same rotation. */
export type Quaternion = readonly [number, number, number, number];

/** A quaternion, or a vector, that receives a result; it may be one of the arguments. */
export type QuaternionOut = [number, number, number, number];
export type VectorOut = [number, number, number];

export const IDENTITY_ROTATION: Quaternion = Object.freeze([0, 0, 0, 1]) as Quaternion;

/** The rotation that applies `b` first, then `a`. */
export function multiply(a: Quaternion, b: Quaternion, out: QuaternionOut = [0, 0, 0, 1]): Quaternion {
  const x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  const z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  const w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}

/** The inverse rotation. */
export function conjugate(q: Quaternion, out: QuaternionOut = [0, 0, 0, 1]): Quaternion {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = -q[2];
  out[3] = q[3];
  return out;
}

/** `q` scaled to length 1; NaN for the zero quaternion. */
export function normalizeQuaternion(q: Quaternion, out: QuaternionOut = [0, 0, 0, 1]): Quaternion {
  const s = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let k = 0; k < 4; k++) out[k] = q[k] * s;
  return out;
}

/** The vector `v` turned by `q`: v + 2 u × (u × v + w v) with u = (x, y, z). */
export function rotate(q: Quaternion, v: Vec3, out: VectorOut = [0, 0, 0]): Vec3 {
  const tx = q[1] * v[2] - q[2] * v[1] + q[3] * v[0];
  const ty = q[2] * v[0] - q[0] * v[2] + q[3] * v[1];
  const tz = q[0] * v[1] - q[1] * v[0] + q[3] * v[2];
  const x = v[0] + 2 * (q[1] * tz - q[2] * ty);
  const y = v[1] + 2 * (q[2] * tx - q[0] * tz);
  const z = v[2] + 2 * (q[0] * ty - q[1] * tx);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** Right-handed rotation by `angle` radians about the unit vector `axis`. */
export function fromAxisAngle(axis: Vec3, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** Angle between two rotations, radians, 0…π. */
export function angleBetween(a: Quaternion, b: Quaternion): number {
  const difference = multiply(conjugate(a), b);
  return 2 * Math.atan2(Math.hypot(difference[0], difference[1], difference[2]), Math.abs(difference[3]));
}

/** Angular velocity, radians a second about the axes of the world, of the shorter turn from `from` to `to`. */
export function rotationRate(from: Quaternion, to: Quaternion, seconds: number): Vec3 {
  const [x, y, z, w] = multiply(to, conjugate(from));
  const sine = Math.hypot(x, y, z);
  if (sine === 0) return [0, 0, 0];
  const rate = (2 * Math.atan2(sine, Math.abs(w)) * Math.sign(w || 1)) / (sine * seconds);
  return [x * rate, y * rate, z * rate];
}

/** Below this angle (radians), sin x / x is 1 to the rounding of f64, and chord and arc are the same. */
const SMALL_ANGLE = 1e-8;

/** The motion from one rotation to another, prepared for repeated reading: see createTurn. */
export interface Turn {
  from: Quaternion;
  /** The one of the two quaternions that is nearer to `from`. */
  to: Quaternion;
  /** Half the angle between the rotations, radians. */
  arc: number;
}

/** The motion from `a` to `b` along the shorter arc. */
export function createTurn(a: Quaternion, b: Quaternion): Turn {
  const s = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const to = [s * b[0], s * b[1], s * b[2], s * b[3]] as const;
  // From the chords, which are exact for small angles, unlike the arc cosine.
  const near = Math.hypot(to[0] - a[0], to[1] - a[1], to[2] - a[2], to[3] - a[3]);
  const far = Math.hypot(to[0] + a[0], to[1] + a[1], to[2] + a[2], to[3] + a[3]);
  return { from: [...a], to, arc: 2 * Math.atan2(near, far) };
}

/**
 * The rotation at the fraction `t` (0…1) of the motion, at constant rate about one axis (Shoemake 1985, "Animating
 * rotation with quaternion curves"). Unit length.
 */
export function turnAt({ from, to, arc }: Turn, t: number, out: QuaternionOut = [0, 0, 0, 1]): Quaternion {
  const turns = arc >= SMALL_ANGLE;
  const a = turns ? Math.sin((1 - t) * arc) : 1 - t;
  const b = turns ? Math.sin(t * arc) : t;
  for (let k = 0; k < 4; k++) out[k] = from[k] * a + to[k] * b;
  // This cancels the common divisor sin arc.
  return normalizeQuaternion(out, out);
}

/** The rotation at the fraction `t` (0…1) of the motion from `a` to `b`, along the shorter arc: see turnAt. */
export const slerp = (a: Quaternion, b: Quaternion, t: number): Quaternion => turnAt(createTurn(a, b), t);

/**
 * Rotation of a body (x right, y forward, z up) into the world: Rz(−heading) · Rx(pitch) · Ry(roll), radians; heading
 * clockwise from +y as seen from above, pitch nose up, roll right side down.
 */
export function fromAttitude(heading: number, pitch: number, roll: number): Quaternion {
  const [sh, ch] = [Math.sin(-heading / 2), Math.cos(heading / 2)];
  const [sp, cp] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const [sr, cr] = [Math.sin(roll / 2), Math.cos(roll / 2)];
  return [
    ch * sp * cr - sh * cp * sr,
    ch * cp * sr + sh * sp * cr,
    sh * cp * cr + ch * sp * sr,
    ch * cp * cr - sh * sp * sr,
  ];
}

/** Cosine of the pitch below which heading and roll turn about the same axis. */
const VERTICAL = 1e-9;

/**
 * The heading (−π…π), pitch (−π/2…π/2) and roll (−π…π) from which fromAttitude makes `q`. If the nose points straight
 * up or down, only heading and roll together are defined; roll is then 0.
 */
export function toAttitude(q: Quaternion): { heading: number; pitch: number; roll: number } {
  const forward = rotate(q, [0, 1, 0]);
  const right = rotate(q, [1, 0, 0]);
  const level = Math.hypot(forward[0], forward[1]);
  const pitch = Math.atan2(forward[2], level);
  if (level < VERTICAL) return { heading: Math.atan2(-right[1], right[0]), pitch, roll: 0 };
  const up = rotate(q, [0, 0, 1]);
  return { heading: Math.atan2(forward[0], forward[1]), pitch, roll: Math.atan2(-right[2], up[2]) };
}

/**
 * The angles of ARINC 705 of `q`: Rz(−heading) · Ry(roll) · Rx(pitch), radians; heading −π…π clockwise from +y, roll
 * −π/2…π/2 right side down, pitch −π…π nose up. If the right side points straight up or down, only heading and pitch
 * together are defined; pitch is then 0.
 */
export function arinc705Angles(q: Quaternion): { heading: number; pitch: number; roll: number } {
  const [right, forward, up] = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  const level = Math.hypot(right[0], right[1]);
  const roll = Math.atan2(-right[2], level);
  if (level < VERTICAL) return { heading: Math.atan2(forward[0], forward[1]), pitch: 0, roll };
  return { heading: Math.atan2(-right[1], right[0]), pitch: Math.atan2(forward[2], up[2]), roll };
}

/**
 * The rotation with the attitude angles of `q` plus these, radians, computed without the angles themselves: heading
 * turns about the vertical, pitch about the level axis across the nose, roll about the nose.
 */
export function addToAttitude(
  q: Quaternion,
  heading: number,
  pitch: number,
  roll: number,
  out: QuaternionOut = [0, 0, 0, 1],
): Quaternion {
  const noseEast = 2 * (q[0] * q[1] - q[2] * q[3]);
  const noseNorth = 1 - 2 * (q[0] * q[0] + q[2] * q[2]);
  const level = Math.sqrt(noseEast * noseEast + noseNorth * noseNorth);
  // If the nose points straight up or down, the axis is the body's own right.
  const east = level < VERTICAL ? 1 - 2 * (q[1] * q[1] + q[2] * q[2]) : noseNorth / level;
  const north = level < VERTICAL ? 2 * (q[0] * q[1] + q[2] * q[3]) : -noseEast / level;
  const half = Math.sin(pitch / 2);
  multiply([east * half, north * half, 0, Math.cos(pitch / 2)], q, out);
  multiply([0, 0, Math.sin(-heading / 2), Math.cos(heading / 2)], out, out);
  return multiply(out, [0, Math.sin(roll / 2), 0, Math.cos(roll / 2)], out);
}

/**
 * The rotation of the linear part of `m`, which must be a pure rotation (Shepperd 1978: the largest component first).
 */
export function fromMatrix(m: Affine): Quaternion {
  const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz] = m;
  const trace = xx + yy + zz;
  if (trace >= Math.max(xx, yy, zz)) return normalizeQuaternion([zy - yz, xz - zx, yx - xy, 1 + trace]);
  if (xx >= Math.max(yy, zz)) return normalizeQuaternion([1 + 2 * xx - trace, xy + yx, xz + zx, zy - yz]);
  if (yy >= zz) return normalizeQuaternion([xy + yx, 1 + 2 * yy - trace, yz + zy, xz - zx]);
  return normalizeQuaternion([xz + zx, yz + zy, 1 + 2 * zz - trace, yx - xy]);
}

/** A unit quaternion for writing: clamped so that rounding takes no component beyond ±1, which some readers refuse. */
export const clampedQuaternion = (q: Quaternion): Quaternion => {
  const [x, y, z, w] = q.map((component) => Math.min(1, Math.max(-1, component)));
  return [x, y, z, w];
};
