import { InvariantError } from '../../base/errors.js';
import { canShareMemory } from '../../base/shared-memory.js';
import type { Engine } from '../engine.js';
import type { ChunkDone } from './chunk-tracer.js';
import {
  type CpuEngineOptions,
  type CpuPlatform,
  type EngineWorker,
  startCpuEngine,
  startOneThreadEngine,
} from './cpu-engine.js';
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
 * The CPU engine on web workers; in the calling thread if the page may not share memory with them. The caller closes
 * it.
 */
export const openCpuEngine = (options: CpuEngineOptions): Promise<Engine> =>
  canShareMemory() ? startCpuEngine(options, WEB) : startOneThreadEngine(options.scene, loadKernelModule);
