import { UserError } from '../base/errors.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { PRODUCT_KEYS, type ProductKey } from '../products/index.js';
import type { Scene } from '../scene/scene.js';
import { createSurvey } from '../survey/create-survey.js';
import type { SurveyInput } from '../survey/schema/survey-schema.js';
import { SceneInspector } from './inspect/scene-inspector.js';
import { type OpenSceneOptions, openScene, type ScanControl } from './scene-device.js';
import { simulate } from './simulate-survey.js';

/** The keys of a survey file besides its scene, in their units; nothing is written. */
export type ScanSettings = Omit<SurveyInput, 'scene' | ProductKey>;

/** A scene kept ready for repeated scans. */
export interface OpenedScene {
  readonly scene: Scene;
  /**
   * Scans the scene, one scan at a time; see `scan`. Reuses trees, engine, uploaded data and compiled shaders of
   * earlier scans.
   */
  scan(settings: ScanSettings & ScanControl): AsyncGenerator<PointBatch>;
  /**
   * For `tracePulse`, `previewLeg` and `probeScene`: the scene with the trees that scans use, in memory of its own. It
   * may be kept after
   * `close`. Throws UserError if it does not fit, AbortedError.
   */
  inspect(options?: Pick<ScanControl, 'signal'>): Promise<SceneInspector>;
  /**
   * Ends a running scan, which then throws AbortedError, and frees engine and workers. The scene may be opened again.
   */
  close(): Promise<void>;
}

/** Name of settings in memory, for messages. */
const NAME = 'scan';

/**
 * Yields the points of one scan, batch by batch, in order of (scanner, leg, pulse, return). Ends early if the loop over
 * it does, or by the signal. Throws UserError for wrong settings and for an engine that is not available; AbortedError.
 */
export async function* scan(settings: SurveyInput, options: OpenSceneOptions): AsyncGenerator<PointBatch> {
  const { machine, log } = options;
  checkKeys(settings, PRODUCT_KEYS, 'a scan writes nothing; runSurvey does');
  yield* simulate(await createSurvey(settings, { files: machine.files, log, name: NAME }), options);
}

/** `scan` with its settings among the options. */
export function scanWith(options: SurveyInput & OpenSceneOptions): AsyncGenerator<PointBatch> {
  const { machine, engine, adapter, threads, cache, signal, onProgress, log, ...settings } = options;
  return scan(settings, { machine, engine, adapter, threads, cache, signal, onProgress, log });
}

/** Throws UserError for keys of a survey that do not apply here. */
function checkKeys(settings: object, keys: readonly string[], hint: string): void {
  const found = keys.find((key) => (settings as Readonly<Record<string, unknown>>)[key] !== undefined);
  if (found !== undefined) throw new UserError(`${NAME}: ${found}: found a value, expected none`, { hint });
}

/**
 * Opens a scene for any number of scans. The caller closes it. Throws UserError for an engine that is not available;
 * AbortedError.
 */
export async function openForScans(scene: Scene, options: OpenSceneOptions): Promise<OpenedScene> {
  const { files } = options.machine;
  const device = await openScene(scene, options);
  return {
    scene,
    async *scan({ signal, onProgress, log, ...settings }) {
      device.checkOpen();
      checkKeys(settings, PRODUCT_KEYS, 'a scan writes nothing; runSurvey does');
      checkKeys(settings, ['scene'], 'it is the one that was opened');
      const survey = await createSurvey({ ...settings, scene }, { files, log, name: NAME });
      yield* device.scan(survey, { signal, onProgress, log });
    },
    async inspect(control = {}) {
      device.checkOpen();
      const prepared = await device.prepare(control);
      return SceneInspector.of(scene, prepared, await options.machine.loadKernelModule(), control.signal);
    },
    close: () => device.close(),
  };
}
