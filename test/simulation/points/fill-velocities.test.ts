import { describe, expect, it } from 'vitest';
import { fromAttitude, rotate } from '../../../src/base/quaternion.js';
import { add, scale, type Vec3 } from '../../../src/base/vec3.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { emptyPulseList } from '../../../src/engine/cpu/pulse-lister.js';
import type { Leg } from '../../../src/platform/leg.js';
import type { SampledMotion } from '../../../src/scene/motion/sampled-motion.js';
import { velocityFiller } from '../../../src/simulation/points/fill-velocities.js';
import { NO_MOTION, NO_SURFACE } from '../../../src/simulation/points/scene-bodies.js';
import type { TracedPoints } from '../../../src/simulation/points/traced-points.js';
import { evenly, motionThrough, velocityFrom } from '../../support/movers.js';

const DEGREE = Math.PI / 180;
const FRAME: Vec3 = [400_000, 5_000_000, 100];
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
function velocitiesOf({ path = AT_ORIGIN, arm = [0, 0, 0], way, motion, body, time = 0, sceneTime = 0 }: Shot) {
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

describe('along a beam of a vehicle that turns', () => {
  const times = evenly(-1, 1, 401);
  const path: Leg['path'] = {
    kind: 'recorded',
    trajectory: {
      times: Float64Array.from(times),
      positions: Float64Array.from(times.flatMap((t) => add(FRAME, [0, 10 * t, 0]))),
      orientations: Float64Array.from(times.flatMap((t) => fromAttitude(-0.2 * t, 0, 0))),
    },
  };
  const beam = rotate(fromAttitude(30 * DEGREE, -2 * DEGREE, 0), [0, 1, 0]);
  const target = velocityFrom(add(FRAME, [0, 40, 0]), [3, -12, 0]);

  it.each<[name: string, arm: Vec3, motion: SampledMotion | undefined, expected: number]>([
    ['what stands comes closer', [0.5, 1, 1.8], undefined, -8.641589],
    ['likewise from its origin', [0, 0, 0], undefined, -8.654978],
    ['what comes towards it is faster', [0.5, 1, 1.8], target, -17.528477],
  ])('%s', (_, arm, motion, expected) => {
    const { radial, moving } = velocitiesOf({ path, arm, way: scale(beam, 25), motion });
    expect(radial).toBeCloseTo(expected, 5);
    expect(moving).toBe(motion ? 1 : 0);
  });
});

describe('of a wheel that rolls towards a sensor', () => {
  const RADIUS = 0.33;
  const SPEED = 15;
  const place = (t: number): Vec3 => add(FRAME, [0, 50 - SPEED * t, RADIUS]);
  const rolling = motionThrough(
    (t) => ({ place: place(t), axis: [1, 0, 0], turn: (SPEED / RADIUS) * t }),
    evenly(0, 0.1, 300),
  );

  it.each([
    ['top', 2 * RADIUS, -30],
    ['hub', RADIUS, -15],
    ['bottom', 0, 0],
  ])('its %s', (_, height, expected) => {
    // The beam is level at the height of the place that it meets.
    const { radial, velocity } = velocitiesOf({
      arm: [0, 0, height],
      way: [0, 50 - SPEED * 0.05, 0],
      motion: rolling,
      time: 0.02,
      sceneTime: 0.03,
    });
    expect(radial).toBeCloseTo(expected, 3);
    expect(velocity[1]).toBeCloseTo(expected, 3);
  });

  it('turns by 45.4545 rad/s', () => expect(SPEED / RADIUS).toBeCloseTo(45.4545, 4));
});

it('moves above 0.05 m/s', () => {
  const moving = (speed: number) => velocitiesOf({ way: [0, 9, 0], motion: velocityFrom(FRAME, [speed, 0, 0]) }).moving;
  expect([0, 0.0499, 0.0501, -1].map(moving)).toEqual([0, 0, 1, 1]);
});

it('is unknown of what no surface sent back', () => {
  expect(velocitiesOf({ way: [0, 9, 0], body: NO_SURFACE })).toEqual({
    radial: Number.NaN,
    velocity: [Number.NaN, Number.NaN, Number.NaN],
    moving: 0,
  });
});
