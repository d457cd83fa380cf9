import { expect, test } from 'vitest';
import type { VectorOut } from '../../../src/base/quaternion.js';
import { RandomStream } from '../../../src/base/random-stream.js';
import { subtract, type Vec3 } from '../../../src/base/vec3.js';
import { velocityOfPoint } from '../../../src/platform/velocity-at.js';
import { bodyVelocityAt, createPlaceVelocity } from '../../../src/scene/motion/body-velocity.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import type { SampledMotion } from '../../../src/scene/motion/sampled-motion.js';

/** A body that moves 10 m along x in each of two seconds. */
const motion = (more: Partial<SampledMotion> = {}): SampledMotion => ({
  times: Float64Array.from([1, 2, 3]),
  positions: Float64Array.from([0, 0, 0, 10, 0, 0, 20, 0, 0]),
  orientations: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  ...more,
});

const speedsAt = (body: SampledMotion, ...times: number[]) => times.map((time) => bodyVelocityAt(body, time).linear[0]);

test('is that between knots, and nothing before and after them', () => {
  expect(speedsAt(motion(), 0.5, 1, 1.5, 2.5, 3, 4)).toEqual([0, 10, 10, 10, 0, 0]);
});

test('goes on where a motion repeats itself', () => {
  expect(speedsAt(motion({ period: 2 }), 0.5, 3.5, 101.5)).toEqual([0, 10, 10]);
});

test('is nothing where a body keeps its pose, or is not there', () => {
  expect(speedsAt(motion({ holds: Uint8Array.from([1, 0, 0]) }), 1.5, 2.5)).toEqual([0, 10]);
  expect(speedsAt(motion({ visible: Uint8Array.from([1, 0, 1]) }), 1.5, 2.5)).toEqual([10, 0]);
});

test('is v + ω × r at places, to the last bit, whatever the order of times', () => {
  const random = new RandomStream(20261130, 'places');
  const turn = (angle: number) => [0, Math.sin(angle / 2) * 0.6, Math.sin(angle / 2) * 0.8, Math.cos(angle / 2)];
  const body = motion({
    times: Float64Array.from([1, 1.5, 2, 3, 4]),
    positions: Float64Array.from([0, 0, 0, 1, 0.001, 0, 2, 0.003, 0, 4, 0, 7, 4, 0, 7]),
    orientations: Float64Array.from([0, 0.01, 0.02, 0.05, 0.3].flatMap(turn)),
    holds: Uint8Array.from([0, 0, 0, 1, 0]),
    period: 3,
  });
  const velocityOf = createPlaceVelocity(body);
  const found: VectorOut = [0, 0, 0];
  let moving = 0;
  for (let k = 0; k < 400; k++) {
    const time = random.range(0.5, 9);
    const place: Vec3 = [random.range(-5, 5), random.range(-5, 5), random.range(-5, 5)];
    velocityOf(time, place, found);
    const wanted = velocityOfPoint(bodyVelocityAt(body, time), subtract(place, bodyPoseAt(body, time).position));
    expect(found).toEqual(wanted);
    if (found[0] !== 0) moving++;
  }
  expect(moving).toBeGreaterThan(200);
});
