import { invariant } from '../../base/errors.js';
import { canShareMemory } from '../../base/shared-memory.js';
import { STAGES, type StageName } from '../../device/stages.js';
import { unsharedProgram } from './unshared-program.js';

/**
 * A stage over a block of `count` pulses or returns, starting with number `first`; returns the number of its results.
 */
type KernelStage = (first: number, count: number) => number;

/** The WebAssembly program of the CPU engine. */
export type Kernel = Readonly<Record<StageName, KernelStage>> & {
  /**
   * Reads the addresses of the buffers from a table, with values that depend on run and scene; the next outputs are a
   * chunk's first.
   */
  bind(table: number): void;
};

/** WebAssembly's page, bytes. */
export const PAGE = 65536;
/** Maximum number of pages of a 32-bit memory, and its largest size in bytes. */
export const PAGES_MAX = 65536;
export const MEMORY_MAX = PAGE * PAGES_MAX;

/** The kernel's program, for memories of `createKernelMemory`. */
export const compileKernel = (binary: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> =>
  WebAssembly.compile(canShareMemory() ? binary : unsharedProgram(binary));

/** A memory for the kernel, shared if the platform lets threads share memory. */
export const createKernelMemory = (initial: number, maximum: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial, maximum, shared: canShareMemory() });

/** A kernel on a memory of `createKernelMemory`. */
export function instantiateKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  const abort = () => {
    throw new WebAssembly.RuntimeError('the kernel gave up');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  for (const { name } of STAGES) invariant(typeof exports[name] === 'function', `the kernel has no stage '${name}'`);
  return exports as unknown as Kernel;
}
