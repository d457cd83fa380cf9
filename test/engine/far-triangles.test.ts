import { describe, expect, it } from 'vitest';
import { cross, dot, subtract, type Vec3 } from '../../src/base/vec3.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { sampleOf } from '../support/long-run.js';
import { deviceSceneOf, meshOf, random, sceneOf } from '../support/scenes.js';

const SEED = 41_007;
const PULSES = 200;
const SUBRAYS = 20;
/** Squares of two triangles along either side of a rough patch, and the width of one, metres. */
const SQUARES = 16;
const WIDTH = 0.02;
const ORIGIN: Vec3 = [Math.fround(0.31), Math.fround(-0.27), Math.fround(1.7)];

/** Corners of the triangles of a patch, rough by a tenth of a square, around a place; in f32. */
function patchAt(place: Vec3): Vec3[][] {
  const next = random(SEED);
  const heights = Array.from({ length: (SQUARES + 1) ** 2 }, () => (next() - 0.5) * 0.1 * WIDTH);
  const corner = (i: number, j: number): Vec3 =>
    [
      place[0] + heights[i * (SQUARES + 1) + j],
      place[1] + (i - SQUARES / 2) * WIDTH,
      place[2] + (j - SQUARES / 2) * WIDTH,
    ].map(Math.fround) as unknown as Vec3;
  return Array.from({ length: SQUARES ** 2 }, (_, k) => {
    const [i, j] = [Math.floor(k / SQUARES), k % SQUARES];
    const [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
    return [
      [a, b, c],
      [a, c, d],
    ];
  }).flat();
}

/** Pulses to places of the patch, their subrays within two squares of them. */
function raysTo(place: Vec3): Float32Array {
  const next = random(SEED + 1);
  const around = (x: number, width: number) => x + (next() - 0.5) * width;
  const rays: number[] = [];
  for (let pulse = 0; pulse < PULSES; pulse++) {
    const [y, z] = [around(place[1], SQUARES * WIDTH), around(place[2], SQUARES * WIDTH)];
    for (let k = 0; k < SUBRAYS; k++) {
      const to = subtract([place[0], around(y, 4 * WIDTH), around(z, 4 * WIDTH)], ORIGIN);
      const length = Math.hypot(...to);
      rays.push(...ORIGIN, ...to.map((x) => x / length));
    }
  }
  return Float32Array.from(rays);
}

/**
 * Distance inside a triangle at which a direction passes, as its least product with an edge's normal, in f64: exact but
 * for 10⁻¹⁵ of it.
 */
function inside(triangle: Vec3[], direction: Vec3): number {
  const corners = triangle.map((corner) => subtract(corner, ORIGIN));
  const sides = corners.map((corner, k) => dot(direction, cross(subtract(corner, corners[(k + 1) % 3]), corner)));
  return Math.max(Math.min(...sides), -Math.max(...sides));
}

describe('of triangles of two centimetres far away the one on the ray is hit, by f64', () => {
  it.each(sampleOf([5000, 300], 1))('at %i m', async (distance) => {
    const place: Vec3 = [distance, 0.4 * distance, 0.01 * distance];
    const triangles = patchAt(place);
    const scene = await deviceSceneOf(sceneOf([meshOf(triangles.flat(2))]));
    const tracer = new RayTracer(await loadKernelModule(), createRayMemory(scene, SUBRAYS, 1));
    const rays = raysTo(place);
    const hits = tracer.trace(rays);
    // Products of lengths of 10⁴ m and 10⁻² m, whose last digits f64 does not hold.
    const rounding = distance * WIDTH * 1e-12;
    const wrong: number[] = [];
    for (let k = 0; k < PULSES * SUBRAYS; k++) {
      const direction = [...rays.subarray(6 * k + 3, 6 * k + 6)] as unknown as Vec3;
      const depths = triangles.map((triangle) => inside(triangle, direction));
      const hit = hits.distance[k] < 0 ? -Infinity : depths[hits.triangle[k]];
      // It passes the triangle that is hit, and misses all if none is.
      if (hits.distance[k] < 0 ? Math.max(...depths) > rounding : hit < -rounding) wrong.push(k);
    }
    expect(wrong, `seed ${SEED}`).toEqual([]);
    expect(hits.count).toBeGreaterThan(PULSES * SUBRAYS * 0.8);
  });
});
