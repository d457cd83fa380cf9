import { InvariantError, UserError } from '../../base/errors.js';
import type { Engine } from '../engine.js';
import { type CpuEngineOptions, type CpuPlatform, type EngineWorker, startCpuEngine } from './cpu-engine.js';
import type { ChunkDone } from './leg-tracer.js';
import { loadKernelModule } from './web-kernel-module.js';

const WEB: CpuPlatform = {
  loadKernelModule,
  startWorker(setup, listener): EngineWorker {
    // Written in this form because bundlers search for it.
    const worker = new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<ChunkDone>) => listener.receive(data));
    worker.addEventListener('error', ({ message }) =>
      listener.fail(new InvariantError(`a worker of the CPU engine failed: ${message || 'it could not be loaded'}`)),
    );
    worker.postMessage(setup);
    return worker;
  },
};

/**
 * The CPU engine on web workers; see `startCpuEngine`. The caller closes it. Throws UserError if the page may not share
 * memory with workers.
 */
export async function openCpuEngine(options: CpuEngineOptions): Promise<Engine> {
  if (!globalThis.crossOriginIsolated)
    throw new UserError('the CPU engine shares memory with its workers, which this page is not allowed to do', {
      hint:
        'serve the page with the headers Cross-Origin-Opener-Policy: same-origin and ' +
        'Cross-Origin-Embedder-Policy: require-corp',
    });
  return startCpuEngine(options, WEB);
}
