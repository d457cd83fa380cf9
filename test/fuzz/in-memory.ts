import { createWebFiles, type WebFiles } from '../../src/base/files/web-files.js';
import { SILENT_LOG } from '../../src/base/log.js';
import { startCpuEngine } from '../../src/engine/cpu/cpu-engine.js';
import { LegTracer } from '../../src/engine/cpu/leg-tracer.js';
import type { Machine } from '../../src/simulation/machine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { prepareScene } from '../../src/simulation/web-prepare-scene.js';
import type { FuzzSeed } from './fuzz-kind.js';

/** Files in memory: those of `sources`, and one more. */
export const filesOf = (sources: Readonly<Record<string, string | Uint8Array>>, file: string, bytes: Uint8Array) =>
  createWebFiles({ sources: { ...sources, [file]: bytes } });

/** Options of readers of scene files. */
export const contextOf = (files: WebFiles) => ({ files, log: SILENT_LOG });

/** A seed from a text. */
export const textSeed = (file: string, text: string): FuzzSeed => ({ file, bytes: new TextEncoder().encode(text) });

/**
 * A machine of one thread, this one: scans of fewer pulses than the engine has slots for need no other. Its files are
 * in memory.
 */
export function oneThreadMachine(files: WebFiles): Machine {
  return {
    ...nodeMachine,
    files,
    threads: 1,
    prepareScene,
    chooseEngine: async () => ({ kind: 'cpu' }),
    standBy: undefined,
    openEngine: async ({ settings, room }, { device: scene }) => {
      const engine = await startCpuEngine({ scene, threads: 1 }, IN_THIS_THREAD);
      await engine.prepare(settings, room);
      return engine;
    },
  };
}

/** Pulses of a leg that a machine of one thread can trace: the chunks for which the engine has slots. */
export const LEG_PULSES_MAX = 4096;

const IN_THIS_THREAD: Parameters<typeof startCpuEngine>[1] = {
  loadKernelModule: nodeMachine.loadKernelModule,
  startWorker(setup, { receive, fail }) {
    const tracer = new LegTracer(setup, receive);
    return {
      postMessage: (order) =>
        queueMicrotask(() => {
          try {
            tracer.trace(order);
          } catch (error) {
            fail(error as Error);
          }
        }),
      terminate: () => {},
    };
  },
};
