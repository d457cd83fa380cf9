import type { WithFiles } from '../base/files/files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Survey } from '../survey/survey.js';
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './run-survey.js';
import { type SimulateOptions as SimulateSurveyOptions, simulate as simulateSurvey } from './simulate-survey.js';
import { createWebMachine } from './web-machine.js';

export type RunOptions = Omit<RunSurveyOptions, 'machine'> & WithFiles;
export type SimulateOptions = Omit<SimulateSurveyOptions, 'machine'> & WithFiles;

/** `runSurvey` in a page, from and to `files`. */
export const runSurvey = (survey: Survey, { files, ...options }: RunOptions): Promise<RunReport> =>
  run(survey, { ...options, machine: createWebMachine(files) });

/** `simulate` in a page, from `files`. */
export const simulate = (survey: Survey, { files, ...options }: SimulateOptions): AsyncGenerator<PointBatch> =>
  simulateSurvey(survey, { ...options, machine: createWebMachine(files) });
