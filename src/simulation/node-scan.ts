import type { PointBatch } from '../cloud/point-batch.js';
import type { ProductKey } from '../products/index.js';
import type { Scene } from '../scene/scene.js';
import type { SurveyInput } from '../survey/schema/survey-schema.js';
import { nodeMachine } from './node-machine.js';
import { type OpenedScene, openForScans, scan as scanOn } from './scan.js';
import type { OpenSceneOptions } from './scene-device.js';

/** Options of `openScene`. */
export type OpenOptions = Omit<OpenSceneOptions, 'machine'>;

/** Options of `scan`: a scene with the other keys of a survey file, in their units, and the options of the scan. */
export type ScanOptions = Omit<SurveyInput, ProductKey> & OpenOptions;

/**
 * Scans a scene and yields its points batch by batch, in order of (scanner, leg, pulse, return). Ends early if the loop
 * over it does, or by `signal`. Throws UserError for wrong settings and for a requested GPU that is missing;
 * AbortedError.
 *
 * @example
 * ```ts
 * const scene = createScene([{ name: 'floor', positions, indices, reflectance: 0.4 }]);
 * const batches = scan({ scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] });
 * for await (const points of batches) show(points);
 * ```
 */
export async function* scan(options: ScanOptions): AsyncGenerator<PointBatch> {
  const { engine, adapter, threads, cache, signal, onProgress, log, ...settings } = options;
  yield* scanOn(settings, { machine: nodeMachine, engine, adapter, threads, cache, signal, onProgress, log });
}

/**
 * Keeps a scene ready for any number of scans: the first one builds trees and uploads the scene. The caller closes it.
 * Throws UserError as `scan` does, AbortedError.
 *
 * @example
 * ```ts
 * const device = await openScene(scene, { engine: 'cpu' });
 * for (const position of stations)
 *   for await (const points of device.scan({ scanner: 'velodyne-vlp-16', legs: [{ position }] })) show(points);
 * await device.close();
 * ```
 */
export const openScene = (scene: Scene, options: OpenOptions = {}): Promise<OpenedScene> =>
  openForScans(scene, { machine: nodeMachine, ...options });
