import { nodeFiles } from '../base/files/node-files.js';
import { createSurvey as create, type CreateSurveyOptions as Options } from './create-survey.js';
import type { SurveyInput } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

export type CreateSurveyOptions = Partial<Options>;

/** `createSurvey` with the files of this machine. */
export const createSurvey = (given: SurveyInput, options: CreateSurveyOptions = {}): Promise<Survey> =>
  create(given, { files: nodeFiles, ...options });
