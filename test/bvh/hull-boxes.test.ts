import { expect, it } from 'vitest';
import type { Affine } from '../../src/base/affine.js';
import { rotation, transformPoint } from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import { buildMesh } from '../../src/bvh/build-mesh.js';
import { HULL_BOX, hullBoxes } from '../../src/bvh/hull-boxes.js';
import { instanceBoxes } from '../../src/bvh/instance-boxes.js';
import { checkSame } from '../support/quick-checks.js';
import { meshOf, sphere } from '../support/scenes.js';

const BALL = meshOf(sphere(1, 24));

it.each([1, 4, 16, 256])('a hull of %i boxes at most holds every corner of a mesh', (most) => {
  const hull = hullBoxes(buildMesh(BALL), most);
  expect(hull.length / HULL_BOX).toBeLessThanOrEqual(Math.max(4, most));
  const { positions } = BALL;
  for (let corner = 0; corner < positions.length; corner += 3) {
    const inside = (at: number) =>
      [0, 1, 2].every((axis) => Math.abs(positions[corner + axis] - hull[at + axis]) <= hull[at + 3 + axis] + 1e-12);
    let held = false;
    for (let at = 0; at < hull.length; at += HULL_BOX) held ||= inside(at);
    checkSame(held, true, `corner ${corner / 3}`);
  }
});

it('the box of a turned ball holds it, and is hardly wider', () => {
  const toFrame: Affine = rotation([0, 0, 1], Math.PI / 4);
  const widthOf = (hull: Float64Array) => {
    const { positions: box } = finish(instanceBoxes(1, () => ({ hull, toFrame })));
    for (let corner = 0; corner < BALL.positions.length; corner += 3) {
      const [px, py, pz] = BALL.positions.slice(corner, corner + 3);
      const [x, y, z] = transformPoint(toFrame, [px, py, pz]);
      const isHeld = x >= box[0] && x <= box[3] && y >= box[1] && y <= box[4] && z >= box[2] && z <= box[5];
      checkSame(isHeld, true, `corner ${corner / 3}`);
    }
    return box[3] - box[0];
  };
  const ownBox = Float64Array.of(0, 0, 0, 1, 1, 1);
  expect(widthOf(ownBox)).toBeCloseTo(2 * Math.SQRT2, 6);
  expect(widthOf(hullBoxes(buildMesh(BALL), 128))).toBeLessThan(2.45);
});
