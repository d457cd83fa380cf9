import { UserError } from '../../base/errors.js';
import type { PartMotion, SceneClock } from '../../scene/motion/part-motion.js';
import { sampleMotion } from '../../scene/motion/sample-motion.js';
import { countPlacements } from '../../scene/place/count-placements.js';
import type { SceneDescription, ScenePart } from '../../scene/scene-description.js';

/** Bodies that move, and the knots of their motions. */
export interface MotionCounts {
  movers: number;
  knots: number;
}

/**
 * Counts the bodies of a scene that move, and their knots, before the scene is read: those of tables of places as one,
 * those that follow others as what they follow; clips of models, updates and rides on the ground are not counted.
 */
export function countMotions({ parts, clock }: SceneDescription): MotionCounts {
  const counts = { movers: 0, knots: 0 };
  if (clock === undefined) return counts;
  const byName = new Map(parts.map((part) => [part.name, part]));
  for (const { motion, placement } of parts) {
    if (motion === undefined) continue;
    const copies = placement.kind === 'list' || placement.kind === 'scatter' ? countPlacements(placement) : 1;
    counts.movers += copies;
    counts.knots += copies * knotsOf(motion, byName, clock);
  }
  return counts;
}

function knotsOf(motion: PartMotion, byName: ReadonlyMap<string, ScenePart>, clock: SceneClock): number {
  let led: PartMotion | undefined = motion;
  for (let k = 0; led !== undefined && 'follow' in led && k < byName.size; k++) led = byName.get(led.follow)?.motion;
  if (led === undefined || !('course' in led)) return 0;
  try {
    return sampleMotion(led, clock).times.length;
  } catch (error) {
    // The reader of the scene reports it.
    if (error instanceof UserError) return 0;
    throw error;
  }
}
