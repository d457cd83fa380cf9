import { nodeFiles } from '../base/files/node-files.js';
import { type ReadSurveyOptions as Options, readSurvey as read } from './read-survey.js';
import type { SurveyInput } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

/** Options of `readSurvey`. */
export type ReadSurveyOptions = Partial<Options>;

/**
 * Reads a survey from an object with the keys of a survey file, such as parsed JSON, or from the text of one (YAML).
 * Files that it names are those of this machine, relative to `folder`. Resolves it as `loadSurvey` does; outputs are
 * optional. Throws one UserError with all faults: those of a text have their line and column, those of an object the
 * path to the value, such as `legs[0].position`.
 *
 * @example
 * ```ts
 * const text = `scene: { parts: [{ generate: { kind: room } }] }
 * scanner: velodyne-vlp-16
 * legs: [{ position: [0, 0, 1.7] }]`;
 * const survey = await readSurvey(text, { folder: 'scenes' });
 * ```
 */
export const readSurvey = (given: SurveyInput | string, options: ReadSurveyOptions = {}): Promise<Survey> =>
  read(given, { files: nodeFiles, ...options });
