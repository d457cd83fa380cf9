import { availableParallelism } from 'node:os';
import { AbortedError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { openCpuEngine } from '../../engine/cpu/node-cpu-engine.js';
import type { Engine } from '../../engine/engine.js';
import type { AdapterKind, GpuAdapter, NoAdapter } from '../../engine/gpu/gpu-adapter.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import type { ScanRun } from '../instrument-scan.js';
import type { OpenEngineOptions } from '../machine.js';
import { chooseEngine as choose, type EngineChoice, type EngineRequest, openEngine as open } from './choose-engine.js';

/** Chooses the engine on this machine. Throws UserError if the request cannot be met, AbortedError. */
export function chooseEngine(
  request: EngineRequest,
  { signal, log = SILENT_LOG }: { signal?: AbortSignal; log?: Log } = {},
): Promise<EngineChoice> {
  const find = async (kind: AdapterKind) => {
    const found = await findAdapter(kind);
    // A Ctrl-C reaches the drivers as well, so their messages do not count then.
    if (signal?.aborted) throw new AbortedError();
    return found;
  };
  return choose(request, find, log);
}

/** Loads nothing of WebGPU in this process without an adapter. */
async function findAdapter(kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  const { probeAdapters } = await import('../../engine/gpu/node-probe.js');
  const { [kind]: seen } = await probeAdapters();
  if ('reason' in seen) return seen;
  const { findNodeAdapter } = await import('../../engine/gpu/node-gpu.js');
  return findNodeAdapter(kind);
}

/**
 * An engine with a scene on it, ready for `run`; other runs may follow. The caller closes it. Throws UserError if scene
 * or run do not fit.
 */
export async function openEngine(
  { settings, room }: Pick<ScanRun, 'settings' | 'room'>,
  { device: scene }: PreparedScene,
  options: OpenEngineOptions = {},
): Promise<Engine> {
  const {
    threads = availableParallelism(),
    choice = { kind: 'cpu' },
    soloSubrays,
    standby,
    log = SILENT_LOG,
  } = options;
  const make = {
    cpu: () => openCpuEngine({ scene, threads, soloSubrays, standby }),
    gpu: async (adapter: GpuAdapter) => {
      const { openGpuEngine } = await import('../../engine/gpu/gpu-engine.js');
      return openGpuEngine({ scene, adapter });
    },
  };
  return open(choice, make, (engine) => engine.prepare(settings, room), log);
}
