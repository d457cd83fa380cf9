import { compose, translation } from '../../base/affine.js';
import { invariant } from '../../base/errors.js';
import { shareNumbers } from '../../base/shared-memory.js';
import { Point } from '../../device/records.generated.js';
import type { Records } from '../../engine/engine.js';
import type { SampledMotion } from '../../scene/motion/sampled-motion.js';
import { isDeforming } from '../../scene/motion/shape-at.js';
import type { Scene, SceneInstance } from '../../scene/scene.js';
import type { BentMesh, BentPiece } from './shape-velocity.js';

/** In place of a motion: the surface of a point stands. */
export const NO_MOTION = -1;
/** In place of a motion: no surface sent the point back. */
export const NO_SURFACE = -2;

/** The bodies of a scene that move, as far as points need them: plain data, for other threads. */
export interface SceneBodies {
  /** Those of the scene, then again those of pieces that change their shapes. */
  motions: readonly SampledMotion[];
  /** The pieces that change their shapes, to which the last of the motions belong; absent: none. */
  bent?: readonly BentPiece[];
  /** The motion of each surface of the scene, an index of `motions`, or NO_MOTION. */
  ofSurfaces: Int32Array;
}

/** The bodies of a scene, in memory that threads share where they may. */
export function sceneBodies(scene: Scene): SceneBodies {
  const motions = (scene.motions ?? []).map(sharedMotion);
  const bentInstances = scene.instances.filter((instance) => isDeforming(scene, instance));
  const numbers = new Map(bentInstances.map((instance, k) => [instance, motions.length + k]));
  const bodyOf = (instance: SceneInstance) => numbers.get(instance) ?? instance.motion;
  const ofSurfaces = shareNumbers(bodiesOfSurfaces(scene, bodyOf));
  if (bentInstances.length === 0) return { motions, ofSurfaces };
  const own = bentInstances.map(({ motion = 0 }) => motions[motion]);
  return { motions: [...motions, ...own], bent: bentPieces(scene, bentInstances), ofSurfaces };
}

/** Pieces that change their shapes; those with one mesh share its numbers. */
function bentPieces({ meshes }: Scene, instances: readonly SceneInstance[]): BentPiece[] {
  const known = new Map<number, BentMesh>();
  return instances.map(({ mesh: number, transform }) => {
    const { shapes, indices, origin } = meshes[number];
    invariant(shapes, 'what deforms has shapes');
    const shared = () => ({
      shapes: { times: shareNumbers(shapes.times), keys: shapes.keys.map(shareNumbers) },
      indices: shareNumbers(indices),
    });
    const mesh = known.get(number) ?? shared();
    known.set(number, mesh);
    return { mesh, toBody: compose(transform, translation(origin)) };
  });
}

function bodiesOfSurfaces(
  { instances, meshes, surfaces, materials }: Scene,
  bodyOf: (instance: SceneInstance) => number | undefined,
): Int32Array {
  const found = new Int32Array(surfaces.length).fill(NO_MOTION);
  for (const instance of instances) {
    const { mesh, surfaceBase } = instance;
    const motion = bodyOf(instance);
    if (motion === undefined) continue;
    for (let s = surfaceBase; s < surfaceBase + meshes[mesh].groups.length; s++) {
      found[s] = motion;
      const { choices, material } = surfaces[s];
      // Those that a picture of materials puts in its place.
      const told = materials[material].textures?.materials ?? [];
      if (choices !== undefined) found.fill(motion, choices, choices + told.length);
    }
  }
  return found;
}

const sharedMotion = ({
  times,
  positions,
  orientations,
  holds,
  visible,
  period,
  isPlatform,
  phases,
}: SampledMotion): SampledMotion => ({
  times: shareNumbers(times),
  positions: shareNumbers(positions),
  orientations: shareNumbers(orientations),
  ...(holds && { holds: shareNumbers(holds) }),
  ...(visible && { visible: shareNumbers(visible) }),
  ...(period !== undefined && { period }),
  ...(isPlatform && { isPlatform }),
  ...(phases && {
    phases: { ...phases, times: shareNumbers(phases.times), moments: shareNumbers(phases.moments) },
  }),
});

const [WORDS, SURFACE] = [Point.SIZE / 4, Point.surface / 4];

/** The motion of the surface of each point of a chunk: an index of the motions, NO_MOTION or NO_SURFACE. */
export function motionsOfPoints({ words, count }: Records, { ofSurfaces }: SceneBodies): Int32Array {
  const motions = new Int32Array(count);
  // The number of no surface exceeds all others.
  for (let i = 0, w = SURFACE; i < count; i++, w += WORDS) motions[i] = ofSurfaces[words[w]] ?? NO_SURFACE;
  return motions;
}
