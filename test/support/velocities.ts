import { fromAttitude, rotate } from '../../src/base/quaternion.js';
import { add, scale, type Vec3 } from '../../src/base/vec3.js';
import { createPointBatch } from '../../src/cloud/point-batch.js';
import { emptyPulseList } from '../../src/engine/cpu/pulse-lister.js';
import type { Leg } from '../../src/platform/leg.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import { velocityFiller } from '../../src/simulation/points/fill-velocities.js';
import { NO_MOTION } from '../../src/simulation/points/scene-bodies.js';
import type { TracedPoints } from '../../src/simulation/points/traced-points.js';
import { evenly, motionThrough, velocityFrom } from './movers.js';

const DEGREE = Math.PI / 180;
/** Where platforms are. */
export const FRAME: Vec3 = [400_000, 5_000_000, 100];
const AT_ORIGIN: Leg['path'] = { kind: 'station', position: FRAME, attitude: { heading: 0, pitch: 0, roll: 0 } };

interface Shot {
  path?: Leg['path'];
  /** From the origin of the platform. */
  arm?: Vec3;
  /** From the exit to the point. */
  way: Vec3;
  body?: number;
  motion?: SampledMotion;
  time?: number;
  sceneTime?: number;
}

/** The velocities of the point of one pulse. */
export function velocitiesOf({ path = AT_ORIGIN, arm = [0, 0, 0], way, motion, body, time = 0, sceneTime = 0 }: Shot) {
  const points = createPointBatch(1);
  const [x, y, z] = add(FRAME, add(arm, way));
  Object.assign(points, { x: Float64Array.of(x), y: Float64Array.of(y), z: Float64Array.of(z) });
  const list = { ...emptyPulseList(1), origins: Float64Array.from(arm) };
  const traced = {
    points,
    first: 9,
    end: 10,
    pulses: Uint32Array.of(9),
    times: Float64Array.of(time),
    bodies: Int32Array.of(body ?? (motion ? 0 : NO_MOTION)),
    listPulses: () => list,
  } as unknown as TracedPoints;
  const bodies = { motions: motion ? [motion] : [], ofSurfaces: new Int32Array() };
  velocityFiller({ path, sceneTime, frameOrigin: FRAME, bodies }, { surfaces: true, radial: true })(traced);
  const { radialVelocity, velocity, moving } = traced.points;
  return { radial: radialVelocity?.[0], velocity: [...(velocity ?? [])], moving: moving?.[0] };
}

/** A vehicle at 10 m/s along y that turns by 0.2 rad/s, counterclockwise. */
const TIMES = evenly(-1, 1, 401);
const TURNING: Leg['path'] = {
  kind: 'recorded',
  trajectory: {
    times: Float64Array.from(TIMES),
    positions: Float64Array.from(TIMES.flatMap((t) => add(FRAME, [0, 10 * t, 0]))),
    orientations: Float64Array.from(TIMES.flatMap((t) => fromAttitude(-0.2 * t, 0, 0))),
  },
};
const BEAM = rotate(fromAttitude(30 * DEGREE, -2 * DEGREE, 0), [0, 1, 0]);
const ONCOMING = velocityFrom(add(FRAME, [0, 40, 0]), [3, -12, 0]);

/** What a beam of that vehicle meets, from a sensor at `arm`. */
export const fromTurningVehicle = (arm: Vec3, meets: 'standing' | 'oncoming') =>
  velocitiesOf({ path: TURNING, arm, way: scale(BEAM, 25), motion: meets === 'oncoming' ? ONCOMING : undefined });

const RADIUS = 0.33;
const SPEED = 15;
const ROLLING = motionThrough(
  (t) => ({ place: add(FRAME, [0, 50 - SPEED * t, RADIUS]), axis: [1, 0, 0], turn: (SPEED / RADIUS) * t }),
  evenly(0, 0.1, 300),
);

/** A wheel of 0.33 m that rolls at 15 m/s towards a sensor, met by a level beam at a share of its height. */
export const ofRollingWheel = (share: number) =>
  velocitiesOf({
    arm: [0, 0, 2 * RADIUS * share],
    way: [0, 50 - SPEED * 0.05, 0],
    motion: ROLLING,
    time: 0.02,
    sceneTime: 0.03,
  });
