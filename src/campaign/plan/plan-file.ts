import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { errorCode, fileError } from '../../base/files/file-error.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { SILENT_LOG } from '../../base/log.js';
import { shellWord } from '../../base/text.js';
import type { RunTime } from '../../survey/estimate/run-steps.js';
import { RESULTS_VERSION } from '../../version.js';
import type { About } from '../campaign.js';
import { canonicalJson } from '../canonical-json.js';
import { sha256 } from '../node-sha256.js';
import type { Piece } from '../pieces/piece.js';
import type { WholeScene } from '../pieces/scene-parts.js';

/** The files of a plan, in the folder of a campaign. */
export const planPath = (folder: string): string => join(folder, 'plan.jsonl');
export const planFactsPath = (folder: string): string => join(folder, 'plan.json');

/** Version of these files. */
export const PLAN_VERSION = 1;

/** The engine that makes the points: those of the CPU and of a GPU differ in the last digits. */
export type EngineClass = 'cpu' | 'gpu';

/** Facts of a plan as a whole: `plan.json`. */
export interface PlanFacts {
  /** The kind of file, and its version. */
  plan: typeof PLAN_VERSION;
  campaign: string;
  /** The campaign's description of its data set. */
  about?: About;
  /** SHA-256 of the campaign and of its survey, as they were written, by their paths from the survey folder. */
  sources?: Readonly<Record<string, string>>;
  /** Results version of the program; another one makes other points. */
  results: number;
  engine: EngineClass;
  /** Folder that paths in surveys are relative to, from the campaign's folder. */
  surveyFolder: string;
  tasks: number;
  /** Number of surveys that were drawn more than once; absent: none. */
  redrawn?: number;
  splits: Readonly<Record<string, number>>;
  totals: PlanTotals;
  /** SHA-256 of each file that surveys read, by its path from the survey folder. */
  inputs: Readonly<Record<string, string>>;
  /** Numbers of semantic classes, the same in all clouds. */
  semantics: Readonly<Record<string, number>>;
  /** Whether its tasks are the pieces of one survey, to be joined; absent: surveys of their own. */
  pieces?: true;
  /** SHA-256 of `plan.jsonl`. */
  sha256: string;
  /** SHA-256 of all facts but this. */
  facts: string;
}

/** Sums over the tasks, and the largest of them; seconds of one core of a machine of which nothing is known. */
export interface PlanTotals {
  seconds: number;
  /** Parts of `seconds`; absent: in plans of older programs. */
  steps?: StepSeconds;
  pulses: number;
  outputBytesMax: number;
  secondsMax: number;
  memoryBytesMax: number;
}

/** Seconds of the steps of a run within a program that has started. */
export type StepSeconds = Omit<RunTime, 'start'>;

/** The SHA-256 of facts, which tells whether someone has edited them. */
export const digestOfFacts = ({ facts: _, ...others }: Partial<PlanFacts>): string => sha256(canonicalJson(others));

/** One survey to be run, or a piece of one: a line of `plan.jsonl`. */
export interface Task {
  index: number;
  /** Of all that its bytes depend on: the survey, its inputs, engine and results version. */
  id: string;
  /** Draws before it that saw nothing; absent: none. */
  attempt?: number;
  split?: string;
  variables: Readonly<Record<string, unknown>>;
  estimate: TaskEstimate;
  /** The part of the survey; absent: all of it. */
  piece?: Piece;
  /** Of pieces that do not read all of the scene; in a line without a survey, that of the line before, like this. */
  whole?: WholeScene;
  survey: Readonly<Record<string, unknown>>;
}

/** Cost of a task; seconds of one core. */
export interface TaskEstimate {
  seconds: number;
  pulses: number;
  outputBytesMax: number;
  memoryBytes: number;
}

/** Digits of an id. */
export const ID_DIGITS = 32;

/** The id of a survey with these inputs (paths as they are named, and their SHA-256). */
export const taskId = (
  survey: unknown,
  inputs: Readonly<Record<string, string>>,
  { engine, results }: Pick<PlanFacts, 'engine' | 'results'>,
): string => sha256(canonicalJson({ survey, inputs, engine, results })).slice(0, ID_DIGITS);

/** A plan as read. */
export interface Plan {
  folder: string;
  facts: PlanFacts;
  tasks: readonly Task[];
}

const EDITED =
  'plans are not edited: change the campaign, and run subray campaign plan with --force; tasks that stay the same stay done';

/** Reads the plan in `folder`. Throws UserError if there is none, if it was edited, or is of another version. */
export async function readPlan(folder: string): Promise<Plan> {
  let [facts, bytes] = [await readFacts(folder), await readFile(planPath(folder))];
  if (sha256(bytes) !== facts.sha256) {
    // Perhaps a new plan is just getting its names, or its process was killed meanwhile.
    await nodeFiles.recover([folder], SILENT_LOG);
    [facts, bytes] = [await readFacts(folder), await readFile(planPath(folder))];
  }
  if (sha256(bytes) !== facts.sha256)
    throw new UserError('is not the plan that was written: its content has changed', {
      place: { file: planPath(folder) },
      hint: EDITED,
    });
  return { folder, facts, tasks: parseLines(bytes, planPath(folder)) };
}

/** Reads the facts of the plan in `folder`. Throws UserError if there is none, or it is of another version. */
export async function readFacts(folder: string): Promise<PlanFacts> {
  const path = planFactsPath(folder);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode((error as Error).cause) !== 'ENOENT') throw error;
    throw new UserError('has no plan.json: it is not the folder of a campaign', {
      place: { file: folder },
      hint: `subray campaign plan CAMPAIGN.yaml -o ${shellWord(folder)} makes one`,
    });
  });
  const facts = parseJson(new TextDecoder().decode(bytes), { file: path }) as Partial<PlanFacts>;
  if (facts?.plan !== PLAN_VERSION)
    throw new UserError(`found a plan of version ${String(facts?.plan)}, expected ${PLAN_VERSION}`, {
      place: { file: path },
      hint: 'make the plan anew with this version of subray',
    });
  if (facts.results !== RESULTS_VERSION)
    throw new UserError(`the plan is for results version ${facts.results}; this subray has ${RESULTS_VERSION}`, {
      place: { file: path },
      hint: 'make the plan anew with --force, or use the subray that made it: clouds of both would differ',
    });
  if (facts.facts !== digestOfFacts(facts))
    throw new UserError('is not as the plan was written: it has been edited', { place: { file: path }, hint: EDITED });
  return facts as PlanFacts;
}

async function readFile(path: string): Promise<Uint8Array> {
  try {
    return await nodeFiles.read(path);
  } catch (error) {
    throw fileError(nodeFiles, 'read', path, error);
  }
}

function parseJson(text: string, place: { file: string; line?: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`found no JSON: ${(error as Error).message}`, { place });
  }
}

const NEWLINE = 10;

/** The tasks in the lines of a plan; a line at a time, since all of them may be longer than a text can be. */
function parseLines(bytes: Uint8Array, file: string): Task[] {
  const tasks: Task[] = [];
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    const line = parseJson(decoder.decode(bytes.subarray(start, end)), { file, line: tasks.length + 1 }) as Task;
    const { survey, whole } = line.survey === undefined ? tasks[tasks.length - 1] : line;
    tasks.push({ ...line, survey, ...(whole && { whole }) });
    start = end + 1;
  }
  return tasks;
}
