import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';

/**
 * `adapter`, whose devices compile before they return: while Dawn in Node waits for anything, it asks again and again and takes
 * a core for itself, as long as SwiftShader takes to compile.
 */
export function compileAtOnce(adapter: GpuAdapter): GpuAdapter {
  return {
    ...adapter,
    requestDevice: async () => {
      const device = await adapter.requestDevice();
      const createComputePipelineAsync = async (descriptor: GPUComputePipelineDescriptor) => {
        device.pushErrorScope('validation');
        const pipeline = device.createComputePipeline(descriptor);
        const fault = await device.popErrorScope();
        if (fault) throw new Error(fault.message);
        return pipeline;
      };
      return Object.assign(device, { createComputePipelineAsync });
    },
  };
}
