import { UserError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { createCpuEngine } from '../engine/cpu/web-cpu-engine.js';
import type { Engine, EngineOptions } from '../engine/engine.js';
import type { Scene } from '../scene/scene.js';
import { resolveScan, type ScanSettings } from './resolve-scan.js';
import { createEngineOptions } from './run-settings.js';
import { reportPulses, tracePoints } from './trace-points.js';
import { prepareScene } from './web-prepare-scene.js';

/** Engines that a page can ask for. */
export type WebEngineName = keyof typeof ENGINES;

/** Options of `scan`. */
export interface ScanOptions extends ScanSettings {
  /** From `createScene`; not changed while it is in use. */
  scene: Scene;
  /** Absent: cpu. */
  engine?: WebEngineName;
  /** Workers of the CPU engine; absent: as many as the machine has. */
  threads?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** What creating an engine takes, whichever it is. */
type WebEngineOptions = EngineOptions & { threads: number };

const ENGINES = {
  cpu: createCpuEngine,
} as const satisfies Record<string, (options: WebEngineOptions) => Promise<Engine>>;

/** Workers at most: more have nothing to do and take memory. */
const THREADS_MAX = 256;

/**
 * Scans a scene in a page and gives its points batch by batch, in order of (leg, pulse, return): the numbers that the same scan
 * gives in Node. Trees are built in the calling thread. Ends early when the loop over it does, or by `signal`. Throws UserError
 * for settings that are wrong and for a page that may not share memory with its workers; AbortedError.
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { scene, engine: name = 'cpu', threads = navigator.hardwareConcurrency || 1, signal, onProgress } = options;
  if (!Object.hasOwn(ENGINES, name))
    throw new UserError(`there is no engine «${name}»; a page has: ${Object.keys(ENGINES).join(', ')}`);
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX))
    throw new UserError(`threads must be a whole number from 1 to ${THREADS_MAX}`);
  const plan = resolveScan(options);
  const device = prepareScene(scene, { signal, onProgress });
  const engine = await ENGINES[name]({ ...createEngineOptions(plan, device), threads, signal });
  try {
    yield* tracePoints(engine, plan, scene, reportPulses(onProgress));
  } finally {
    await engine.close();
  }
}
