import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { AbortedError, UserError } from '../../base/errors.js';
import type { OutputFile } from '../../base/files/files.js';
import { isThere } from '../../base/files/is-there.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders, removeEmptyFolders } from '../../base/files/node-make-folders.js';
import { dirname } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import { type Log, type OnProgress, SILENT_LOG } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { RESULTS_VERSION } from '../../version.js';
import type { Campaign, Row } from '../campaign.js';
import { sha256 } from '../node-sha256.js';
import { rowAt, rowCount } from '../rows.js';
import { checkedRows } from './node-checked-rows.js';
import {
  digestOfFacts,
  type EngineClass,
  PLAN_VERSION,
  type PlanFacts,
  planFactsPath,
  planPath,
  type StepSeconds,
  type Task,
  taskId,
} from './plan-file.js';
import { RepeatedSurveys } from './repeated-surveys.js';
import type { RowFacts } from './row-checker.js';
import { checkTable, SemanticTable } from './semantic-table.js';

export interface MakePlanOptions {
  /** The campaign's folder, which the plan is written to. */
  folder: string;
  /** Engine of all tasks; default: cpu. */
  engine?: EngineClass;
  /** Whether an existing plan is replaced. */
  force?: boolean;
  /**
   * Whether the scene of every survey is made and pulses are fired, and draws with a survey that sees nothing are drawn
   * again.
   */
  check?: boolean;
  /** Threads that check surveys, where there are thousands; default: all that the machine has. */
  threads?: number;
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Faulty surveys that are named; more are not looked for. */
const FAULTS_MAX = 20;
/** Bytes of lines that are written at once. */
const BLOCK = 1 << 20;

/**
 * Draws all surveys of a campaign, checks and estimates each, and writes `plan.jsonl` and `plan.json` into
 * its folder. Returns the facts. Throws UserError for surveys that cannot be run, each named by its number,
 * and if there is a plan already.
 */
export async function makeCampaignPlan(campaign: Campaign, options: MakePlanOptions): Promise<PlanFacts> {
  const { engine = 'cpu' } = options;
  return writeCampaignPlan(options, (lines) => writeTasks(campaign, { ...options, engine }, lines));
}

/**
 * Writes the plan whose lines `writeTasks` adds, and whose facts it returns, into `folder`. Throws UserError if there
 * is a plan already that is not to be replaced; a folder made for it goes again if `writeTasks` fails.
 */
export async function writeCampaignPlan(
  { folder, force = false }: Pick<MakePlanOptions, 'folder' | 'force'>,
  writeTasks: (lines: LineFile) => Promise<PlanFacts>,
): Promise<PlanFacts> {
  await checkFree(folder, force);
  const made = await makeFolders(folder);
  try {
    return await writeFiles(folder, writeTasks);
  } catch (error) {
    await removeEmptyFolders(made);
    throw error;
  }
}

/** Writes the tasks, then the facts, whose SHA-256 tells whether they belong together. */
async function writeFiles(folder: string, writeTasks: (lines: LineFile) => Promise<PlanFacts>): Promise<PlanFacts> {
  const set = nodeFiles.openSet({ force: true });
  try {
    const lines = new LineFile(await set.create(planPath(folder)));
    const facts = await writeTasks(lines);
    await lines.commit();
    const known = { ...facts, sha256: lines.sha256() };
    const whole = { ...known, facts: digestOfFacts(known) };
    await writeWhole(set, planFactsPath(folder), new TextEncoder().encode(`${JSON.stringify(whole, undefined, 2)}\n`));
    await set.commit();
    return whole;
  } catch (error) {
    await set.abort();
    throw error;
  }
}

async function checkFree(folder: string, force: boolean): Promise<void> {
  await nodeFiles.checkOutput(planPath(folder), { force: true, makeFolders: true });
  if (!force && (await isThere(nodeFiles, planFactsPath(folder))))
    throw new UserError('has a plan already', {
      place: { file: folder },
      hint: '--force replaces it: tasks that are the same in both stay done',
    });
}

async function writeTasks(campaign: Campaign, options: MakePlanOptions, lines: LineFile): Promise<PlanFacts> {
  const { folder, engine = 'cpu', threads = availableParallelism(), check, signal, onProgress } = options;
  const { log = SILENT_LOG } = options;
  const surveyFolder = dirname(campaign.base.file);
  const inputs: Record<string, string> = {};
  const semantics = new SemanticTable();
  const tally = new PlanTally();
  const repeated = new RepeatedSurveys();
  const faults: UserError[] = [];
  const identity = { engine, results: RESULTS_VERSION };
  const total = rowCount(campaign);
  let left = 0;
  for await (const { index, checked } of checkedRows(campaign, { folder, threads, check, signal })) {
    if (signal?.aborted) throw new AbortedError();
    onProgress?.({ task: 'plan', done: index, total, unit: 'surveys' });
    if ('fault' in checked) {
      faults.push(new UserError(checked.fault.message, checked.fault));
      if (faults.length < FAULTS_MAX) continue;
      left = total - index - 1;
      break;
    }
    const task = taskOf(rowAt(campaign, index, checked.facts.attempt), checked.facts, { semantics, identity });
    Object.assign(inputs, checked.facts.inputs);
    tally.add(task, checked.facts.steps);
    repeated.add(task);
    await lines.add(`${JSON.stringify(task)}\n`);
  }
  throwFaulty(faults, left, campaign);
  checkTable(semantics.numbers);
  repeated.check(campaign, log);
  const { splits } = tally.facts();
  for (const warning of emptySplits(campaign, splits)) log.warn(warning);
  log.info(`${campaign.name}: ${tally.tasks} surveys`);
  return {
    plan: PLAN_VERSION,
    campaign: campaign.name,
    ...(Object.keys(campaign.about).length > 0 && { about: campaign.about }),
    sources: await sourceDigests(campaign, surveyFolder),
    ...identity,
    surveyFolder: relative(resolve(folder), surveyFolder).split(sep).join('/') || '.',
    ...tally.facts(),
    inputs,
    semantics: semantics.numbers,
    sha256: '',
    facts: '',
  };
}

/** The campaign and its survey as they were written. */
async function sourceDigests({ file, base }: Campaign, folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const path of [file, base.file])
    digests[relative(folder, path).split(sep).join('/')] = sha256(await nodeFiles.read(path));
  return digests;
}

