import type { Files } from '../base/files/files.js';
import { SILENT_LOG } from '../base/log.js';
import { canShareMemory } from '../base/shared-memory.js';
import { createPulseLister } from '../engine/cpu/pulse-lister.js';
import { openCpuEngine } from '../engine/cpu/web-cpu-engine.js';
import { loadKernelModule } from '../engine/cpu/web-kernel-module.js';
import type { GpuAdapter } from '../engine/gpu/gpu-adapter.js';
import { findWebAdapter } from '../engine/gpu/web-gpu.js';
import { webCoders } from '../io/blocks/web-coders.js';
import { chooseEngine, openEngine } from './engines/choose-engine.js';
import type { Machine } from './machine.js';
import { webPointCrew } from './point-crew/web-point-crew.js';
import { prepareScene } from './web-prepare-scene.js';
import { webSceneHelper } from './web-scene-helper.js';

/**
 * The machine of a page, with `files` to read and write. Trees are built in workers, and kept with their scene and on the
 * page's own disk.
 */
export function createWebMachine(files: Files): Machine {
  const threads = navigator.hardwareConcurrency || 1;
  return {
    files,
    threads,
    sceneHelper: webSceneHelper,
    prepareScene,
    chooseEngine: (request, { log = SILENT_LOG } = {}) => chooseEngine(request, findWebAdapter, log),
    openEngine: ({ settings, room }, { device: scene }, options = {}) => {
      const { choice = { kind: 'cpu' }, log = SILENT_LOG } = options;
      const make = {
        cpu: () => {
          if (!canShareMemory()) log.info(ONE_THREAD);
          return openCpuEngine({ scene, threads: options.threads ?? threads });
        },
        // Loaded where there is a GPU: its shaders are a tenth of a page's code.
        gpu: async (adapter: GpuAdapter) =>
          (await import('../engine/gpu/gpu-engine.js')).openGpuEngine({ scene, adapter }),
      };
      return openEngine(choice, make, (engine) => engine.prepare(settings, room), log);
    },
    createPulseLister: async (program) => createPulseLister(program, await loadKernelModule()),
    createCoders: webCoders,
    createPointCrew: webPointCrew,
    loadKernelModule,
    peakMemoryBytes: () => 0,
  };
}

const ONE_THREAD =
  'cpu engine: one thread, since this page may not share memory with its workers: it was not sent with the headers ' +
  'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';
