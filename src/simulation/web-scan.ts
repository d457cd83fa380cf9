import type { Files } from '../base/files/files.js';
import { createWebFiles } from '../base/files/web-files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { ProductKey } from '../products/index.js';
import type { Scene } from '../scene/scene.js';
import type { SurveyInput } from '../survey/schema/survey-schema.js';
import type { EngineRequest } from './engines/choose-engine.js';
import { type OpenedScene, openForScans, scan as scanOn } from './scan.js';
import type { OpenSceneOptions, ScanControl } from './scene-device.js';
import { createWebMachine } from './web-machine.js';

/** Options for scanning in a page. */
export interface OpenOptions extends EngineRequest, ScanControl {
  /** Workers of the CPU engine; absent: as many as the machine has threads. */
  threads?: number;
  /** Whether built trees are kept on the page's own disk for the next visit and reused; default: true. */
  cache?: boolean;
  /** Files that the settings name: recordings, patterns, models; absent: no files. */
  files?: Files;
}

/** Options of `scan`: a scene with the other keys of a survey file, in their units, and the options of the scan. */
export type ScanOptions = Omit<SurveyInput, ProductKey> & OpenOptions;

/**
 * Scans a scene in a page and yields its points batch by batch, in order of (scanner, leg, pulse, return). The CPU
 * engine returns the same numbers as in Node. Trees are built in workers. Ends early if the loop over it does, or by
 * `signal`. Throws UserError for wrong settings and for a requested GPU that is missing; AbortedError.
 *
 * @example
 * ```ts
 * for await (const points of scan({ scene, scanner, legs: [{ position: [0, 0, 1.7] }] })) show(points);
 * ```
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { engine, adapter, threads, cache, files, signal, onProgress, log, ...settings } = options;
  yield* scanOn(settings, onPage({ engine, adapter, threads, cache, files, signal, onProgress, log }));
}

/**
 * Keeps a scene ready for any number of scans: the first one uploads it, and starts workers or compiles shaders. The
 * caller closes it. Throws UserError as `scan` does, AbortedError.
 *
 * @example
 * ```ts
 * const device = await openScene(scene, { engine: 'gpu' });
 * for (const position of stations)
 *   for await (const points of device.scan({ scanner, legs: [{ position }] })) show(points);
 * await device.close();
 * ```
 */
export const openScene = async (scene: Scene, options: OpenOptions = {}): Promise<OpenedScene> =>
  openForScans(scene, onPage(options));

/** The options with this page as the machine. */
const onPage = ({ files = createWebFiles(), ...options }: OpenOptions): OpenSceneOptions => ({
  ...options,
  machine: createWebMachine(files),
});
