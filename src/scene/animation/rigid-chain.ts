import { type Affine, compose, determinant, invert } from '../../base/affine.js';
import { type Chain, chainAt, momentsOfChain } from './chain.js';

/** Largest difference of a map from a rotation that counts as rounding of a file, as a share. */
const RIGID_MAX = 1e-4;

/** A map without its shift. */
export const linearOf = (map: Affine): Affine => map.map((value, k) => (k % 4 === 3 ? 0 : value));

/** Whether the linear part of a map only turns, but for the rounding of a file. */
export function isRotation(map: Affine): boolean {
  for (let a = 0; a < 3; a++)
    for (let b = a; b < 3; b++) {
      const product = map[a] * map[b] + map[4 + a] * map[4 + b] + map[8 + a] * map[8 + b];
      if (!(Math.abs(product - (a === b ? 1 : 0)) <= RIGID_MAX)) return false;
    }
  return determinant(map) > 0;
}

/** Shares of the time between two keys at which a chain is looked at, besides the keys. */
const SHARES = [0, 0.31, 0.5, 0.77];

/**
 * Whether a chain moves its last node as a rigid body through a clip of `duration` seconds, as seen from its place at
 * the moment `pose`: without scales that change, and without turns within unequal scales.
 */
export function isRigidChain(chain: Chain, duration: number, pose: number): boolean {
  const undo = invert(linearOf(chainAt(chain, pose)));
  const isRigidAt = (moment: number) => isRotation(compose(linearOf(chainAt(chain, moment)), undo));
  const moments = momentsOfChain(chain, duration);
  return moments.every(({ time }, k) => {
    const next = moments[k + 1]?.time ?? time;
    return SHARES.every((share) => isRigidAt(time + share * (next - time)));
  });
}
