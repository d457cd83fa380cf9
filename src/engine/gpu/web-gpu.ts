import type { AdapterKind, GpuAdapter, NoAdapter } from './gpu-adapter.js';
import { findAdapter } from './gpu-adapter.js';

/** An adapter of the browser, or the reason for its absence. Never throws. */
export async function findWebAdapter(kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  const gpu: GPU | undefined = navigator.gpu;
  return gpu ? findAdapter(gpu, kind) : { reason: 'this browser has no WebGPU' };
}
