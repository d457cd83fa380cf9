import { UserError } from '../base/errors.js';
import { type Log, type OnProgress, SILENT_LOG } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { openCpuEngine } from '../engine/cpu/web-cpu-engine.js';
import type { GpuAdapter } from '../engine/gpu/gpu-adapter.js';
import { openGpuEngine } from '../engine/gpu/gpu-engine.js';
import { findWebAdapter } from '../engine/gpu/web-gpu.js';
import type { Scene } from '../scene/scene.js';
import { checkMaterialsAt } from './check-materials.js';
import { chooseEngine, type EngineRequest, openEngine } from './engines/choose-engine.js';
import { resolveScan, type ScanSettings } from './resolve-scan.js';
import { runOf } from './scan-plan.js';
import { reportPulses, tracePoints } from './trace-points.js';
import { prepareScene } from './web-prepare-scene.js';

/** Options of `scan`. */
export interface ScanOptions extends ScanSettings, EngineRequest {
  /** From `createScene`; not changed while it is in use. */
  scene: Scene;
  /** Workers of the CPU engine; absent: as many as the machine has. */
  threads?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Hears which engine computes where that was left open, and why, and of materials that are not known at the wavelength. */
  log?: Log;
}

/** Workers at most: more have nothing to do and take memory. */
const THREADS_MAX = 256;

/**
 * Scans a scene in a page and gives its points batch by batch, in order of (leg, pulse, return): of the CPU engine the numbers
 * that the same scan gives in Node. Trees are built in the calling thread. Ends early when the loop over it does, or by `signal`.
 * Throws UserError for settings that are wrong, for a GPU that is asked for and not there, and where the CPU engine is to run
 * in a page that may not share memory with its workers; AbortedError.
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { scene, engine: name, adapter: kind, signal, onProgress, log = SILENT_LOG } = options;
  const threads = options.threads ?? (navigator.hardwareConcurrency || 1);
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX))
    throw new UserError(`threads must be a whole number from 1 to ${THREADS_MAX}`);
  const plan = resolveScan(options);
  checkMaterialsAt([plan.scanner.wavelengthNm], scene, log, plan.radiometry);
  const choice = await chooseEngine({ engine: name, adapter: kind }, findWebAdapter, log);
  const device = prepareScene(scene, { signal, onProgress });
  const run = runOf(plan, device);
  const make = {
    cpu: () => openCpuEngine({ scene: device.device, threads }),
    gpu: (adapter: GpuAdapter) => openGpuEngine({ scene: device.device, adapter }),
  };
  const engine = await openEngine(choice, make, (opened) => opened.prepare(run.settings, run.room), log);
  try {
    yield* tracePoints(engine, run, scene, { signal, onPulses: reportPulses(onProgress) });
  } finally {
    await engine.close();
  }
}
