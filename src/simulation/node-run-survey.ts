import type { WithFiles } from '../base/files/files.js';
import { nodeFiles } from '../base/files/node-files.js';
import type { Log } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { resumeFolder } from '../survey/check-outputs.js';
import type { Survey } from '../survey/survey.js';
import { hasJournal as isKept } from './journal/has-journal.js';
import { removeJournal as remove } from './journal/remove-journal.js';
import { nodeMachine } from './node-machine.js';
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './run-survey.js';
import { type Frame, simulateFrames as simulateFramesOf } from './simulate-frames.js';
import { type SimulateOptions as SimulateSurveyOptions, simulate as simulateSurvey } from './simulate-survey.js';

/** Options of `runSurvey`; `files`: those of the machine, absent: of the disk. */
export type RunOptions = Partial<RunSurveyOptions & WithFiles>;
/** Options of `simulate`. */
export type SimulateOptions = Partial<SimulateSurveyOptions>;

/**
 * Runs a survey on this machine, from its scene to its finished files: clouds as the survey's outputs define, and
 * `NAME.labels.json` beside each of them. If the run ends early, no file remains. Throws UserError if the survey or
 * `options` cannot be carried out, AbortedError.
 *
 * @example
 * ```ts
 * const report = await runSurvey(await loadSurvey('examples/quickstart.yaml'), { threads: 2, force: true });
 * console.log(report.points);
 * ```
 */
export const runSurvey = (
  survey: Survey,
  { files = nodeMachine.files, ...options }: RunOptions = {},
): Promise<RunReport> => run(survey, { machine: { ...nodeMachine, files }, ...options });

/** Whether an interrupted run of the survey kept what it traced. */
export const hasJournal = (survey: Survey): Promise<boolean> => isKept(nodeFiles, resumeFolder(survey));

/** Removes what a complete run kept by `resume.keep`. */
export const removeJournal = (survey: Survey, log: Log): Promise<void> =>
  remove({ files: nodeFiles, folder: resumeFolder(survey), log });

/**
 * Scans the scene of a survey on this machine and yields its points batch by batch, in order of (scanner, leg, pulse,
 * return); writes nothing. Ends early if the loop over it does, or by `signal`. Throws UserError for a scene that
 * cannot be read, legs without pulses, materials that a strict survey refuses and an engine that is not available,
 * AbortedError.
 *
 * @example
 * ```ts
 * let points = 0;
 * for await (const batch of simulate(await loadSurvey('examples/quickstart.yaml'))) points += batch.count;
 * ```
 */
export const simulate = (survey: Survey, options: SimulateOptions = {}): AsyncGenerator<PointBatch> =>
  simulateSurvey(survey, { machine: nodeMachine, ...options });

/**
 * Scans the scene of a survey on this machine and yields the frames that its `frames` describes, scanner by scanner, in
 * order, each with its number, its start and end (adjusted standard GPS time), the pose of the sensor in the world at
 * its start, and its points; writes nothing. Throws UserError for a survey without frames, and like `simulate`;
 * AbortedError.
 *
 * @example
 * ```ts
 * const survey = await createSurvey({
 *   scene,
 *   scanner: 'velodyne-vlp-16',
 *   legs: [{ position: [0, 0, 1.7], duration: 1 }],
 *   frames: { file: '%06d.pcd', coordinates: 'sensor', axes: 'flu' },
 * });
 * for await (const { frame, startTime, pose, points } of simulateFrames(survey))
 *   console.log(frame, startTime, pose.position, pose.orientation, points.count);
 * ```
 */
export const simulateFrames = (survey: Survey, options: SimulateOptions = {}): AsyncGenerator<Frame> =>
  simulateFramesOf(survey, { machine: nodeMachine, ...options });
