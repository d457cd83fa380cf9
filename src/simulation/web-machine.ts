import type { Files } from '../base/files/files.js';
import { SILENT_LOG } from '../base/log.js';
import { webCoders } from '../io/coders/web-coders.js';
import type { Machine } from './machine.js';
import { webPointCrew } from './point-crew/web-point-crew.js';
import { webSceneHelper } from './web-scene-helper.js';

/**
 * The machine of a page, with `files` to read and write. Trees are built in workers, and kept with their scene and on
 * the page's own disk. The code that builds trees and traces is loaded on first use: surveys are checked, and scenes
 * shown, without it.
 */
export function createWebMachine(files: Files): Machine {
  const threads = navigator.hardwareConcurrency || 1;
  return {
    files,
    threads,
    sceneHelper: webSceneHelper,
    prepareScene: async (scene, options) => (await import('./web-prepare-scene.js')).prepareScene(scene, options),
    chooseEngine: async (request, { log = SILENT_LOG } = {}) => (await webEngines()).chooseWebEngine(request, log),
    openEngine: async (run, scene, options = {}) =>
      (await webEngines()).openWebEngine(run, scene, { ...options, threads: options.threads ?? threads }),
    createPulseLister: async (program) => {
      const { createPulseLister } = await import('../engine/cpu/pulse-lister.js');
      return createPulseLister(program, await loadKernelModule());
    },
    createCoders: webCoders,
    createPointCrew: webPointCrew,
    loadKernelModule,
    peakMemoryBytes: () => 0,
  };
}

const webEngines = () => import('./engines/web-engines.js');

const loadKernelModule = async (): Promise<WebAssembly.Module> =>
  (await import('../engine/cpu/web-kernel-module.js')).loadKernelModule();
