import { instantiateKernel, type Kernel } from './kernel.js';
import type { MemoryLayout } from './memory-layout.js';

/** Where a kernel works: the shared memory, a thread's part of it, and what of scene and run it has to know beforehand. */
export interface KernelPlace {
  memory: WebAssembly.Memory;
  layout: MemoryLayout;
  /** Index of the thread in the layout. */
  thread: number;
  topNode: number;
  instanceCount: number;
  subrayCount: number;
}

/** A kernel that knows where everything lies. */
export function bindKernel(module: WebAssembly.Module, place: KernelPlace): Kernel {
  const { memory, layout, thread, topNode, instanceCount, subrayCount } = place;
  const { nodes, blocks, instances, surfaces, materials, cubics, images, hasImages } = layout;
  const { pulses, directions, hits, points, scratch, shadow } = layout.threads[thread];
  const kernel = instantiateKernel(module, memory);
  kernel.bindScene(nodes, blocks, instances, surfaces, materials, cubics, images, hasImages, topNode, instanceCount);
  kernel.bindRun(layout.run, layout.subrays, layout.program, layout.channels, layout.parts, layout.knots);
  kernel.bindWork(pulses, directions, hits, points, scratch, subrayCount);
  kernel.bindShadows(shadow);
  return kernel;
}
