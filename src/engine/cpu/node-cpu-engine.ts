import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine.js';
import { type CpuEngineOptions, type CpuPlatform, type EngineWorker, startCpuEngine } from './cpu-engine.js';
import { loadKernelModule } from './node-kernel-module.js';

const NODE: CpuPlatform = {
  loadKernelModule,
  startWorker(workerData, listener): EngineWorker {
    // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
    const worker = new Worker(new URL('../../../dist/engine/cpu/node-worker.js', import.meta.url), {
      workerData,
      execArgv: [],
    });
    worker.on('message', listener.receive);
    worker.on('error', listener.fail);
    return worker;
  },
};

/** The CPU engine on worker threads of Node; see `startCpuEngine`. The caller closes it. */
export function openCpuEngine(options: CpuEngineOptions): Promise<Engine> {
  return startCpuEngine(options, NODE);
}
