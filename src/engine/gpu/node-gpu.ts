import type { create } from 'webgpu';
import type { AdapterKind, GpuAdapter, NoAdapter } from './gpu-adapter.js';
import { findAdapter } from './gpu-adapter.js';

// Dawn's instance must live as long as the process: if it were collected while one of its devices is in use, the
// process would crash (seen with webgpu 0.6.2, and before).
let dawn: GPU | undefined;

/** Dawn rounds times to tenths of a millisecond to prevent spying by web pages; here every pass is shorter. */
const DAWN_OPTIONS = ['disable-dawn-features=timestamp_quantization'];

/** Loads Dawn in Node. Throws the loader's error if its binary does not run on this machine. */
async function loadDawn(): Promise<GPU> {
  if (!dawn) {
    const webgpu: { create: typeof create } = await import('webgpu');
    dawn = webgpu.create(DAWN_OPTIONS);
  }
  return dawn;
}

/** An adapter of this machine through Dawn, or the reason for its absence. Never throws. */
export async function findNodeAdapter(kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  try {
    return await findAdapter(await loadDawn(), kind);
  } catch (error) {
    return { reason: `WebGPU cannot be loaded here: ${causeOf(error)}` };
  }
}

/** npm leaves the package out with --omit=optional. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isAbsent = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isAbsent
    ? 'the optional package webgpu is not installed (npm install webgpu@0.6.2)'
    : error.message.split('\n')[0];
}
