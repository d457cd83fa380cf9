import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { AbortedError } from '../../base/errors.js';
import { isThere } from '../../base/files/is-there.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { writeWhole } from '../../base/files/text-file.js';
import { objectDocument } from '../../base/yaml/source-document.js';
import { nodeMachine } from '../../simulation/node-machine.js';
import { type RunOptions, type RunReport, runSurvey } from '../../simulation/run-survey.js';
import { surveyInputs } from '../../survey/check-outputs.js';
import { loadDocument } from '../../survey/load-document.js';
import { type KeptScene, sceneKey } from '../kept-scene.js';
import { reducedScene, unreadFiles } from '../pieces/scene-parts.js';
import { surveyOfPieces } from '../pieces/survey-of-pieces.js';
import type { PlanFacts, Task } from '../plan/plan-file.js';
import {
  digestOf,
  discardTask,
  inPlace,
  MANIFEST,
  PlaceError,
  publishTask,
  stageTask,
  type TaskFile,
  type TaskManifest,
} from './task-folders.js';
import { ChangedInputError, type UnchangedInputs } from './unchanged-inputs.js';

export type TaskRunOptions = Pick<RunOptions, 'threads' | 'cache' | 'signal' | 'log'>;

/** Resources that consecutive tasks share. */
export interface TaskContext {
  /** The campaign's folder. */
  folder: string;
  facts: PlanFacts;
  inputs: UnchangedInputs;
  scene: KeptScene;
}

/**
 * Runs a task in a folder of its own, which gets its name when all files are complete; if it fails, nothing stays.
 * Throws as `runSurvey`, and ChangedInputError.
 */
export async function runTask(context: TaskContext, task: Task, options: TaskRunOptions): Promise<TaskManifest> {
  const { folder, facts } = context;
  const staged = await stageTask(folder, task.id);
  try {
    const report = await runIn(staged, context, task, options);
    const manifest = {
      id: task.id,
      engine: facts.engine,
      results: facts.results,
      pulses: report.pulses,
      points: report.points,
      files: await filesIn(staged),
    };
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await inPlace(staged, () => writeWhole(nodeFiles, join(staged, MANIFEST), new TextEncoder().encode(text)));
    await publishTask(folder, task.id, staged);
    return manifest;
  } catch (error) {
    const whose = await culprit(error, staged, context.inputs);
    await discardTask(staged);
    throw whose;
  }
}

/** An error as it came, or its cause: its folder has gone, or files are not those of the plan. */
async function culprit(error: unknown, staged: string, inputs: UnchangedInputs): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof AbortedError || error instanceof ChangedInputError) return error;
  if (!(await isThere(nodeFiles, staged)))
    return new PlaceError('was removed while its survey was running', { place: { file: staged }, cause: error });
  return inputs.checkAll().then(
    () => error,
    (changed: unknown) => changed,
  );
}

async function runIn(
  staged: string,
  { folder, facts, inputs, scene }: TaskContext,
  task: Task,
  options: TaskRunOptions,
): Promise<RunReport> {
  const file = resolve(folder, facts.surveyFolder, `task-${task.index}`);
  const document = objectDocument(task.survey, `survey ${task.index}`);
  const files = recordInputs(nodeFiles);
  const survey = await loadDocument(document, file, { files, outputFolder: staged, log: options.log });
  const { piece: only, whole } = task;
  const own = only ? surveyOfPieces(survey, staged) : survey;
  const reduced = reducedScene(whole, only?.without);
  const unread = unreadFiles(survey.scene.parts, only?.without);
  const check = (paths: Iterable<string>) => inputs.check([...paths].filter((path) => !unread.has(path)));
  await check(surveyInputs(survey));
  const scenes = scene.of(sceneKey(task.survey, only?.without), files);
  const work = { machine: { ...nodeMachine, files }, engine: facts.engine, scenes, only, reduced };
  const report = await runSurvey(own, { ...work, ...options });
  try {
    await check([...files.inputs, ...scene.inputs]);
  } catch (error) {
    await scene.close();
    throw error;
  }
  return report;
}

/** The files in a folder and below, in alphabetical order, with their SHA-256. */
async function filesIn(folder: string): Promise<TaskFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: TaskFile[] = [];
  for (const path of paths)
    files.push({ name: relative(folder, path).split(sep).join('/'), ...(await digestOf(path)) });
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}
