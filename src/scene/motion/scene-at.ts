import { rotate } from '../../base/quaternion.js';
import type { Scene } from '../scene.js';
import { instanceTransformAt } from './instance-transform.js';
import { bodyPoseAt } from './motion-pose.js';

/**
 * The scene as it stands at `time`, seconds of the scene's clock, for whoever looks at its geometry: the same
 * instances, none of which moves, and the fronts of their objects, also of those that are not there then. A scene in
 * which nothing moves is returned itself.
 */
export function sceneAt(scene: Scene, time: number): Scene {
  const { motions, ...standing } = scene;
  if (motions === undefined) return scene;
  const instances = scene.instances.map(({ motion, ...rest }) => ({
    ...rest,
    transform: instanceTransformAt(scene, { ...rest, motion }, time),
  }));
  return { ...standing, instances, ...(scene.fronts && { fronts: frontsAt(scene, scene.fronts, time) }) };
}

/** The same without the movers that are not there then. */
export function sceneSeenAt(scene: Scene, time: number): Scene {
  const { motions } = scene;
  if (motions === undefined) return scene;
  const standing = sceneAt(scene, time);
  const isThere = motions.map((motion) => bodyPoseAt(motion, time).isVisible);
  const isSeen = (k: number) => isThere[scene.instances[k].motion ?? -1] !== false;
  return { ...standing, instances: standing.instances.filter((_, k) => isSeen(k)) };
}

/** The directions of fronts in the world, of movers from those in their bodies. */
function frontsAt(
  { motions = [], instances, meshes, surfaces }: Scene,
  fronts: NonNullable<Scene['fronts']>,
  time: number,
): NonNullable<Scene['fronts']> {
  const found: Record<number, number> = { ...fronts };
  for (const { motion, mesh, surfaceBase } of instances) {
    if (motion === undefined) continue;
    const { orientation } = bodyPoseAt(motions[motion], time);
    for (const { instance } of surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length)) {
      if (fronts[instance] === undefined) continue;
      const [x, y] = rotate(orientation, [Math.cos(fronts[instance]), Math.sin(fronts[instance]), 0]);
      found[instance] = Math.atan2(y, x);
    }
  }
  return found;
}
