import type { Mesh, MeshShapes } from '../model.js';
import type { Scene, SceneInstance } from '../scene.js';
import { knotAt } from './motion-pose.js';

/** The interval between two keys in which a moment lies, and the share of it that has passed, from 0 to 1. */
export interface ShapeMoment {
  interval: number;
  share: number;
}

/** Seconds of the clip of shapes. */
export const durationOf = ({ times }: Pick<MeshShapes, 'times'>): number => times[times.length - 1];

/** The interval of a moment of the clip, seconds. */
export function shapeMomentAt({ times }: Pick<MeshShapes, 'times'>, moment: number): ShapeMoment {
  const interval = Math.min(knotAt(times, moment), times.length - 2);
  const passed = (moment - times[interval]) / (times[interval + 1] - times[interval]);
  return { interval, share: Math.min(Math.max(passed, 0), 1) };
}

/** The mesh with the shape of a moment of its clip, seconds, which it keeps; one without shapes itself. */
export function meshAt(mesh: Mesh, moment: number): Mesh {
  const { shapes, ...kept } = mesh;
  if (shapes === undefined) return mesh;
  const { interval, share } = shapeMomentAt(shapes, moment);
  const [from, to] = [shapes.keys[interval], shapes.keys[interval + 1]];
  return { ...kept, positions: from.map((value, k) => value + share * (to[k] - value)) };
}

/** Whether an instance of a scene changes its shape: its mesh has some, and its motion says which. */
export const isDeforming = (
  { meshes, motions = [] }: Pick<Scene, 'meshes' | 'motions'>,
  { mesh, motion }: Pick<SceneInstance, 'mesh' | 'motion'>,
): boolean => meshes[mesh].shapes !== undefined && motion !== undefined && motions[motion].phases !== undefined;
