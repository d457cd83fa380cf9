import { nodeFiles } from '../base/files/node-files.js';
import type { SceneDescription } from '../scene/scene-description.js';
import {
  type LoadedEpoch,
  loadSurvey as load,
  loadEpochs as loadAll,
  type LoadSurveyOptions as Options,
} from './load-survey.js';
import type { Survey } from './survey.js';

/** Options of `loadSurvey`. */
export type LoadSurveyOptions = Partial<Options>;

/**
 * Loads a survey from a file on this machine, checks and resolves it: absolute paths, catalogue entries, SI units,
 * defaults. Reads no geometry. Throws one UserError that lists all faults.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('examples/quickstart.yaml');
 * const report = await runSurvey(survey);
 * ```
 */
export const loadSurvey = (file: string, options: LoadSurveyOptions = {}): Promise<Survey<SceneDescription>> =>
  load(file, { files: nodeFiles, ...options });

/**
 * Loads a survey from a file on this machine as `loadSurvey` does, once for each of its epochs, with outputs in folders
 * of their names; a survey without epochs is the only one. Throws UserError.
 *
 * @example
 * ```ts
 * for (const { survey } of await loadEpochs('examples/quickstart.yaml')) await runSurvey(survey, { force: true });
 * ```
 */
export const loadEpochs = (file: string, options: LoadSurveyOptions = {}): Promise<LoadedEpoch[]> =>
  loadAll(file, { files: nodeFiles, ...options });
