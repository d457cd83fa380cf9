import { Worker } from 'node:worker_threads';
import type { Engine } from '../engine.js';
import { type CpuEngineOptions, type CpuPlatform, type CpuStandby, startCpuEngine } from './cpu-engine.js';
import { loadKernelModule } from './node-kernel-module.js';

/**
 * Subrays that the calling thread traces, in most scenes, in less time than two threads take to start: these take 0.14
 * s of a core, and the subrays of the examples 0.04 to 0.4 µs each.
 */
export const SOLO_SUBRAYS = 300_000;

// Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
const startThread = () =>
  new Worker(new URL('../../../dist/engine/cpu/node-worker.js', import.meta.url), { execArgv: [] });

/** A platform whose threads come from `take`. */
const platformOf = (take: () => Worker, module: CpuPlatform['loadKernelModule']): CpuPlatform => ({
  loadKernelModule: module,
  startWorker(setup, { receive, fail }) {
    const worker = take();
    worker.on('message', receive);
    worker.on('error', fail);
    worker.postMessage(setup);
    return worker;
  },
});

const NODE = platformOf(startThread, loadKernelModule);

/** The CPU engine on worker threads of Node; see `startCpuEngine`. The caller closes it. */
export function openCpuEngine(options: CpuEngineOptions): Promise<Engine> {
  return startCpuEngine(options, options.standby?.platform ?? NODE);
}

/**
 * Starts `threads` threads for an engine, and compiles the kernel meanwhile. They keep no process alive
 * before an engine takes them.
 */
export function standByCpuEngine(threads: number): CpuStandby {
  const module = loadKernelModule();
  // The caller that opens the engine gets the failure.
  module.catch(() => {});
  const idle = Array.from({ length: threads }, () => {
    const worker = startThread();
    worker.unref();
    // A thread that cannot start is not taken; the one started instead reports the failure.
    worker.once('error', () => idle.splice(idle.indexOf(worker), 1));
    return worker;
  });
  const take = () => {
    const worker = idle.pop() ?? startThread();
    worker.ref();
    return worker;
  };
  return {
    platform: platformOf(take, () => module),
    close: () => {
      for (const worker of idle.splice(0)) void worker.terminate();
    },
  };
}
