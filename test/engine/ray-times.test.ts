import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { createSceneMemory } from '../../src/engine/cpu/scene-memory.js';
import { SingleRays } from '../../src/engine/cpu/single-rays.js';
import { bruteForce } from '../support/movers.js';
import { everyMotion } from '../support/moving-surveys.js';
import { deviceSceneOf } from '../support/scenes.js';

const SCENE = everyMotion();
const TIMES = [0, 0.031, 0.0725, 0.31, 0.9, -0.2];
const COUNT = 720;

/** Level rays all round, from a place of the scene relative to its frame origin. */
function raysAround(): Float32Array {
  const rays = new Float32Array(6 * COUNT);
  const start = [0.2, 0.1, 1].map((value, axis) => value - SCENE.frameOrigin[axis]);
  for (let k = 0; k < COUNT; k++) {
    const angle = (2 * Math.PI * k) / COUNT;
    rays.set([...start, Math.cos(angle), Math.sin(angle), -0.01], 6 * k);
  }
  return rays;
}

/** The distance of the nearest hit of each ray, by brute force in f64; -1: none. */
function expectedAt(rays: Float32Array, time: number): number[] {
  return Array.from({ length: COUNT }, (_, k) => {
    const start = [0, 1, 2].map((axis) => rays[6 * k + axis] + SCENE.frameOrigin[axis]) as unknown as Vec3;
    const along = Array.from(rays.subarray(6 * k + 3, 6 * k + 6)) as unknown as Vec3;
    return bruteForce(SCENE, start, along, time)?.distance ?? -1;
  });
}

const farthest = (found: Float32Array, expected: number[]) =>
  Math.max(...expected.map((value, k) => Math.abs(found[k] - value)));

describe('rays without pulses', () => {
  it('see what moves at their time', async () => {
    const rays = raysAround();
    const tracer = new RayTracer(await loadKernelModule(), createRayMemory(await deviceSceneOf(SCENE), 1, 1));
    const seen = TIMES.map((time) => {
      const expected = expectedAt(rays, time);
      expect(farthest(tracer.trace(rays, time).distance, expected)).toBeLessThan(1e-4);
      return expected.join();
    });
    expect(new Set(seen).size).toBe(TIMES.length);
  });

  it('see it at times of their own', async () => {
    const rays = raysAround();
    const singles = new SingleRays(await loadKernelModule(), await createSceneMemory(await deviceSceneOf(SCENE)));
    const times = Float64Array.from({ length: COUNT }, (_, k) => TIMES[k % TIMES.length]);
    const each = TIMES.map((time) => expectedAt(rays, time));
    const expected = Array.from({ length: COUNT }, (_, k) => each[k % TIMES.length][k]);
    expect(farthest(singles.trace(rays, times).distance, expected)).toBeLessThan(1e-4);
    expect(farthest(singles.trace(rays).distance, each[0])).toBeLessThan(1e-4);
  });
});
