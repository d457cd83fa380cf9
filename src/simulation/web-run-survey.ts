import type { WithFiles } from '../base/files/files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Survey } from '../survey/survey.js';
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './run-survey.js';
import { type Frame, simulateFrames as simulateFramesOf } from './simulate-frames.js';
import { type SimulateOptions as SimulateSurveyOptions, simulate as simulateSurvey } from './simulate-survey.js';
import { createWebMachine } from './web-machine.js';

/** Options of `runSurvey`; a page keeps nothing of a run for another one. */
export type RunOptions = Omit<RunSurveyOptions, 'machine' | 'resume'> & WithFiles;
/** Options of `simulate`. */
export type SimulateOptions = Omit<SimulateSurveyOptions, 'machine'> & WithFiles;

/**
 * Runs a survey in a page, from and to `files`: writes its outputs, and `NAME.labels.json` beside each of them. Throws
 * UserError if the survey or the options cannot be carried out, AbortedError.
 *
 * @example
 * ```ts
 * const files = createWebFiles({ sources: { 'survey.yaml': text } });
 * await runSurvey(await loadSurvey('survey.yaml', { files }), { files });
 * const las = files.blob('cloud.las');
 * ```
 */
export const runSurvey = (survey: Survey, { files, ...options }: RunOptions): Promise<RunReport> =>
  run(survey, { ...options, machine: createWebMachine(files) });

/**
 * Scans the scene of a survey in a page, from `files`, and yields its points batch by batch, in order of (scanner, leg,
 * pulse, return). Throws UserError and AbortedError like `runSurvey`.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('survey.yaml', { files });
 * for await (const points of simulate(survey, { files })) show(points);
 * ```
 */
export const simulate = (survey: Survey, { files, ...options }: SimulateOptions): AsyncGenerator<PointBatch> =>
  simulateSurvey(survey, { ...options, machine: createWebMachine(files) });

/**
 * Scans the scene of a survey in a page, from `files`, and yields the frames that its `frames` describes, scanner by
 * scanner, in order, each with its number, its start and end, the pose of the sensor at its start, and its points;
 * writes nothing. Throws UserError for a survey without frames, and like `simulate`; AbortedError.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('drive.yaml', { files });
 * for await (const { frame, pose, points } of simulateFrames(survey, { files })) show(frame, pose, points);
 * ```
 */
export const simulateFrames = (survey: Survey, { files, ...options }: SimulateOptions): AsyncGenerator<Frame> =>
  simulateFramesOf(survey, { ...options, machine: createWebMachine(files) });
