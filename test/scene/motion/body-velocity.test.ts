import { expect, test } from 'vitest';
import { bodyVelocityAt } from '../../../src/scene/motion/body-velocity.js';
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
