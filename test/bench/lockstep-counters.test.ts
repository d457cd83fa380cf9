import { expect, it } from 'vitest';
import { WALKS } from '../../src/engine/gpu/passes.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';
import { lockstepWorld, partOf } from './lockstep-worlds.js';

/** Largest deviation of the model: boxes, cones and doubt are f32 in the shader. */
const SHARE = 0.15;

it.skipIf(!sharedAdapter)(`shaders take the steps of the lockstep model${NEEDS_SOFTWARE_GPU}`, async () => {
  const [{ traceAll }, { countTraverse }] = await Promise.all(['kernels', 'counters'].map(partOf));
  const { world, rays, device } = await lockstepWorld('forest', 'airborne', 6);
  const { kernels } = traceAll(world, WALKS);
  const { doubt } = kernels.find(({ kernel }: { kernel: string }) => kernel === 'subray');
  for (const { kernel, visits } of kernels) {
    const counted = await countTraverse(sharedAdapter, device, rays, kernel);
    expect(counted.nodes, kernel).toBeGreaterThan(0.05);
    for (const name of ['nodes', 'triangles', 'subrays'])
      expect(Math.abs(counted[name] - visits[name]), `${kernel}, ${name}`).toBeLessThanOrEqual(SHARE * visits[name]);
    expect(Math.abs(counted.doubts - doubt.rays), kernel).toBeLessThanOrEqual(SHARE * doubt.rays);
  }
});
