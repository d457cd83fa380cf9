import { UserError } from '../../base/errors.js';
import type { PartMotion, SceneClock, TrafficMotion } from '../../scene/motion/part-motion.js';
import { sampleMotion } from '../../scene/motion/sample-motion.js';
import { trackMotion } from '../../scene/motion/track-motion.js';
import { countPlacements } from '../../scene/place/count-placements.js';
import type { SceneDescription, ScenePart } from '../../scene/scene-description.js';

/** Bodies that move, and the knots of their motions. */
export interface MotionCounts {
  movers: number;
  knots: number;
}

/**
 * Counts the bodies of a scene that move, and their knots, before the scene is read: those of tables of places as one,
 * those that follow others as what they follow, generated traffic by its time; clips of models, updates and rides on
 * the ground are not counted.
 */
export function countMotions({ parts, clock }: SceneDescription): MotionCounts {
  const counts = { movers: 0, knots: 0 };
  if (clock === undefined) return counts;
  const byName = new Map(parts.map((part) => [part.name, part]));
  for (const part of parts) {
    const { motion, placement } = part;
    const traffic = countTraffic(part, clock);
    counts.movers += traffic.movers;
    counts.knots += traffic.knots;
    if (motion === undefined) continue;
    const copies = placement.kind === 'list' || placement.kind === 'scatter' ? countPlacements(placement) : 1;
    counts.movers += copies;
    counts.knots += 'tracks' in motion ? knotsOfTracks(motion, clock) : copies * knotsOf(motion, byName, clock);
  }
  return counts;
}

/** Knots of a body of generated traffic in a second: 14 to 24 in streets. */
const TRAFFIC_KNOTS = 22;

/** The bodies of the traffic of a generated part. */
function countTraffic({ source, recording }: ScenePart, clock: SceneClock): MotionCounts {
  const movers = (source.kind === 'generated' && source.movers) || 0;
  if (movers === 0) return { movers: 0, knots: 0 };
  const knots = recording ? knotsOfTracks(recording, clock) : movers * Math.ceil(TRAFFIC_KNOTS * Math.max(0, clock.to));
  return { movers, knots: Math.max(knots, movers) };
}

const knotsOfTracks = ({ tracks, isSmooth }: Pick<TrafficMotion, 'tracks' | 'isSmooth'>, clock: SceneClock): number =>
  tracks.reduce((sum, track) => sum + knotsMadeBy(() => trackMotion(track, { isSmooth, ...clock })), 0);

function knotsOf(motion: PartMotion, byName: ReadonlyMap<string, ScenePart>, clock: SceneClock): number {
  let led: PartMotion | undefined = motion;
  for (let k = 0; led !== undefined && 'follow' in led && k < byName.size; k++) led = byName.get(led.follow)?.motion;
  if (led === undefined || !('course' in led)) return 0;
  const course = led;
  return knotsMadeBy(() => sampleMotion(course, clock));
}

function knotsMadeBy(make: () => { times: ArrayLike<number> }): number {
  try {
    return make().times.length;
  } catch (error) {
    // The reader of the scene reports it.
    if (error instanceof UserError) return 0;
    throw error;
  }
}
