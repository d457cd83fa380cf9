import type { TimedObject } from '../scene/boxes/timed-object.js';
import { timedObjects } from '../scene/boxes/timed-object.js';
import type { Scene } from '../scene/scene.js';
import { boxedObjects, thingsIn } from './frames/frame-classes.js';
import type { FrameOutput } from './frames/frame-output.js';

/** The objects of a scene that tracks list: those that move, or also the vehicles, people and other things. */
export const TRACKED = ['moving', 'all'] as const;
export type Tracked = (typeof TRACKED)[number];

/** An object with a track. */
export interface TrackedObject {
  /** Its number, and its name. */
  id: number;
  name: string;
  /** The class that frames list it under, or that of things, or its semantic name. */
  className: string;
  object: TimedObject;
}

/** The numbers and classes of the tracked objects of a scene, in the order of their numbers. */
export function trackedClasses(scene: Scene, tracked: Tracked, frames: FrameOutput | undefined): Map<number, string> {
  const classes = classesIn(scene, frames);
  const found = movingObjects(scene);
  const wanted = tracked === 'all' ? [...classes.keys(), ...found.keys()] : [...found.keys()];
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return new Map(sorted.map((id) => [id, classes.get(id) ?? found.get(id) ?? '']));
}

/** The tracked objects of a scene, in the order of their numbers; those without triangles are left out. */
export function trackedObjects(scene: Scene, tracked: Tracked, frames: FrameOutput | undefined): TrackedObject[] {
  const classes = trackedClasses(scene, tracked, frames);
  return [...timedObjects(scene, classes.keys())].map(([id, object]) => ({
    id,
    name: scene.names.instances[id],
    className: classes.get(id) ?? '',
    object,
  }));
}

/** The classes of things, by the words of the frames where these list boxes. */
function classesIn(scene: Scene, frames: FrameOutput | undefined): ReadonlyMap<number, string> {
  const boxed = boxedObjects(frames, scene);
  if (boxed) return new Map([...boxed].map(([id, { name }]) => [id, name]));
  return thingsIn(scene, frames?.recording?.boxes?.classes);
}

/** The objects with a surface that moves, and its semantic name, without those that the platform carries. */
function movingObjects({ instances, motions = [], meshes, surfaces, names }: Scene): Map<number, string> {
  const found = new Map<number, string>();
  for (const { motion, mesh, surfaceBase } of instances) {
    if (motion === undefined || motions[motion].isPlatform) continue;
    for (const { instance, semantic } of surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length))
      if (instance !== 0 && !found.get(instance)) found.set(instance, semantic === 0 ? '' : names.semantics[semantic]);
  }
  return found;
}
