import { shareNumbers } from '../../base/shared-memory.js';
import { Point } from '../../device/records.generated.js';
import type { Records } from '../../engine/engine.js';
import type { SampledMotion } from '../../scene/motion/sampled-motion.js';
import type { Scene } from '../../scene/scene.js';

/** In place of a motion: the surface of a point stands. */
export const NO_MOTION = -1;
/** In place of a motion: no surface sent the point back. */
export const NO_SURFACE = -2;

/** The bodies of a scene that move, as far as points need them: plain data, for other threads. */
export interface SceneBodies {
  motions: readonly SampledMotion[];
  /** The motion of each surface of the scene, an index of `motions`, or NO_MOTION. */
  ofSurfaces: Int32Array;
}

/** The bodies of a scene, in memory that threads share where they may. */
export const sceneBodies = (scene: Scene): SceneBodies => ({
  motions: (scene.motions ?? []).map(sharedMotion),
  ofSurfaces: shareNumbers(motionsOfSurfaces(scene)),
});

function motionsOfSurfaces({ instances, meshes, surfaces, materials }: Scene): Int32Array {
  const found = new Int32Array(surfaces.length).fill(NO_MOTION);
  for (const { mesh, motion, surfaceBase } of instances) {
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
}: SampledMotion): SampledMotion => ({
  times: shareNumbers(times),
  positions: shareNumbers(positions),
  orientations: shareNumbers(orientations),
  ...(holds && { holds: shareNumbers(holds) }),
  ...(visible && { visible: shareNumbers(visible) }),
  ...(period !== undefined && { period }),
  ...(isPlatform && { isPlatform }),
});

const [WORDS, SURFACE] = [Point.SIZE / 4, Point.surface / 4];

/** The motion of the surface of each point of a chunk: an index of the motions, NO_MOTION or NO_SURFACE. */
export function motionsOfPoints({ words, count }: Records, { ofSurfaces }: SceneBodies): Int32Array {
  const motions = new Int32Array(count);
  // The number of no surface exceeds all others.
  for (let i = 0, w = SURFACE; i < count; i++, w += WORDS) motions[i] = ofSurfaces[words[w]] ?? NO_SURFACE;
  return motions;
}
