import { globals } from 'webgpu';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';

/**
 * `adapter`, with one device for all callers, and its compiled shaders: SwiftShader takes ten seconds for the pulse
 * pass alone, and every engine would compile it again. Objects that a borrower makes are his own and go when he
 * destroys "his" device; the device itself stays. Tests of devices that are lost or run out of memory take the adapter
 * itself.
 */
export function shareDevice(adapter: GpuAdapter): GpuAdapter {
  let lender: Promise<Lender> | undefined;
  const requestDevice = async () => {
    lender ??= adapter.requestDevice().then((device) => new Lender(device));
    return (await lender).lend();
  };
  return { ...adapter, requestDevice };
}

/**
 * Has adapters that the program finds by itself give the device of `shared` as well, until the
 * function returned is called.
 */
export async function shareWithAll(shared: GpuAdapter): Promise<() => void> {
  const { prototype } = (globals as unknown as { GPUAdapter: { prototype: GPUAdapter } }).GPUAdapter;
  const { requestDevice } = prototype;
  // The first device is made before: by an adapter as it is.
  await shared.requestDevice();
  prototype.requestDevice = () => shared.requestDevice();
  return () => {
    prototype.requestDevice = requestDevice;
  };
}

/** A device, its shaders by their text, and its pipelines by text and entry point. */
class Lender {
  private readonly device: GPUDevice;
  private readonly modules = new Map<string, GPUShaderModule>();
  private readonly texts = new WeakMap<GPUShaderModule, string>();
  private readonly pipelines = new Map<string, Promise<GPUComputePipeline>>();

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** The device, as it looks to one who has it for himself. */
  lend(): GPUDevice {
    const { device } = this;
    const buffers = new Set<GPUBuffer>();
    const listeners: Parameters<GPUDevice['addEventListener']>[] = [];
    const { promise: lost, resolve: lose } = withResolver<GPUDeviceLostInfo>();
    const own: Partial<GPUDevice> = {
      lost,
      createBuffer: (descriptor) => {
        const buffer = device.createBuffer(descriptor);
        buffers.add(buffer);
        return buffer;
      },
      createShaderModule: (descriptor) => this.moduleOf(descriptor),
      createComputePipelineAsync: (descriptor) => this.pipelineOf(descriptor),
      addEventListener: (...listener: Parameters<GPUDevice['addEventListener']>) => {
        listeners.push(listener);
        device.addEventListener(...listener);
      },
      destroy: () => {
        for (const buffer of buffers) buffer.destroy();
        for (const listener of listeners) device.removeEventListener(...listener);
        lose({ reason: 'destroyed', message: '' } as GPUDeviceLostInfo);
        return undefined;
      },
    };
    return new Proxy(device, {
      get: (target, name) => {
        if (name in own) return own[name as keyof GPUDevice];
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }

  private moduleOf(descriptor: GPUShaderModuleDescriptor): GPUShaderModule {
    const text = withRoundedStack(descriptor.code);
    const known = this.modules.get(text) ?? this.device.createShaderModule({ ...descriptor, code: text });
    this.modules.set(text, known);
    this.texts.set(known, text);
    return known;
  }

  /**
   * Bindings, and so layouts, follow from the text; groups made with one layout fit pipelines of another that is equal.
   */
  private pipelineOf(descriptor: GPUComputePipelineDescriptor): Promise<GPUComputePipeline> {
    const { module, entryPoint } = descriptor.compute;
    const key = `${entryPoint}\n${this.texts.get(module)}`;
    const known = this.pipelines.get(key) ?? this.device.createComputePipelineAsync(descriptor);
    this.pipelines.set(key, known);
    return known;
  }
}

/** Entries of stacks, one size for scenes of like depth; the last holds LEVELS_MAX and its marks. */
const STACKS = [16, 48, 128];

/**
 * Every pass declares the stack that the scene's trees need, few use it: those have room for more. Devices that nobody
 * shares have stacks as they are (gpu/limits.test.ts, the pages of e2e/browser.test.ts).
 */
function withRoundedStack(code: string): string {
  const isUsed = code.split('STACK_ENTRIES').length > 2;
  return code.replace(/^const STACK_ENTRIES: u32 = (\d+)u;$/m, (_, depth) => {
    const room = STACKS.find((entries) => entries >= Number(depth));
    return isUsed ? `const STACK_ENTRIES: u32 = ${room}u;` : '';
  });
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
