import { invariant } from '../../base/errors.js';
import { STAGES, type StageName } from '../../device/stages.js';

/** A stage over a block of pulses from number `first` on: `count` pulses, or returns; returns how many things it made. */
type KernelStage = (first: number, count: number) => number;

/** The WebAssembly program of the CPU engine. */
export type Kernel = Readonly<Record<StageName, KernelStage>> & {
  /** Takes the addresses of the buffers from a table, and what follows from run and scene; the next outputs are a chunk's first. */
  bind(table: number): void;
};

/** WebAssembly's page, bytes. */
export const PAGE = 65536;
/** Pages of a 32-bit memory, and what it can hold, bytes. */
export const PAGES_MAX = 65536;
export const MEMORY_MAX = PAGE * PAGES_MAX;

/** A kernel on a shared memory. */
export function instantiateKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  const abort = () => {
    throw new WebAssembly.RuntimeError('the kernel gave up');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  for (const { name } of STAGES) invariant(typeof exports[name] === 'function', `the kernel has no stage '${name}'`);
  return exports as unknown as Kernel;
}
