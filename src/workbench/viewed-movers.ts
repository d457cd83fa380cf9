import { IDENTITY } from '../base/affine.js';
import type { SampledMotion } from '../scene/motion/sampled-motion.js';
import { meshOfInstanceAt } from '../scene/motion/scene-at.js';
import type { Scene } from '../scene/scene.js';
import { placementsOf, type SceneView, sceneView, type ViewedPlacement } from './scene-view.js';

/** What moves in a scene, as a viewer draws it. */
export interface ViewedMovers {
  /** Motions of bodies in the world, over the whole run. */
  motions: SampledMotion[];
  placements: ViewedMoverPlacement[];
}

/** The same mesh with the same materials on bodies that move; transforms lead to the frame of the body. */
export interface ViewedMoverPlacement extends ViewedPlacement {
  /** Motion of the body at each place, an index into those of the scene. */
  motions: Uint32Array;
}

/** Most knots that are sent, but for two of each motion: 64 bytes each. */
export const KNOTS_VIEWED_MAX = 2 ** 20;

/** A scene in which something moves: what stands, and the movers. Shapes that change are those of the clock's 0. */
export function viewMoving(scene: Scene): { view: SceneView; movers?: ViewedMovers } {
  const meshes = [...scene.meshes];
  const instances = scene.instances.map((one) => {
    const mesh = meshOfInstanceAt(scene, one, 0);
    return mesh === scene.meshes[one.mesh] ? one : { ...one, mesh: meshes.push(mesh) - 1 };
  });
  const shaped = { ...scene, meshes, instances };
  return { view: sceneView(shaped), movers: viewedMovers(shaped) };
}

/** The movers of a scene, in memory of their own; of more than `most` knots, some of each motion are left out. */
export function viewedMovers(scene: Scene, most: number = KNOTS_VIEWED_MAX): ViewedMovers | undefined {
  const { motions, instances } = scene;
  if (motions === undefined) return undefined;
  const movers = instances.filter(({ motion }) => motion !== undefined);
  const motionsAt: number[][] = [];
  const placements = placementsOf(scene, movers, IDENTITY, (placement, { motion = 0 }) => {
    const own = motionsAt[placement] ?? [];
    own.push(motion);
    motionsAt[placement] = own;
  });
  const knots = motions.reduce((sum, { times }) => sum + times.length, 0);
  const stride = Math.ceil(knots / most);
  return {
    motions: motions.map((motion) => thinned(motion, stride)),
    placements: placements.map((placement, k) => ({ ...placement, motions: Uint32Array.from(motionsAt[k]) })),
  };
}

/** Every so many-th knot of a motion, its last one, and as far as they are few, those at which it appears or waits. */
function thinned(motion: SampledMotion, stride: number): SampledMotion {
  const { times, positions, orientations, holds, visible, period } = motion;
  const kept = stride > 1 ? keptKnots(motion, stride) : undefined;
  const pick = <List extends Float64Array | Uint8Array>(list: List, size: number): List => {
    if (kept === undefined) return list.slice() as List;
    const picked = list.slice(0, size * kept.length) as List;
    for (const [k, knot] of kept.entries()) for (let n = 0; n < size; n++) picked[size * k + n] = list[size * knot + n];
    return picked;
  };
  return {
    times: pick(times, 1),
    positions: pick(positions, 3),
    orientations: pick(orientations, 4),
    ...(holds && { holds: pick(holds, 1) }),
    ...(visible && { visible: pick(visible, 1) }),
    ...(period !== undefined && { period }),
    ...(motion.isPlatform && { isPlatform: true }),
  };
}

/** The knots that are left of a motion: twice its share at most. */
function keptKnots({ times, holds, visible }: SampledMotion, stride: number): number[] {
  const last = times.length - 1;
  const differs = (flags: Uint8Array | undefined, k: number) => flags !== undefined && flags[k] !== flags[k - 1];
  const changesAt = (k: number) => k > 0 && k <= last && (differs(holds, k) || differs(visible, k));
  const [regular, all]: [number[], number[]] = [[], []];
  for (let k = 0; k <= last; k++) {
    const isRegular = k % stride === 0 || k === last;
    if (isRegular) regular.push(k);
    if (isRegular || changesAt(k) || changesAt(k + 1)) all.push(k);
  }
  return all.length <= 2 * regular.length ? all : regular;
}
