import type { Files } from '../base/files/files.js';
import { createWebFiles } from '../base/files/web-files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Scene } from '../scene/scene.js';
import type { SurveyInput } from '../survey/schema/survey-schema.js';
import type { EngineRequest } from './engines/choose-engine.js';
import { type OpenedScene, openForScans, scan as scanOn } from './scan.js';
import type { OpenSceneOptions, ScanControl } from './scene-device.js';
import { createWebMachine } from './web-machine.js';

/** Where a page scans. */
export interface OpenOptions extends EngineRequest, ScanControl {
  /** Workers of the CPU engine; absent: as many as the machine has. */
  threads?: number;
  /** Where files are that the settings name: recordings, patterns, models; absent: there are none. */
  files?: Files;
}

/** Options of `scan`: a scene and what else a survey says, with the keys and units of a survey file, and where it is scanned. */
export type ScanOptions = Omit<SurveyInput, 'output' | 'frames'> & OpenOptions;

/**
 * Scans a scene in a page and gives its points batch by batch, in order of (scanner, leg, pulse, return): of the CPU engine the
 * numbers that the same scan gives in Node. Trees are built in the calling thread. Ends early when the loop over it does, or by
 * `signal`. Throws UserError for settings that are wrong, for a GPU that is asked for and not there, and where the CPU engine is
 * to run in a page that may not share memory with its workers; AbortedError.
 *
 *     for await (const points of scan({ scene, scanner, legs: [{ position: [0, 0, 1.7] }] })) show(points);
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { engine, adapter, threads, files, signal, onProgress, log, ...settings } = options;
  yield* scanOn(settings, onPage({ engine, adapter, threads, files, signal, onProgress, log }));
}

/**
 * Keeps a scene ready for any number of scans: it is uploaded, and workers are started or shaders compiled, by the first of them.
 * The caller closes it. Throws UserError as `scan` does, AbortedError.
 *
 *     const device = await openScene(scene, { engine: 'gpu' });
 *     for (const legs of stations) for await (const points of device.scan({ scanner, legs })) show(points);
 *     await device.close();
 */
export const openScene = async (scene: Scene, options: OpenOptions = {}): Promise<OpenedScene> =>
  openForScans(scene, onPage(options));

/** The options with this page as the machine. */
const onPage = ({ files = createWebFiles(), ...options }: OpenOptions): OpenSceneOptions => ({
  ...options,
  machine: createWebMachine(files),
});
