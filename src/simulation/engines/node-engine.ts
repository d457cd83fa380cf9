import { availableParallelism } from 'node:os';
import { AbortedError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { createCpuEngine } from '../../engine/cpu/node-cpu-engine.js';
import type { Engine } from '../../engine/engine.js';
import type { AdapterKind, GpuAdapter, NoAdapter } from '../../engine/gpu/gpu-adapter.js';
import type { TraceOptions } from '../machine.js';
import type { PreparedScene } from '../prepared-scene.js';
import { createEngineOptions } from '../run-settings.js';
import type { ScanPlan } from '../scan-plan.js';
import { chooseEngine as choose, type EngineChoice, type EngineRequest, openEngine } from './choose-engine.js';

/** Which engine will compute on this machine. Throws UserError where what is asked for cannot be had, AbortedError. */
export function chooseEngine(
  request: EngineRequest,
  { signal, log = SILENT_LOG }: { signal?: AbortSignal; log?: Log } = {},
): Promise<EngineChoice> {
  const find = async (kind: AdapterKind) => {
    const found = await findAdapter(kind);
    // A Ctrl-C reaches the drivers as well: what they say then does not count.
    if (signal?.aborted) throw new AbortedError();
    return found;
  };
  return choose(request, find, log);
}

/** Nothing of WebGPU is loaded in this process where there is no adapter. */
async function findAdapter(kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  const { probeAdapters } = await import('../../engine/gpu/node-probe.js');
  const { [kind]: seen } = await probeAdapters();
  if ('reason' in seen) return seen;
  const { findNodeAdapter } = await import('../../engine/gpu/node-gpu.js');
  return findNodeAdapter(kind);
}

/** An engine with the scene and the settings of a survey on it; the caller closes it. Throws UserError where it does not fit. */
export async function createEngine(plan: ScanPlan, scene: PreparedScene, options: TraceOptions = {}): Promise<Engine> {
  const { threads = availableParallelism(), choice = { kind: 'cpu' }, signal, log = SILENT_LOG } = options;
  const input = { ...createEngineOptions(plan, scene), signal };
  const make = {
    cpu: () => createCpuEngine({ ...input, threads }),
    gpu: async (adapter: GpuAdapter) => {
      const { createGpuEngine } = await import('../../engine/gpu/gpu-engine.js');
      return createGpuEngine({ ...input, adapter });
    },
  };
  return openEngine(choice, make, log);
}
