import { expect, it } from 'vitest';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';
import { lockstepWorld, partOf } from './lockstep-worlds.js';

/** What the model may be off by: boxes and doubt are f32 in the shader. */
const SHARE = 0.15;

it.skipIf(!sharedAdapter)(`the shader takes the steps of the lockstep model${NEEDS_SOFTWARE_GPU}`, async () => {
  const [{ traceAll }, { countTraverse }] = await Promise.all(['kernels', 'counters'].map(partOf));
  const { world, rays, device } = await lockstepWorld('forest', 'airborne', 6);
  const { kernels } = traceAll(world, ['subray']);
  const [{ visits, doubt }] = kernels;
  const counted = await countTraverse(sharedAdapter, device, rays);
  expect(counted.nodes).toBeGreaterThan(1);
  expect(Math.abs(counted.nodes / visits.nodes - 1)).toBeLessThan(SHARE);
  expect(Math.abs(counted.triangles / visits.triangles - 1)).toBeLessThan(SHARE);
  expect(Math.abs(counted.doubts / doubt.rays - 1)).toBeLessThan(SHARE);
});
