import { type Affine, compose } from '../../base/affine.js';
import { rotate } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import type { Scene, SceneInstance } from '../scene.js';
import { bodyPoseAt } from './motion-pose.js';

/**
 * Mesh frame (including its origin) of an instance to the world at `time`, seconds of the scene's clock: of one that
 * stands, always the same.
 */
export function instanceTransformAt(
  { motions = [] }: Pick<Scene, 'motions'>,
  { transform, motion }: Pick<SceneInstance, 'transform' | 'motion'>,
  time: number,
): Affine {
  return motion === undefined ? transform : compose(affineOfRigid(bodyPoseAt(motions[motion], time)), transform);
}

/** A pose as a matrix. */
export function affineOfRigid({ position, orientation }: Rigid): Affine {
  const [x, y, z] = [rotate(orientation, [1, 0, 0]), rotate(orientation, [0, 1, 0]), rotate(orientation, [0, 0, 1])];
  return [0, 1, 2].flatMap((row) => [x[row], y[row], z[row], position[row]]);
}
