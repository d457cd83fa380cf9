import { availableParallelism } from 'node:os';
import { createCpuEngine } from '../engine/cpu/node-cpu-engine.js';
import type { DeviceScene } from '../engine/device-scene.js';
import type { Engine } from '../engine/engine.js';
import { createEngineOptions, type ScanPlan } from './run-settings.js';

export interface TraceOptions {
  /** Worker threads of the CPU engine; all that the machine has unless given. */
  threads?: number;
  signal?: AbortSignal;
}

/** An engine with the scene and the settings of a survey on it; the caller closes it. */
export async function createEngine(plan: ScanPlan, device: DeviceScene, options: TraceOptions = {}): Promise<Engine> {
  const { threads = availableParallelism(), signal } = options;
  return createCpuEngine({ ...createEngineOptions(plan, device), threads, signal });
}
