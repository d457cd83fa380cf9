import { describe, expect, it } from 'vitest';
import { compose, rotation, transformPoint, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { MOVER_BOX } from '../../src/bvh/mover-tree.js';
import { MovingBoxes } from '../../src/bvh/moving-boxes.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import { bodyAt, evenly, motionThrough, sceneWithMovers, standingAt, velocityFrom } from '../support/movers.js';
import { boxOf } from '../support/moving-surveys.js';
import { deviceSceneOf, meshOf } from '../support/scenes.js';

const HALF: Vec3 = [0.9, 2.25, 0.7];
const INNER = compose(translation([0.3, -1, 0.7]), rotation([0, 0, 1], 0.2));
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (k) => HALF.map((h, axis) => ((k >> axis) & 1 ? h : -h)) as unknown as Vec3,
);

const MOTIONS: Record<string, SampledMotion> = {
  'a straight line': velocityFrom([3, -7, 0], [30, -12, 1]),
  'a bend': motionThrough((t) => ({ place: [20 * Math.sin(t), -20 * Math.cos(t), 0], turn: t }), evenly(-3, 3, 360)),
  'knots 20° apart': motionThrough((t) => ({ place: [15 * t, 0, 0], turn: 4 * t }), evenly(-1, 1, 25)),
  'a wheel': motionThrough(
    (t) => ({ place: [5, 0, 1], axis: [0, 1, 0], turn: 20 * Math.PI * t }),
    evenly(0, 0.1, 361),
    {
      period: 0.1,
    },
  ),
  'a way that it goes over and over, but not at first': motionThrough(
    (t) => ({ place: [40 * t, 0, 0], turn: t }),
    evenly(0.05, 0.35, 31),
    { period: 0.3 },
  ),
  jumps: motionThrough((t) => ({ place: [90 * t, t, 0], turn: t }), evenly(0, 1, 21), {
    holds: new Uint8Array(21).fill(1),
  }),
};

async function boxesOf(motion: SampledMotion) {
  const scene = sceneWithMovers([meshOf(boxOf(HALF))], [{ mesh: 0, transform: INNER, motion }]);
  const { buffers, instanceCount, moverCount } = await deviceSceneOf(scene);
  return new MovingBoxes({ instances: buffers.instances, at: 0, instanceCount, moverCount });
}

describe('the box that a mover sweeps', () => {
  it.each(Object.entries(MOTIONS))('holds it all the time: %s', async (_, motion) => {
    const moving = await boxesOf(motion);
    const there = new Uint32Array(1);
    for (const length of [0, 0.001, 0.01, 0.07, 0.5])
      for (const first of [-2.1, -0.013, 0, 0.0499, 0.0951, 0.4321, 0.9999, 2.7]) {
        expect(moving.sweep(first, first + length, there)).toBe(1);
        const box = moving.boxes.slice(0, MOVER_BOX);
        const around = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
        for (const t of evenly(first, first + length, 200)) {
          const body = bodyAt(motion, t);
          for (const corner of CORNERS) {
            const place = transformPoint(compose(body!, INNER), corner);
            for (let axis = 0; axis < 3; axis++) {
              around[axis] = Math.min(around[axis], place[axis]);
              around[3 + axis] = Math.max(around[3 + axis], place[axis]);
            }
          }
        }
        for (let axis = 0; axis < 3; axis++) {
          expect(box[axis]).toBeLessThan(around[axis]);
          expect(box[3 + axis]).toBeGreaterThan(around[3 + axis]);
        }
        // And hardly more, while it turns by a few degrees.
        if (length <= 0.001) for (let k = 0; k < 6; k++) expect(Math.abs(box[k] - around[k])).toBeLessThan(0.01);
      }
  });

  it('is not there where the mover is hidden all the time', async () => {
    const motion = { ...standingAt([0, 0, 0]), visible: Uint8Array.of(0, 1) };
    const moving = await boxesOf(motion);
    const there = new Uint32Array(1);
    const windows = [
      [-5, -1],
      [0.2, 0.9],
      [0.9, 1.1],
      [3, 4],
    ];
    expect(windows.map(([first, last]) => moving.sweep(first, last, there))).toEqual([0, 0, 1, 1]);
  });
});
