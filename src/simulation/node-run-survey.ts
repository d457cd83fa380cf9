import type { PointBatch } from '../cloud/point-batch.js';
import type { Survey } from '../survey/survey.js';
import { nodeMachine } from './node-machine.js';
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './run-survey.js';
import { type SimulateOptions as SimulateSurveyOptions, simulate as simulateSurvey } from './simulate-survey.js';

export type RunOptions = Partial<RunSurveyOptions>;
export type SimulateOptions = Partial<SimulateSurveyOptions>;

/** `runSurvey` on this machine. */
export const runSurvey = (survey: Survey, options: RunOptions = {}): Promise<RunReport> =>
  run(survey, { machine: nodeMachine, ...options });

/** `simulate` on this machine. */
export const simulate = (survey: Survey, options: SimulateOptions = {}): AsyncGenerator<PointBatch> =>
  simulateSurvey(survey, { machine: nodeMachine, ...options });
