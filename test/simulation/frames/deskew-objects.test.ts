import { expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import type { SampledMotion } from '../../../src/scene/motion/sampled-motion.js';
import { deskewObjects } from '../../../src/simulation/frames/deskew-objects.js';
import { NO_MOTION, NO_SURFACE } from '../../../src/simulation/points/scene-bodies.js';
import { evenly, motionThrough, velocityFrom } from '../../support/movers.js';

interface Hit {
  place: Vec3;
  time: number;
  body: number;
}

/** Where points are at a moment of the leg, which begins at `sceneTime`. */
function deskewed(hits: readonly Hit[], motions: SampledMotion[], { moment = 0, sceneTime = 0 } = {}): Vec3[] {
  const points = createPointBatch(hits.length);
  for (const [i, { place }] of hits.entries()) [points.x[i], points.y[i], points.z[i]] = place;
  const traced = {
    bodies: Int32Array.from(hits, ({ body }) => body),
    times: Float64Array.from(hits, ({ time }) => time),
  };
  const bodies = { motions, ofSurfaces: new Int32Array() };
  deskewObjects(points, traced, { bodies, sceneTime }, moment);
  return hits.map((_, i) => [points.x[i], points.y[i], points.z[i]]);
}

const near = (place: Vec3) => place.map((value) => expect.closeTo(value, 5));

it('gives a car that a turning beam has seen its own length back', () => {
  const car = velocityFrom([7.1, 0, 0], [0, 15, 0]);
  const [front, rear] = deskewed(
    [
      { place: [7.1, 2.542895, 0], time: 0.019526333, body: 0 },
      { place: [7.1, -1.815244, 0], time: 0.028983747, body: 0 },
    ],
    [car],
  );
  expect(front).toEqual(near([7.1, 2.25, 0]));
  expect(front[1] - rear[1]).toBeCloseTo(4.5, 5);
});

it('moves each body by its own motion, to any moment, and leaves what stands or is nothing', () => {
  const turning = motionThrough((t) => ({ place: [5, 0, 0], turn: t }), evenly(0, 2, 201));
  const hits: Hit[] = [
    { place: [6, 0, 3], time: 0.5, body: 1 },
    { place: [6, 0, 3], time: 0.5, body: 0 },
    { place: [6, 0, 3], time: 0.5, body: NO_MOTION },
    { place: [6, 0, 3], time: 0.5, body: NO_SURFACE },
  ];
  const found = deskewed(hits, [velocityFrom([0, 0, 0], [1, 2, 3]), turning], { moment: 0.2, sceneTime: 1 });
  expect(found[0]).toEqual(near([5 + Math.cos(0.3), -Math.sin(0.3), 3]));
  expect(found[1]).toEqual(near([5.7, -0.6, 2.1]));
  expect(found.slice(2)).toEqual([hits[2].place, hits[3].place]);
});
