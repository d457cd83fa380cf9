import { WORKGROUP } from '../device/records.generated.js';
import type { GpuAdapter } from '../engine/gpu/gpu-adapter.js';

/** The sizes of workgroups that the benchmark tries: powers of two that every WebGPU adapter runs. */
export const WORKGROUP_SIZES = [32, 64, 128, 256] as const;

/**
 * `adapter`, on whose devices the passes run in workgroups of `size` invocations instead of WORKGROUP. Those that place
 * returns by sums over blocks keep theirs, since the host counts blocks as well.
 */
export function resizedWorkgroups(adapter: GpuAdapter, size: number): GpuAdapter {
  const workgroups = Math.floor((adapter.limits.workgroups * size) / WORKGROUP);
  return {
    ...adapter,
    limits: { ...adapter.limits, workgroups },
    requestDevice: async () => resizedDevice(await adapter.requestDevice(), size),
  };
}

const SIZE = /^const WORKGROUP: u32 = \d+u;$/m;

/** Every shader declares SUM_BLOCK, few use it. */
const usesBlocks = (code: string) => code.split(/\bSUM_BLOCK\b/).length > 2 || /\bpartial\b/.test(code);

function resizedDevice(device: GPUDevice, size: number): GPUDevice {
  /** Labels of the passes with another size. */
  const resized = new Set<string | undefined>();
  return replacing(device, {
    createShaderModule: (descriptor: GPUShaderModuleDescriptor) => {
      const { code, label } = descriptor;
      if (usesBlocks(code)) return device.createShaderModule(descriptor);
      resized.add(label);
      return device.createShaderModule({ ...descriptor, code: code.replace(SIZE, `const WORKGROUP: u32 = ${size}u;`) });
    },
    createCommandEncoder: (descriptor?: GPUCommandEncoderDescriptor) => {
      const encoder = device.createCommandEncoder(descriptor);
      return replacing(encoder, {
        beginComputePass: (about?: GPUComputePassDescriptor) => {
          const pass = encoder.beginComputePass(about);
          return resized.has(about?.label) ? resizedPass(pass, size) : pass;
        },
      });
    },
  });
}

/** The pass with as many invocations as WORKGROUP would have. */
const resizedPass = (pass: GPUComputePassEncoder, size: number): GPUComputePassEncoder =>
  replacing(pass, {
    dispatchWorkgroups: (count: number) => pass.dispatchWorkgroups(Math.ceil((count * WORKGROUP) / size)),
  });

/** `target`, with some of its methods replaced. */
function replacing<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (name in methods) return methods[name as keyof T];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
