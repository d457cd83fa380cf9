import { UserError } from '../base/errors.js';
import { joinPath } from '../base/files/paths.js';
import { YAML_BYTES_MAX } from '../base/yaml/read-text.js';
import { objectDocument, type SourceDocument } from '../base/yaml/source-document.js';
import { createFrom } from './create-survey.js';
import type { ResolveSurveyOptions } from './resolve/resolve-survey.js';
import type { SurveyInput } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

/** Options of `readSurvey`. */
export interface ReadSurveyOptions extends ResolveSurveyOptions {
  /** Folder that the paths in the survey are relative to. Absent: the current one. */
  folder?: string;
  /** Name of the survey in messages. */
  name?: string;
}

/**
 * Reads a survey from an object with the keys of a survey file, such as parsed JSON, or from the text of one (YAML).
 * Resolves it as `loadSurvey` does; outputs are optional. Throws one UserError with all faults: those of a text have
 * their line and column, those of an object the path to the value, such as `legs[0].position`.
 *
 * @example
 * ```ts
 * const survey = await readSurvey(
 *   { scene: { parts: [{ file: 'town.glb' }] }, scanner: 'riegl-vz-400', legs: [{ position: [0, 0, 1.7] }] },
 *   { files, folder: 'scenes' },
 * );
 * ```
 */
export async function readSurvey(given: SurveyInput | string, options: ReadSurveyOptions): Promise<Survey> {
  const { files, folder = files.folder, name = 'survey' } = options;
  const document = typeof given === 'string' ? await surveyDocument(given, name) : objectDocument(given, name);
  return createFrom(document, joinPath(folder, 'survey'), options);
}

/**
 * The document in the text of a survey (YAML), which messages call `name`. Throws UserError with every fault of its
 * syntax.
 */
export async function surveyDocument(text: string, name: string): Promise<SourceDocument> {
  if (text.length > YAML_BYTES_MAX)
    throw new UserError(`found a text of ${text.length} characters, expected at most ${YAML_BYTES_MAX}`, {
      place: { file: name },
    });
  const { parseYaml } = await import('../base/yaml/yaml-document.js');
  return parseYaml(text, name);
}
