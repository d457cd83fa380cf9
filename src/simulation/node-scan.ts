import type { PointBatch } from '../cloud/point-batch.js';
import type { Scene } from '../scene/scene.js';
import type { SurveyInput } from '../survey/schema/survey-schema.js';
import { nodeMachine } from './node-machine.js';
import { type OpenedScene, openForScans, scan as scanOn } from './scan.js';
import type { OpenSceneOptions } from './scene-device.js';

export type OpenOptions = Omit<OpenSceneOptions, 'machine'>;

/** Options of `scan`: a scene and what else a survey says, with the keys and units of a survey file, and how it is scanned. */
export type ScanOptions = Omit<SurveyInput, 'output' | 'frames'> & OpenOptions;

/**
 * Scans a scene and gives its points batch by batch, in order of (scanner, leg, pulse, return). Ends early when the loop over it
 * does, or by `signal`. Throws UserError for settings that are wrong and for a GPU that is asked for and not there; AbortedError.
 *
 *     const scene = createScene([{ name: 'floor', positions, indices, reflectance: 0.4 }]);
 *     for await (const points of scan({ scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] })) show(points);
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { engine, adapter, threads, cache, signal, onProgress, log, ...settings } = options;
  yield* scanOn(settings, { machine: nodeMachine, engine, adapter, threads, cache, signal, onProgress, log });
}

/**
 * Keeps a scene ready for any number of scans: trees are built, and the scene is uploaded, by the first of them. The caller closes
 * it. Throws UserError as `scan` does, AbortedError.
 *
 *     const device = await openScene(scene, { engine: 'cpu' });
 *     for (const legs of stations) for await (const points of device.scan({ scanner, legs })) show(points);
 *     await device.close();
 */
export const openScene = (scene: Scene, options: OpenOptions = {}): Promise<OpenedScene> =>
  openForScans(scene, { machine: nodeMachine, ...options });
