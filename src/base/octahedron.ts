import type { Vec3 } from './vec3.js';

/** The largest number of a half word: `NORMAL_FULL` of the device. */
const FULL = 32_767;
/** The word for no direction: `NO_NORMAL` of the device. */
export const NO_DIRECTION = 0x8000_8000;

/**
 * A direction of any length but 0 in a word, to 7·10⁻⁵ rad, in the device's form of normals: its place on the
 * octahedron |x| + |y| + |z| = 1, whose lower half is folded outwards (Cigolle et al. 2014, JCGT 3(2)); x in the lower
 * half word, y in the upper one. NO_DIRECTION for a vector without a direction.
 */
export function directionWord([x, y, z]: Vec3): number {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (!(sum > 0 && sum < Infinity)) return NO_DIRECTION;
  const [i, j] = z < 0 ? [folded(x, y, sum), folded(y, x, sum)] : [x / sum, y / sum];
  return ((half(j) << 16) | half(i)) >>> 0;
}

const folded = (own: number, other: number, sum: number): number => (1 - Math.abs(other) / sum) * (own < 0 ? -1 : 1);

const half = (share: number): number => Math.round(share * FULL) & 0xffff;
