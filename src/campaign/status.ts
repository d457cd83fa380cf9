import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Plan } from './plan/plan-file.js';
import { failedTasks, type TaskFailure, taskFailure } from './run/failures.js';
import { finishedTask } from './run/task-folders.js';
import { type LogLine, logFolder } from './run/task-log.js';

/** Progress of a campaign. */
export interface CampaignStatus {
  tasks: number;
  done: number;
  failed: number;
  left: number;
  /** The same of each split. */
  splits: Record<string, { tasks: number; done: number; failed: number }>;
  points: number;
  bytes: number;
  /** By the logs: of tasks that were run, and an estimate of those left. */
  secondsSpent: number;
  secondsLeft: number;
  failures: TaskFailure[];
  /** Indices of tasks that are not done, in order. */
  remaining: number[];
}

/** Looks at all tasks of a plan. */
export async function campaignStatus(plan: Plan): Promise<CampaignStatus> {
  const status: CampaignStatus = {
    tasks: plan.tasks.length,
    done: 0,
    failed: 0,
    left: 0,
    splits: {},
    points: 0,
    bytes: 0,
    secondsSpent: await secondsInLogs(plan.folder),
    secondsLeft: 0,
    failures: [],
    remaining: [],
  };
  const failed = await failedTasks(plan.folder);
  for (const task of plan.tasks) count(status, task, await stateOf(plan.folder, task.id, failed));
  const byEstimate = plan.tasks.reduce((sum, { estimate }) => sum + estimate.seconds, 0);
  const remaining = new Set(status.remaining);
  const left = plan.tasks.reduce((sum, { index, estimate }) => sum + (remaining.has(index) ? estimate.seconds : 0), 0);
  const pace = status.done > 0 && byEstimate > left ? status.secondsSpent / (byEstimate - left) : 1;
  return { ...status, secondsLeft: left * pace };
}

type State = { bytes: number; points: number } | { failure: TaskFailure } | undefined;

async function stateOf(folder: string, id: string, failed: ReadonlySet<string>): Promise<State> {
  const manifest = finishedTask(folder, id);
  if (manifest) return { points: manifest.points, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) };
  const failure = failed.has(id) ? await taskFailure(folder, id) : undefined;
  return failure && { failure };
}

function count(status: CampaignStatus, { index, split }: Plan['tasks'][number], state: State): void {
  if (split !== undefined) status.splits[split] ??= { tasks: 0, done: 0, failed: 0 };
  const own = split === undefined ? undefined : status.splits[split];
  if (own) own.tasks++;
  if (state && 'points' in state) {
    status.done++;
    status.points += state.points;
    status.bytes += state.bytes;
    if (own) own.done++;
    return;
  }
  status.remaining.push(index);
  if (!state) {
    status.left++;
    return;
  }
  status.failed++;
  status.failures.push(state.failure);
  if (own) own.failed++;
}

async function secondsInLogs(folder: string): Promise<number> {
  const logs = logFolder(folder);
  const names = await readdir(logs).catch(() => []);
  let seconds = 0;
  for (const name of names.filter((each) => each.endsWith('.jsonl')))
    for await (const line of createInterface({ input: createReadStream(join(logs, name)) })) seconds += secondsIn(line);
  return seconds;
}

/** Of a line that was cut off by a crash: 0. */
function secondsIn(line: string): number {
  try {
    return (JSON.parse(line) as LogLine).seconds;
  } catch {
    return 0;
  }
}
