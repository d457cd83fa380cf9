import { describe, expect, it } from 'vitest';
import { findAdapter, type GpuAdapter } from '../../../src/engine/gpu/gpu-adapter.js';

const LIMITS = {
  maxStorageBufferBindingSize: 2 ** 30,
  maxBufferSize: 2 ** 31,
  maxStorageBuffersPerShaderStage: 12,
  maxComputeWorkgroupsPerDimension: 100_000,
};

/** WebGPU of a machine whose adapters, in turn, have these; it records its requests. */
function fakeGpu(...adapters: { timestamps?: boolean; limits?: Partial<typeof LIMITS> }[]) {
  const requests: unknown[] = [];
  const devices: GPUDeviceDescriptor[] = [];
  const gpu = {
    requestAdapter: async (options: unknown) => {
      const adapter = adapters[requests.length];
      requests.push(options);
      return (
        adapter && {
          info: { vendor: 'maker', architecture: 'kind', device: '', description: '' },
          limits: { ...LIMITS, ...adapter.limits },
          features: new Set(adapter.timestamps ? ['timestamp-query'] : []),
          requestDevice: async (descriptor: GPUDeviceDescriptor) => {
            devices.push(descriptor);
            return { number: devices.length };
          },
        }
      );
    },
  } as unknown as GPU;
  return { gpu, requests, devices };
}

const first = async (gpu: GPU) => (await findAdapter(gpu, 'hardware')) as GpuAdapter;

describe('a device', () => {
  it('is asked for with all that its adapter has of what the engine counts on', async () => {
    const { gpu, devices } = fakeGpu({ timestamps: true });
    const { requestDevice, limits } = await first(gpu);
    await requestDevice();
    expect(devices[0]).toEqual({ requiredFeatures: ['timestamp-query'], requiredLimits: LIMITS });
    expect(limits).toEqual({
      bindingBytes: LIMITS.maxStorageBufferBindingSize,
      bufferBytes: LIMITS.maxBufferSize,
      storageBuffers: LIMITS.maxStorageBuffersPerShaderStage,
      workgroups: LIMITS.maxComputeWorkgroupsPerDimension,
    });
  });

  it('is asked for without timestamps where there are none', async () => {
    const { gpu, devices } = fakeGpu({});
    const { requestDevice, timestamps } = await first(gpu);
    await requestDevice();
    expect([timestamps, devices[0].requiredFeatures]).toEqual([false, []]);
  });

  it('comes from an adapter requested in the same words after the first, and must have the features of that', async () => {
    const { gpu, requests, devices } = fakeGpu({}, { limits: { maxBufferSize: 1 } }, {});
    const { requestDevice } = await first(gpu);
    await requestDevice();
    await requestDevice();
    await requestDevice();
    expect(requests).toEqual(Array(3).fill({ powerPreference: 'high-performance' }));
    expect(devices.map(({ requiredLimits }) => requiredLimits)).toEqual(Array(3).fill(LIMITS));
  });

  it('cannot be had where the adapter is gone', async () => {
    const { requestDevice } = await first(fakeGpu({}).gpu);
    await requestDevice();
    await expect(requestDevice()).rejects.toThrow('the adapter is gone');
  });
});
