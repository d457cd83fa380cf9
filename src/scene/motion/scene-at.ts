import { rotate } from '../../base/quaternion.js';
import type { Mesh } from '../model.js';
import type { Scene, SceneInstance } from '../scene.js';
import { momentAt } from './clip-phases.js';
import { instanceTransformAt } from './instance-transform.js';
import { bodyPoseAt } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';
import { durationOf, meshAt } from './shape-at.js';

/**
 * The scene as it stands at `time`, seconds of the scene's clock, for whoever looks at its geometry: the same
 * instances, none of which moves, and the fronts of their objects, also of those that are not there then. Of an object
 * and its mirror image, which are there by turns, it has the one that is there. A scene in which nothing moves is
 * returned itself.
 */
export const sceneAt = (scene: Scene, time: number): Scene =>
  scene.motions === undefined ? scene : standingAt(scene, withoutHiddenTwins(scene, scene.motions, time), time);

/** The same without all movers that are not there then. */
export function sceneSeenAt(scene: Scene, time: number): Scene {
  const { motions, instances } = scene;
  if (motions === undefined) return scene;
  const seen = instances.filter(({ motion }) => motion === undefined || bodyPoseAt(motions[motion], time).isVisible);
  return standingAt(scene, seen, time);
}

/** The mesh of an instance in the shape that it has at `time`, which it keeps; one that keeps its shape is itself. */
export function meshOfInstanceAt(
  { meshes, motions = [] }: Pick<Scene, 'meshes' | 'motions'>,
  { mesh, motion }: SceneInstance,
  time: number,
): Mesh {
  const { shapes } = meshes[mesh];
  const phases = motion === undefined ? undefined : motions[motion].phases;
  if (shapes === undefined || phases === undefined) return meshes[mesh];
  return meshAt(meshes[mesh], momentAt(phases, time, durationOf(shapes)));
}

/** A scene of some of its instances, which stand where they are at `time`. */
function standingAt(scene: Scene, seen: readonly SceneInstance[], time: number): Scene {
  const { motions: _, ...standing } = scene;
  const meshes = [...scene.meshes];
  const shapeOf = (instance: SceneInstance): number => {
    const mesh = meshOfInstanceAt(scene, instance, time);
    return mesh === meshes[instance.mesh] ? instance.mesh : meshes.push(mesh) - 1;
  };
  const instances = seen.map(({ motion, ...rest }) => ({
    ...rest,
    mesh: shapeOf({ ...rest, motion }),
    transform: instanceTransformAt(scene, { ...rest, motion }, time),
  }));
  return { ...standing, meshes, instances, ...(scene.fronts && { fronts: frontsAt(scene, scene.fronts, time) }) };
}

/** The instances but those that are hidden while others of the same objects are there. */
function withoutHiddenTwins(scene: Scene, motions: readonly SampledMotion[], time: number): readonly SceneInstance[] {
  const { instances } = scene;
  const isHidden = instances.map(({ motion }) => motion !== undefined && !bodyPoseAt(motions[motion], time).isVisible);
  if (!isHidden.includes(true)) return instances;
  const there = new Set(instances.flatMap((instance, k) => (isHidden[k] ? [] : objectsOf(scene, instance))));
  return instances.filter((one, k) => !isHidden[k] || !objectsOf(scene, one).every((object) => there.has(object)));
}

/** The numbers of the objects of an instance. */
const objectsOf = ({ meshes, surfaces }: Scene, { mesh, surfaceBase }: SceneInstance): number[] =>
  surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length).map(({ instance }) => instance);

/** The directions of fronts in the world, of movers from those in their bodies. */
function frontsAt(
  { motions = [], instances, meshes, surfaces }: Scene,
  fronts: NonNullable<Scene['fronts']>,
  time: number,
): NonNullable<Scene['fronts']> {
  const found: Record<number, number> = { ...fronts };
  const known = new Set<number>();
  for (const { motion, mesh, surfaceBase } of instances) {
    const objects = surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length);
    if (motion === undefined) {
      for (const { instance } of objects) if (fronts[instance] !== undefined) known.add(instance);
      continue;
    }
    const { orientation } = bodyPoseAt(motions[motion], time);
    for (const { instance } of objects) {
      // The first piece of an object is its trunk, and limbs follow.
      if (fronts[instance] === undefined || known.has(instance)) continue;
      known.add(instance);
      const [x, y] = rotate(orientation, [Math.cos(fronts[instance]), Math.sin(fronts[instance]), 0]);
      found[instance] = Math.atan2(y, x);
    }
  }
  return found;
}
