import { nodeFiles } from '../base/files/node-files.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { loadSurvey as load, type LoadSurveyOptions as Options } from './load-survey.js';
import type { Survey } from './survey.js';

export type LoadSurveyOptions = Partial<Options>;

/** `loadSurvey` of a file on this machine. */
export const loadSurvey = (file: string, options: LoadSurveyOptions = {}): Promise<Survey<SceneDescription>> =>
  load(file, { files: nodeFiles, ...options });
