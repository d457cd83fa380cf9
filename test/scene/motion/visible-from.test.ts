import { expect, it } from 'vitest';
import { bodyPoseAt, visibleFrom } from '../../../src/scene/motion/motion-pose.js';
import { motionThrough } from '../../support/movers.js';

const motion = (visible: number[], period?: number) =>
  motionThrough((t) => ({ place: [t, 0, 0] }), [1, 2, 3, 4], {
    visible: Uint8Array.from(visible),
    ...(period && { period }),
  });

it.each<[visible: number[], period: number | undefined, time: number, expected: number]>([
  [[1, 1, 1, 1], undefined, 2.5, 2.5],
  [[1, 0, 0, 1], undefined, 2.5, 4],
  [[0, 1, 0, 0], undefined, 0, 2],
  // It never comes again.
  [[1, 0, 0, 0], undefined, 2.5, 2.5],
  [[0, 1, 0, 0], 3, 3.2, 5],
  [[1, 0, 1, 0], 3, 8.25, 9],
])('a body that is there as %o, with the period %s, is there from %f on at %f', (visible, period, time, expected) => {
  const found = visibleFrom(motion(visible, period), time);
  expect(found).toBeCloseTo(expected, 8);
  expect(bodyPoseAt(motion(visible, period), found).isVisible).toBe(expected > time || visible.every(Boolean));
});
