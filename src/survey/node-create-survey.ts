import { nodeFiles } from '../base/files/node-files.js';
import { createSurvey as create, type CreateSurveyOptions as Options } from './create-survey.js';
import type { SurveyInput } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

/** Options of `createSurvey`. */
export type CreateSurveyOptions = Partial<Options>;

/**
 * Creates a survey from an object with the keys of a survey file, in their units (degrees, nanometres, …). Values in
 * memory may take the place of descriptions: a scene (`createScene`, `loadScene`), a scanner (`readScanner`), the poses
 * of a leg's trajectory. Files that it names are those of this machine. Throws one UserError that lists all faults.
 *
 * @example
 * ```ts
 * const survey = await createSurvey({ scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] });
 * ```
 */
export const createSurvey = (given: SurveyInput, options: CreateSurveyOptions = {}): Promise<Survey> =>
  create(given, { files: nodeFiles, ...options });
