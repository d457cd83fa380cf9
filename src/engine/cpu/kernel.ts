/** The WebAssembly program of the CPU engine: stages over a block of pulses; addresses are bytes of its memory. */
export interface Kernel {
  bindScene(
    nodes: number,
    blocks: number,
    instances: number,
    surfaces: number,
    materials: number,
    cubics: number,
    images: number,
    hasImages: boolean,
    topNode: number,
    instanceCount: number,
  ): void;
  bindRun(run: number, subrays: number, program: number, channels: number, parts: number, knots: number): void;
  bindWork(
    pulses: number,
    directions: number,
    hits: number,
    points: number,
    scratch: number,
    subrayCount: number,
  ): void;
  bindShadows(at: number): void;
  pulse(firstNumber: number, count: number): void;
  subray(count: number): void;
  /** Gives the subrays that hit something. */
  traverse(count: number): number;
  reflect(count: number): void;
  /** Gives the returns made. */
  echo(count: number): number;
  shade(returns: number, firstNumber: number): void;
  perturb(returns: number, firstNumber: number): void;
  /** Gives the address after the last point. */
  pack(returns: number, to: number): number;
}

/** WebAssembly's page, bytes. */
export const PAGE = 65536;
/** What a 32-bit memory can hold, bytes. */
export const MEMORY_MAX = PAGE * 65536;

/** A kernel on a shared memory. */
export function instantiateKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  const abort = () => {
    throw new WebAssembly.RuntimeError('the kernel gave up');
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as unknown as Kernel;
}
