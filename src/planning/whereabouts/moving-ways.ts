import { evenly } from '../../base/evenly.js';
import type { Vec3 } from '../../base/vec3.js';
import { bodyPoseAt, createBodyPose } from '../../scene/motion/motion-pose.js';
import type { SampledMotion } from '../../scene/motion/sampled-motion.js';
import type { Scene } from '../../scene/scene.js';

/** Ways that are drawn; of more bodies, those of some, evenly. */
const WAYS_MAX = 500;
/** Places of a way. */
const PLACES = 200;
/** Shorter ones are those of parts that turn where they are, metres. */
const LENGTH_MIN = 0.01;

/** The ways of bodies that move, world: places one after the other, as far as they are there. */
export const movingWays = ({ motions = [] }: Pick<Scene, 'motions'>): Vec3[][] =>
  evenly(motions, WAYS_MAX).flatMap(waysOf);

/** The stretches of the way of a body, from its first knot to its last one, on which it is seen. */
function waysOf(motion: SampledMotion): Vec3[][] {
  const { times } = motion;
  const [first, last] = [times[0], times[times.length - 1]];
  const pose = createBodyPose();
  const ways: Vec3[][] = [];
  let way: Vec3[] = [];
  // The last moment of a motion that repeats itself is its first one again.
  const steps = motion.period === undefined ? PLACES - 1 : PLACES;
  for (let k = 0; k < PLACES; k++) {
    bodyPoseAt(motion, first + ((last - first) * k) / steps, pose);
    if (pose.isVisible) way.push([pose.position[0], pose.position[1], pose.position[2]]);
    else if (way.length > 0) {
      ways.push(way);
      way = [];
    }
  }
  return [...ways, way].filter(isLong);
}

const isLong = (way: readonly Vec3[]): boolean =>
  way.some((place) => Math.hypot(...place.map((value, axis) => value - way[0][axis])) >= LENGTH_MIN);
