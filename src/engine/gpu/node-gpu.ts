import type { create } from 'webgpu';
import type { AdapterKind, GpuAdapter, NoAdapter } from './gpu-adapter.js';
import { findAdapter } from './gpu-adapter.js';

// Dawn's instance lives as long as the process: were it collected while a device of it is in use, the process would crash
// (seen with webgpu 0.6.2, and before).
let dawn: GPU | undefined;

/** Dawn in Node. Throws what the loader throws where its binary does not run on this machine. */
async function loadDawn(): Promise<GPU> {
  if (!dawn) {
    const webgpu: { create: typeof create } = await import('webgpu');
    dawn = webgpu.create([]);
  }
  return dawn;
}

/** An adapter of this machine through Dawn, or why there is none. Never throws. */
export async function findNodeAdapter(kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  let gpu: GPU;
  try {
    gpu = await loadDawn();
  } catch (error) {
    return { reason: `WebGPU cannot be loaded here: ${error instanceof Error ? error.message.split('\n')[0] : error}` };
  }
  return findAdapter(gpu, kind);
}
