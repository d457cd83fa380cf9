import { invariant } from '../../base/errors.js';
import { emptyRigid } from '../../base/rigid.js';
import { add, dot, length, scale, subtract, type Vec3 } from '../../base/vec3.js';
import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { Leg } from '../../platform/leg.js';
import { createPoseReader } from '../../platform/pose-at.js';
import { AT_REST, createVelocityReader, velocityOfPoint } from '../../platform/velocity-at.js';
import { bodyVelocityAt } from '../../scene/motion/body-velocity.js';
import { bodyPoseAt, createBodyPose } from '../../scene/motion/motion-pose.js';
import { NO_MOTION, NO_SURFACE, type SceneBodies } from './scene-bodies.js';
import { velocityOfShape } from './shape-velocity.js';
import type { TracedPoints } from './traced-points.js';

/** Speed of a surface, m/s, above which its points are marked as moving: what comes to rest creeps for a while. */
const MOVING_SPEED = 0.05;

/** What velocities of a leg's points follow from. */
export interface VelocityLeg {
  path: Leg['path'];
  /** The scene's clock when its first pulse leaves, seconds. */
  sceneTime: number;
  /** World coordinates of the origin of the pulses. */
  frameOrigin: Vec3;
  bodies: SceneBodies;
}

/** What is filled in: velocities of surfaces and whether they move, and those along the beam. */
interface VelocityChoice {
  surfaces: boolean;
  radial: boolean;
}

/**
 * Creates what fills in the velocities of traced points that know their bodies: of the surface at the place of the
 * point, when its pulse leaves (v + ω × r of its body, 0 of what stands, and that of shapes that change), and along the
 * beam. The latter is the speed
 * at which the range grows, d̂ · (v − v_sensor), with the direction d̂ from the beam's exit to the point and the true
 * motion of the exit with its platform; it needs `listPulses`. NaN where no surface sent the point back. Precondition:
 * points lie where the instrument was, in the world of the scene.
 */
export function velocityFiller(leg: VelocityLeg, { surfaces, radial }: VelocityChoice): (traced: TracedPoints) => void {
  const platformVelocity = platformReader(leg.path);
  const surfaceVelocity = surfaceReader(leg, platformVelocity);
  return (traced) => {
    const { points, times, bodies } = traced;
    invariant(bodies, 'points whose velocities are asked for know their bodies');
    const columns = surfaces && {
      velocity: optionalArray(points, 'velocity'),
      moving: optionalArray(points, 'moving'),
    };
    const along = radial && { out: optionalArray(points, 'radialVelocity'), exitOf: exitsOf(traced, leg) };
    for (let i = 0; i < points.count; i++) {
      const place = placeOf(points, i);
      const velocity = surfaceVelocity(bodies[i], times[i], place);
      if (columns) {
        columns.velocity.set(velocity, 3 * i);
        columns.moving[i] = length(velocity) > MOVING_SPEED ? 1 : 0;
      }
      if (!along) continue;
      const exit = along.exitOf(i);
      const way = subtract(place, exit);
      along.out[i] = dot(scale(way, 1 / length(way)), subtract(velocity, platformVelocity(times[i], exit)));
    }
  };
}

const placeOf = ({ x, y, z }: PointBatch, i: number): Vec3 => [x[i], y[i], z[i]];

/** The place in the world where the beam of a point leaves. */
function exitsOf({ listPulses, pulses, first }: TracedPoints, { frameOrigin }: VelocityLeg): (i: number) => Vec3 {
  invariant(listPulses, 'radial velocities are of listed pulses');
  const { origins }: PulseList = listPulses();
  return (i) => {
    const at = 3 * (pulses[i] - first);
    return add(frameOrigin, [origins[at], origins[at + 1], origins[at + 2]]);
  };
}

const UNKNOWN: Vec3 = [Number.NaN, Number.NaN, Number.NaN];

/** Velocity of a place of the platform at a time of the leg. */
type PlatformVelocity = (time: number, place: Vec3) => Vec3;

/**
 * Velocity of the surface of a motion at a place, when a pulse leaves at a time of the leg. That of the platform is
 * exactly the one of the exit.
 */
function surfaceReader({ bodies, sceneTime }: VelocityLeg, platformVelocity: PlatformVelocity) {
  const { motions, bent = [] } = bodies;
  const firstBent = motions.length - bent.length;
  let known = NO_MOTION;
  let then = Number.NaN;
  let velocity = AT_REST;
  const pose = createBodyPose();
  return (body: number, time: number, place: Vec3): Vec3 => {
    if (body === NO_SURFACE) return UNKNOWN;
    if (body === NO_MOTION) return AT_REST.linear;
    const piece = bent[body - firstBent];
    if (motions[body].isPlatform && piece === undefined) return platformVelocity(time, place);
    if (body !== known || time !== then) {
      const motion = motions[body];
      velocity = bodyVelocityAt(motion, sceneTime + time);
      bodyPoseAt(motion, sceneTime + time, pose);
      known = body;
      then = time;
    }
    const carried = motions[body].isPlatform
      ? platformVelocity(time, place)
      : velocityOfPoint(velocity, subtract(place, pose.position));
    if (piece === undefined) return carried;
    return add(carried, velocityOfShape(piece, motions[body], { time: sceneTime + time, place, pose }));
  };
}

/** Velocity of a place on the platform, such as where a beam leaves, at a time of the leg: its turn included. */
function platformReader(path: Leg['path']): PlatformVelocity {
  const velocityAt = createVelocityReader(path);
  const poseAt = createPoseReader(path);
  let then = Number.NaN;
  let velocity = AT_REST;
  const pose = emptyRigid();
  return (time, place) => {
    if (time !== then) {
      velocity = velocityAt(time);
      poseAt(time, pose);
      then = time;
    }
    return velocityOfPoint(velocity, subtract(place, pose.position));
  };
}
