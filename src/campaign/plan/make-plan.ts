import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders, removeEmptyFolders } from '../../base/files/node-make-folders.js';
import { dirname } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import { type Log, type OnProgress, SILENT_LOG } from '../../base/log.js';
import { estimateSurvey } from '../../survey/estimate.js';
import { RESULTS_VERSION } from '../../version.js';
import type { Campaign, Row } from '../campaign.js';
import { sha256 } from '../node-sha256.js';
import { rowAt, rowCount } from '../rows.js';
import { InputDigests } from './input-digests.js';
import {
  type EngineClass,
  PLAN_VERSION,
  type PlanFacts,
  planFactsPath,
  planPath,
  type Task,
  taskId,
} from './plan-file.js';
import { resolveRow } from './resolve-row.js';
import { checkTable, SemanticTable } from './semantic-table.js';

export interface MakePlanOptions {
  /** The campaign's folder, which the plan is written to. */
  folder: string;
  /** Engine of all tasks; default: cpu. */
  engine?: EngineClass;
  /** Whether a plan that is there is replaced. */
  force?: boolean;
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Faulty surveys that are named; more are not looked for. */
const FAULTS_MAX = 20;
/** Bytes of lines that are written at once. */
const BLOCK = 1 << 20;

/**
 * Draws all surveys of a campaign, checks and estimates each, and writes `plan.jsonl` and `plan.json` into its folder. Returns
 * the facts. Throws UserError for surveys that cannot be run, each named by its number, and if there is a plan already.
 */
export async function makePlan(campaign: Campaign, options: MakePlanOptions): Promise<PlanFacts> {
  const { folder, engine = 'cpu', force = false } = options;
  await checkFree(folder, force);
  const made = await makeFolders(folder);
  try {
    return await writePlan(campaign, { ...options, engine });
  } catch (error) {
    await removeEmptyFolders(made);
    throw error;
  }
}

/** Writes the tasks, then the facts, whose SHA-256 tells whether they belong together. */
async function writePlan(campaign: Campaign, options: MakePlanOptions): Promise<PlanFacts> {
  const { folder } = options;
  const lines = await LineFile.create(planPath(folder));
  try {
    const facts = await writeTasks(campaign, options, lines);
    await lines.commit();
    const whole = { ...facts, sha256: lines.sha256() };
    const text = `${JSON.stringify(whole, undefined, 2)}\n`;
    await writeWhole(nodeFiles, planFactsPath(folder), new TextEncoder().encode(text), { force: true });
    return whole;
  } catch (error) {
    await lines.abort();
    throw error;
  }
}

async function checkFree(folder: string, force: boolean): Promise<void> {
  await nodeFiles.checkOutput(planPath(folder), { force: true, makeFolders: true });
  const isThere = await nodeFiles.stat(planFactsPath(folder)).then(
    () => true,
    () => false,
  );
  if (isThere && !force)
    throw new UserError('has a plan already', {
      place: { file: folder },
      hint: '--force replaces it: tasks that are the same in both stay done',
    });
}

async function writeTasks(
  campaign: Campaign,
  { folder, engine = 'cpu', log = SILENT_LOG, signal, onProgress }: MakePlanOptions,
  lines: LineFile,
): Promise<PlanFacts> {
  const surveyFolder = dirname(campaign.base.file);
  const inputs = new InputDigests(nodeFiles, surveyFolder);
  const semantics = new SemanticTable();
  const tally = new PlanTally();
  const faults: UserError[] = [];
  const count = rowCount(campaign);
  const identity = { engine, results: RESULTS_VERSION };
  for (let index = 0; index < count && faults.length < FAULTS_MAX; index++) {
    signal?.throwIfAborted();
    onProgress?.({ task: 'plan', done: index, total: count, unit: 'surveys' });
    try {
      const task = await taskOf(campaign, rowAt(campaign, index), { folder, inputs, semantics, identity });
      tally.add(task);
      await lines.add(`${JSON.stringify(task)}\n`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      faults.push(error);
    }
  }
  throwFaulty(faults, campaign);
  checkTable(semantics.numbers);
  log.info(`${campaign.name}: ${tally.tasks} surveys`);
  return {
    plan: PLAN_VERSION,
    campaign: campaign.name,
    ...(Object.keys(campaign.about).length > 0 && { about: campaign.about }),
    sources: await sourceDigests(campaign, surveyFolder),
    ...identity,
    surveyFolder: relative(resolve(folder), surveyFolder).split(sep).join('/') || '.',
    ...tally.facts(),
    inputs: inputs.found,
    semantics: semantics.numbers,
    sha256: '',
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
async function taskOf(
  campaign: Campaign,
  row: Row,
  work: {
    folder: string;
    inputs: InputDigests;
    semantics: SemanticTable;
    identity: { engine: EngineClass; results: number };
  },
): Promise<Task> {
  const resolved = await resolveRow(campaign, row, {
    files: nodeFiles,
    outputFolder: resolve(work.folder, 'tasks/new'),
  });
  const { seconds, pulses, outputBytesMax, memoryBytes } = await estimateSurvey(resolved, { files: nodeFiles });
  const numbers = work.semantics.add(resolved.scene);
  const scene = numbers && { ...(row.survey.scene as object), semantics: numbers };
  const survey = { ...row.survey, ...(scene && { scene }) };
  const { index, split, variables } = row;
  return {
    index,
    id: taskId(survey, await work.inputs.of(resolved), work.identity),
    ...(split !== undefined && { split }),
    variables,
    estimate: { seconds, pulses, outputBytesMax, memoryBytes },
    survey,
  };
}

function throwFaulty(faults: readonly UserError[], { file }: Campaign): void {
  if (faults.length === 0) return;
  if (faults.length === 1) throw faults[0];
  const shown = faults.map((fault) => `  ${fault.format().replaceAll('\n', '\n  ')}`);
  const more = faults.length === FAULTS_MAX ? '; no more were looked for' : '';
  throw new UserError([`${faults.length} surveys cannot be run${more}`, ...shown].join('\n'), { place: { file } });
}

/** Sums over the tasks of a plan. */
class PlanTally {
  tasks = 0;
  private readonly splits: Record<string, number> = {};
  private readonly totals = { seconds: 0, pulses: 0, outputBytesMax: 0, secondsMax: 0, memoryBytesMax: 0 };

  add({ split, estimate }: Task): void {
    const { totals } = this;
    this.tasks++;
    if (split !== undefined) this.splits[split] = (this.splits[split] ?? 0) + 1;
    totals.seconds += estimate.seconds;
    totals.pulses += estimate.pulses;
    totals.outputBytesMax += estimate.outputBytesMax;
    totals.secondsMax = Math.max(totals.secondsMax, estimate.seconds);
    totals.memoryBytesMax = Math.max(totals.memoryBytesMax, estimate.memoryBytes);
  }

  facts(): Pick<PlanFacts, 'tasks' | 'splits' | 'totals'> {
    return { tasks: this.tasks, splits: this.splits, totals: this.totals };
  }
}

/** A file of lines, with its SHA-256. */
class LineFile {
  private readonly file: Awaited<ReturnType<typeof nodeFiles.create>>;
  private readonly hash = createHash('sha256');
  private digest = '';
  private text = '';

  private constructor(file: LineFile['file']) {
    this.file = file;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await nodeFiles.create(path, { force: true }));
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

  abort(): Promise<void> {
    return this.file.abort();
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
