import { expect, it } from 'vitest';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { LEVELS_MAX } from '../../src/engine/gpu/gpu-scene.js';
import { combOf, raysInto } from '../support/comb.js';
import { SUBRAYS } from '../support/gpu-engine.js';

const SEED = 126;
const RAYS = 3000;

// The same on the GPU: test/engine/gpu/limits.test.ts.
it.each([LEVELS_MAX - 1, 300])('the CPU engine traverses a comb of %d levels', async (levels) => {
  const comb = await combOf(levels);
  const directions = raysInto(comb, RAYS, SEED);
  const rays = new Float32Array(6 * RAYS);
  for (let k = 0; k < RAYS; k++) rays.set(directions.subarray(3 * k, 3 * k + 3), 6 * k + 3);
  const tracer = new RayTracer(await loadKernelModule(), createRayMemory(comb.scene, SUBRAYS, 1));
  const { distance, triangle } = tracer.trace(rays);
  const found = Array.from(distance, (d, k) => (d >= 0 ? triangle[k] : undefined));
  const expected = Array.from({ length: RAYS }, (_, k) => {
    const [x, y, z] = directions.subarray(3 * k, 3 * k + 3);
    return comb.meets([x, y, z]);
  });
  expect(found, `seed ${SEED}`).toEqual(expected);
  expect(new Set(found).size, 'triangles at all depths are met').toBeGreaterThan(levels / 4);
});