/** The task of a row: its survey with the numbers of its semantic classes, its id, its cost. */
function taskOf(
  row: Row,
  { estimate, inputs, semantics: mentioned }: RowFacts,
  { semantics, identity }: { semantics: SemanticTable; identity: { engine: EngineClass; results: number } },
): Task {
  const numbers = semantics.add(mentioned);
  const scene = numbers && { ...(row.survey.scene as object), semantics: numbers };
  const survey = { ...row.survey, ...(scene && { scene }) };
  const { index, attempt, split, variables } = row;
  return {
    index,
    id: taskId(survey, inputs, identity),
    ...(attempt !== undefined && { attempt }),
    ...(split !== undefined && { split }),
    variables,
    estimate,
    survey,
  };
}

/** A warning of splits with a share that no survey is in; rows of a program say their splits themselves. */
function emptySplits({ split, given }: Campaign, counts: Readonly<Record<string, number>>): string[] {
  if (split === undefined || given?.rows.some((row) => row.split !== undefined)) return [];
  const empty = split.shares.filter(({ name, share }) => share > 0 && counts[name] === undefined);
  if (empty.length === 0) return [];
  const names = empty.map(({ name }) => quoteText(name));
  const few = split.by ? `there are too few values of ${joinWords(split.by, 'and')}` : 'there are too few';
  return [`split: no survey is in ${joinWords(names, 'or')}: ${few} for these shares; a greater count fills them`];
}

/** Throws UserError for faulty surveys, if there are any; `left`: surveys that were not looked at. */
function throwFaulty(faults: readonly UserError[], left: number, { file }: Campaign): void {
  if (faults.length === 0) return;
  if (faults.length === 1) throw faults[0];
  const shown = faults.map((fault) => `  ${fault.format().replaceAll('\n', '\n  ')}`);
  const more = left > 0 ? '; no more were looked for' : '';
  throw new UserError([`${faults.length} surveys cannot be run${more}`, ...shown].join('\n'), { place: { file } });
}

/** Sums over the tasks of a plan. */
export class PlanTally {
  tasks = 0;
  private redrawn = 0;
  private readonly splits: Record<string, number> = {};
  private readonly steps: StepSeconds = { load: 0, build: 0, trace: 0, write: 0 };
  private readonly totals = { seconds: 0, pulses: 0, outputBytesMax: 0, secondsMax: 0, memoryBytesMax: 0 };

  /** `steps`: parts of the task's seconds. */
  add({ attempt = 0, split, estimate }: Pick<Task, 'attempt' | 'split' | 'estimate'>, steps: StepSeconds): void {
    const { totals } = this;
    for (const step of Object.keys(this.steps) as (keyof StepSeconds)[]) this.steps[step] += steps[step];
    this.tasks++;
    if (attempt > 0) this.redrawn++;
    if (split !== undefined) this.splits[split] = (this.splits[split] ?? 0) + 1;
    totals.seconds += estimate.seconds;
    totals.pulses += estimate.pulses;
    totals.outputBytesMax += estimate.outputBytesMax;
    totals.secondsMax = Math.max(totals.secondsMax, estimate.seconds);
    totals.memoryBytesMax = Math.max(totals.memoryBytesMax, estimate.memoryBytes);
  }

  facts(): Pick<PlanFacts, 'tasks' | 'redrawn' | 'splits' | 'totals'> {
    return {
      tasks: this.tasks,
      ...(this.redrawn > 0 && { redrawn: this.redrawn }),
      splits: this.splits,
      totals: { ...this.totals, steps: this.steps },
    };
  }
}

/** A file of lines, with its SHA-256. */
export class LineFile {
  private readonly file: OutputFile;
  private readonly hash = createHash('sha256');
  private digest = '';
  private text = '';

  constructor(file: OutputFile) {
    this.file = file;
  }

  async add(line: string): Promise<void> {
    this.text += line;
    if (this.text.length > BLOCK) await this.flush();
  }

  async commit(): Promise<void> {
    await this.flush();
    await this.file.commit();
    this.digest = this.hash.digest('hex');
  }

  sha256(): string {
    return this.digest;
  }

  private async flush(): Promise<void> {
    const bytes = new TextEncoder().encode(this.text);
    this.text = '';
    this.hash.update(bytes);
    await this.file.append(bytes);
  }
}
