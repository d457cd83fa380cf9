import { invariant } from '../../base/errors.js';
import type { VectorOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import { optionalArray } from '../../cloud/point-batch.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { Leg } from '../../platform/leg.js';
import { createPoseReader } from '../../platform/pose-at.js';
import { AT_REST, createVelocityReader, velocityOfPoint } from '../../platform/velocity-at.js';
import { createPlaceVelocity, type PlaceVelocity } from '../../scene/motion/body-velocity.js';
import { bodyPoseAt, createBodyPose } from '../../scene/motion/motion-pose.js';
import { NO_MOTION, type SceneBodies } from './scene-bodies.js';
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
  const [place, velocity, exit, own]: VectorOut[] = [ZERO(), ZERO(), ZERO(), ZERO()];
  return (traced) => {
    const { points, times, bodies } = traced;
    invariant(bodies, 'points whose velocities are asked for know their bodies');
    const columns = surfaces && {
      velocity: optionalArray(points, 'velocity'),
      moving: optionalArray(points, 'moving'),
    };
    const along = radial && { out: optionalArray(points, 'radialVelocity'), exitOf: exitsOf(traced, leg) };
    for (let i = 0; i < points.count; i++) {
      place[0] = points.x[i];
      place[1] = points.y[i];
      place[2] = points.z[i];
      surfaceVelocity(bodies[i], times[i], place, velocity);
      if (columns) {
        for (let axis = 0; axis < 3; axis++) columns.velocity[3 * i + axis] = velocity[axis];
        columns.moving[i] = speedOf(velocity) > MOVING_SPEED ? 1 : 0;
      }
      if (!along) continue;
      along.exitOf(i, exit);
      platformVelocity(times[i], exit, own);
      along.out[i] = recession(place, exit, velocity, own);
    }
  };
}

/** Here, since a function of another bundle is looked up at each call. */
const speedOf = (v: Vec3): number => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

const ZERO = (): VectorOut => [0, 0, 0];

function setAll(out: VectorOut, value: number): void {
  out[0] = value;
  out[1] = value;
  out[2] = value;
}

/** The speed at which the range from an exit to a place grows, by their velocities. */
function recession(place: Vec3, exit: Vec3, velocity: Vec3, own: Vec3): number {
  const [x, y, z] = [place[0] - exit[0], place[1] - exit[1], place[2] - exit[2]];
  const share = 1 / Math.sqrt(x * x + y * y + z * z);
  return x * share * (velocity[0] - own[0]) + y * share * (velocity[1] - own[1]) + z * share * (velocity[2] - own[2]);
}

/** Writes the place in the world where the beam of a point leaves. */
function exitsOf({ listPulses, pulses, first }: TracedPoints, { frameOrigin }: VelocityLeg) {
  invariant(listPulses, 'radial velocities are of listed pulses');
  const { origins }: PulseList = listPulses();
  return (i: number, out: VectorOut): void => {
    const at = 3 * (pulses[i] - first);
    for (let axis = 0; axis < 3; axis++) out[axis] = frameOrigin[axis] + origins[at + axis];
  };
}

/**
 * Velocity of the surface of a motion at a place, when a pulse leaves at a time of the leg. That of the platform is
 * exactly the one of the exit.
 */
function surfaceReader({ bodies: { motions, bent = [] }, sceneTime }: VelocityLeg, platformVelocity: PlaceVelocity) {
  const firstBent = motions.length - bent.length;
  const pose = createBodyPose();
  const readers: PlaceVelocity[] = [];
  return (body: number, time: number, place: Vec3, out: VectorOut): void => {
    if (body < 0) setAll(out, body === NO_MOTION ? 0 : Number.NaN);
    else if (motions[body].isPlatform) platformVelocity(time, place, out);
    else {
      readers[body] ??= createPlaceVelocity(motions[body]);
      readers[body](sceneTime + time, place, out);
    }
    const piece = bent[body - firstBent];
    if (piece === undefined) return;
    const moment = sceneTime + time;
    bodyPoseAt(motions[body], moment, pose);
    const [x, y, z] = place;
    const own = velocityOfShape(piece, motions[body], { time: moment, place: [x, y, z], pose });
    for (let k = 0; k < 3; k++) out[k] += own[k];
  };
}

/** Velocity of a place on the platform, such as where a beam leaves, at a time of the leg: its turn included. */
function platformReader(path: Leg['path']): PlaceVelocity {
  const velocityAt = createVelocityReader(path);
  const poseAt = createPoseReader(path);
  let then = Number.NaN;
  let velocity = AT_REST;
  const pose = emptyRigid();
  const arm = ZERO();
  return (time, place, out) => {
    if (time !== then) {
      velocity = velocityAt(time);
      poseAt(time, pose);
      then = time;
    }
    for (let axis = 0; axis < 3; axis++) arm[axis] = place[axis] - pose.position[axis];
    velocityOfPoint(velocity, arm, out);
  };
}
