import type { LabelCandidate } from './labels.js';

/** A group of triangles of a part's model, with its names, and its objects in the scene. */
export interface LabelledGroup {
  candidate: LabelCandidate;
  /** Ids of its objects, in all placements. */
  objects: ArrayLike<number>;
  /** Index into `Scene.materials`. */
  material: number;
  /** Number in one placement. */
  triangles: number;
}
