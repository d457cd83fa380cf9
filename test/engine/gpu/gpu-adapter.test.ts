import { describe, expect, it } from 'vitest';
import { findAdapter } from '../../../src/engine/gpu/gpu-adapter.js';

const LIMITS = {
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
  maxStorageBuffersPerShaderStage: 8,
  maxComputeWorkgroupsPerDimension: 65535,
};

const SILENT = { vendor: '', architecture: '', device: '', description: '', isFallbackAdapter: false };
type Info = typeof SILENT;

const H200: Info = {
  ...SILENT,
  vendor: 'nvidia',
  architecture: 'hopper',
  device: 'nvidia-h200',
  description: 'NVIDIA: 570.86',
};
const LLVMPIPE: Info = { ...SILENT, vendor: 'mesa', device: 'llvmpipe-llvm-15-0-7-256-bits', description: 'llvmpipe' };

/** WebGPU of a machine that has these adapters; the first is the default. */
function gpuOf(...infos: Info[]): GPU {
  const requestAdapter = async ({ forceFallbackAdapter }: GPURequestAdapterOptions = {}) => {
    const info = infos.find(({ isFallbackAdapter }) => isFallbackAdapter || !forceFallbackAdapter);
    return info ? { info, limits: LIMITS, features: new Set() } : null;
  };
  return { requestAdapter } as unknown as GPU;
}

async function nameOf(info: Partial<Info>): Promise<string> {
  const found = await findAdapter(gpuOf({ ...SILENT, ...info }), 'auto');
  return 'name' in found ? found.name : found.reason;
}

describe('findAdapter', () => {
  it('gives a real GPU and no other, unless another is asked for', async () => {
    const both = gpuOf(H200, { ...LLVMPIPE, isFallbackAdapter: true });
    expect(await findAdapter(both, 'hardware')).toMatchObject({
      name: 'NVIDIA H200',
      software: false,
      timestamps: false,
    });
    expect(await findAdapter(both, 'software')).toMatchObject({ software: true });
    expect(await findAdapter(both, 'auto')).toMatchObject({ software: false });
  });

  it('says what is missing', async () => {
    expect(await findAdapter(gpuOf(), 'hardware')).toEqual({ reason: 'WebGPU finds no adapter' });
    expect(await findAdapter(gpuOf(H200), 'software')).toEqual({ reason: "'NVIDIA H200' is not a software adapter" });
    const { softwareOnly, reason } = (await findAdapter(gpuOf(LLVMPIPE), 'hardware')) as never;
    expect(softwareOnly).toBe(true);
    expect(reason).toMatch(/^'Llvmpipe .*' is a software adapter$/);
  });

  it.each([
    ['Dawn on NVIDIA', H200, 'NVIDIA H200'],
    ['Dawn on Apple', { vendor: 'apple', device: 'apple-m1-max', description: 'Metal driver' }, 'Apple M1 Max'],
    ['SwiftShader', { architecture: 'swiftshader', device: 'swiftshader-device-subzero-' }, 'SwiftShader'],
    [
      'a page that is told all',
      { device: '0x2206', description: 'NVIDIA GeForce RTX 3080' },
      'NVIDIA GeForce RTX 3080',
    ],
    ['a page that is told little', { vendor: 'intel', architecture: 'gen-12lp' }, 'Intel Gen 12LP'],
    ['a page that is told nothing', {}, 'unnamed GPU'],
  ])('names %s', async (_, info, name) => {
    expect(await nameOf(info)).toBe(name);
  });
});
