import '../support/cheap-passes.js';

import { beforeAll, describe, expect, it } from 'vitest';
import { resizedWorkgroups, WORKGROUP_SIZES } from '../../src/bench/resized-workgroups.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { areSame, legOf, openEngine, SUBRAYS, type Traced, traceAll } from '../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';

/** Not a whole number of workgroups of any size, nor of blocks. */
const PULSES = 1601;

async function traced(adapter: GpuAdapter): Promise<Traced> {
  // All pulses are one chunk.
  const engine = await openEngine(adapter, { chunkSubraysMax: 2 * PULSES * SUBRAYS });
  try {
    return await traceAll(engine, legOf(PULSES));
  } finally {
    await engine.close();
  }
}

/** `adapter`; the names of its passes and the sizes of their workgroups go to `sizes`. */
function watched(adapter: GpuAdapter, sizes: Set<string>): GpuAdapter {
  const requestDevice = async () => {
    const device = await adapter.requestDevice();
    return new Proxy(device, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'createShaderModule') return member.bind(target);
        return (descriptor: GPUShaderModuleDescriptor) => {
          sizes.add(`${descriptor.label} ${/^const WORKGROUP: u32 = (\d+)u;$/m.exec(descriptor.code)?.[1]}`);
          return target.createShaderModule(descriptor);
        };
      },
    });
  };
  return { ...adapter, requestDevice };
}

describe.skipIf(!sharedAdapter)(`workgroups of another size${NEEDS_SOFTWARE_GPU}`, () => {
  let usual: Traced;
  beforeAll(async () => {
    usual = await traced(sharedAdapter!);
  });

  it.each(WORKGROUP_SIZES)('give the same points with %i invocations', async (size) => {
    const sizes = new Set<string>();
    const { words } = await traced(resizedWorkgroups(watched(sharedAdapter!, sizes), size));
    expect(words.length).toBeGreaterThan(PULSES);
    expect(areSame(words, usual.words)).toBe(true);
    expect([...sizes]).toEqual(expect.arrayContaining([`traverseBundles ${size}`, `echo ${size}`, 'placeInBlock 64']));
  });

  it('allow as many invocations as the adapter has workgroups for', () => {
    const { limits } = sharedAdapter!;
    expect(resizedWorkgroups(sharedAdapter!, 32).limits.workgroups).toBe(Math.floor(limits.workgroups / 2));
    expect(resizedWorkgroups(sharedAdapter!, 128).limits).toEqual({ ...limits, workgroups: limits.workgroups * 2 });
  });
});
