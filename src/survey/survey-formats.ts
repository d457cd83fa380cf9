import type { Files } from '../base/files/files.js';
import { endingOf } from '../base/text.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import { YAML_SURVEY } from './formats/yaml.js';
import type { SurveyFormat } from './survey-format.js';

/** The formats that surveys are read in: the one place that lists them. */
export const SURVEY_FORMATS: readonly SurveyFormat[] = Object.freeze([YAML_SURVEY]);

/** What the paths of survey files end in, in order of the alphabet. */
export const SURVEY_ENDINGS: readonly string[] = SURVEY_FORMATS.flatMap(({ endings }) => endings).toSorted();

/** The format that a path's ending stands for; undefined: none. */
export const surveyFormatOf = (path: string): SurveyFormat | undefined =>
  SURVEY_FORMATS.find(({ endings }) => endings.includes(endingOf(path)));

/**
 * The survey in `file` as it stands there. A file with a foreign ending is taken for YAML: who runs it says that it is a survey.
 * Throws UserError (see SurveyFormat.read).
 */
export const readSurveyDocument = (files: Files, file: string): Promise<SourceDocument> =>
  (surveyFormatOf(file) ?? YAML_SURVEY).read(files, file);
