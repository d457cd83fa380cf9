import { describe, expect, it } from 'vitest';
import { scaling } from '../../src/base/affine.js';
import { cross, dot, subtract, type Vec3 } from '../../src/base/vec3.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { deviceSceneOf, meshOf, random, sceneOf } from '../support/scenes.js';

const SEED = 20_262;
const RAYS = 4000;
/** A metre above the square, in metres of the scene. */
const ORIGIN: Vec3 = [Math.fround(0.31), Math.fround(-0.27), 1];

/**
 * A square of two triangles, 2 m wide in the scene, in units of `unit` metres; lower than its corners by the rounding
 * of f32.
 */
const squareIn = (unit: number): Vec3[] =>
  [
    [-1, -1, 0.1],
    [1, -1, 0],
    [1, 1, 0.05],
    [-1, 1, 0],
  ].map((corner) => corner.map((x) => Math.fround(x / unit)) as unknown as Vec3);

/** Directions, in f32, to places within some units in the last place of the diagonal. */
function raysAlong([a, , c]: Vec3[], unit: number): Float32Array {
  const next = random(SEED);
  const rays: number[] = [];
  for (let k = 0; k < RAYS; k++) {
    const share = 0.05 + 0.9 * next();
    const place = a.map((x, axis) => (x + share * (c[axis] - x)) * unit);
    const to = place.map((x, axis) => x - ORIGIN[axis] + (next() - 0.5) * 6e-7);
    const length = Math.hypot(...to);
    rays.push(...ORIGIN, ...to.map((x) => x / length));
  }
  return Float32Array.from(rays);
}

describe('of two triangles that share an edge the one on the ray is hit, by f64', () => {
  it.each([1, 1e-3, 1e3])('in a mesh with a unit of %f m', async (unit) => {
    const corners = squareIn(unit);
    const [a, b, c, d] = corners;
    const mesh = meshOf([a, b, c, a, c, d].flat());
    // The second instance keeps the first one from being everything.
    const scene = sceneOf([mesh], { placed: [{ mesh: 0, transform: scaling([unit, unit, unit]) }] });
    const tracer = new RayTracer(await loadKernelModule(), createRayMemory(await deviceSceneOf(scene), 1, 1));
    const rays = raysAlong(corners, unit);
    const { triangle, distance } = tracer.trace(rays);
    const scale = Math.fround(1 / unit);
    const origin = ORIGIN.map((x) => Math.fround(x * scale)) as unknown as Vec3;
    const wrong = Array.from({ length: RAYS }, (_, k) => k).filter((k) => {
      const direction = [3, 4, 5].map((at) => Math.fround(rays[6 * k + at] * scale)) as unknown as Vec3;
      const [from, to] = [subtract(a, origin), subtract(c, origin)];
      const side = dot(direction, cross(from, to));
      // The first triangle lies on the right of the diagonal.
      const expected = side > 0 ? 0 : 1;
      return distance[k] < 0 || (Math.abs(side) > 1e-12 / unit ** 2 && triangle[k] !== expected);
    });
    expect(wrong, `seed ${SEED}`).toEqual([]);
    expect(new Set(triangle)).toEqual(new Set([0, 1]));
  });
});
