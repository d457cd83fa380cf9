import type { Files } from '../base/files/files.js';
import { endingOf } from '../base/text.js';
import { HELIOS_SURVEY } from './formats/helios.js';
import { YAML_SURVEY } from './formats/yaml.js';
import type { SurveyDocument, SurveyFormat, SurveyFormatOptions } from './survey-format.js';

/** The formats of survey files: the one place that lists them. */
export const SURVEY_FORMATS: readonly SurveyFormat[] = Object.freeze([YAML_SURVEY, HELIOS_SURVEY]);

/** Endings of the paths of survey files, in alphabetical order. */
export const SURVEY_ENDINGS: readonly string[] = SURVEY_FORMATS.flatMap(({ endings }) => endings).toSorted();

/** The format for a path's ending, or undefined. */
export const surveyFormatOf = (path: string): SurveyFormat | undefined =>
  SURVEY_FORMATS.find(({ endings }) => endings.includes(endingOf(path)));

/**
 * Reads the survey in `file`, as written. A file with an unknown ending is read as YAML, since the caller says that it
 * is a survey. Throws UserError (see SurveyFormat.read).
 */
export const readSurveyDocument = (
  files: Files,
  file: string,
  options: SurveyFormatOptions = {},
): Promise<SurveyDocument> => (surveyFormatOf(file) ?? YAML_SURVEY).read(files, file, options);
