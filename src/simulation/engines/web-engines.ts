import { type Log, SILENT_LOG } from '../../base/log.js';
import { canShareMemory } from '../../base/shared-memory.js';
import { openCpuEngine } from '../../engine/cpu/web-cpu-engine.js';
import type { Engine } from '../../engine/engine.js';
import type { GpuAdapter } from '../../engine/gpu/gpu-adapter.js';
import { findWebAdapter } from '../../engine/gpu/web-gpu.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import type { ScanRun } from '../instrument-scan.js';
import type { OpenEngineOptions } from '../machine.js';
import { chooseEngine, type EngineChoice, type EngineRequest, openEngine } from './choose-engine.js';

/** Chooses the engine of a page. Throws UserError if the request cannot be met. */
export const chooseWebEngine = (request: EngineRequest, log: Log): Promise<EngineChoice> =>
  chooseEngine(request, findWebAdapter, log);

/** An engine of a page with a scene on it; `threads` is the most that the CPU engine has. */
export function openWebEngine(
  { settings, room }: ScanRun,
  { device: scene }: PreparedScene,
  { choice = { kind: 'cpu' }, log = SILENT_LOG, threads }: OpenEngineOptions & { threads: number },
): Promise<Engine> {
  const make = {
    cpu: () => {
      if (!canShareMemory()) log.info(ONE_THREAD);
      return openCpuEngine({ scene, threads });
    },
    // Loaded where there is a GPU: its shaders are a tenth of a page's code.
    gpu: async (adapter: GpuAdapter) =>
      (await import('../../engine/gpu/gpu-engine.js')).openGpuEngine({ scene, adapter }),
  };
  return openEngine(choice, make, (engine) => engine.prepare(settings, room), log);
}

const ONE_THREAD =
  'cpu engine: one thread, since this page may not share memory with its workers: it was not sent with the headers ' +
  'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';
