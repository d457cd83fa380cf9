import { AbortedError, UserError } from '../../base/errors.js';
import type { OnProgress } from '../../base/log.js';
import { KeptScene } from '../kept-scene.js';
import type { Plan, Task } from '../plan/plan-file.js';
import { DoneTasks } from './done-tasks.js';
import { forgetFailure, isOfMachine, mayRetry, messageOfFailure, noteFailure, taskFailure } from './failures.js';
import { runTask, type TaskContext, type TaskRunOptions } from './run-task.js';
import { type Shard, tasksOf } from './shards.js';
import { finishedTask } from './task-folders.js';
import { TaskLog } from './task-log.js';
import { ChangedInputError, UnchangedInputs } from './unchanged-inputs.js';

export interface RunShardOptions extends TaskRunOptions {
  /** Absent: all tasks. */
  shard?: Shard;
  /** Whether tasks that failed are tried again. */
  retry?: boolean;
  /** Seconds after which no other task begins. */
  maxSeconds?: number;
  onProgress?: OnProgress;
}

/** Outcome of the tasks of a shard. */
export interface ShardReport {
  tasks: number;
  /** Done before, and now. */
  before: number;
  done: number;
  failed: number;
  /** Not done, since files that they read differ from the plan's. */
  changed: number;
  /** Not done, and worth another try. */
  left: number;
  points: number;
  seconds: number;
}

/**
 * Runs the tasks of a shard that are not done, one after the other. A task that fails stops no other. Ends early, with
 * tasks left, by the signal, when the time is over, and where the machine fails. Throws nothing that a task threw.
 */
export async function runShard(plan: Plan, options: RunShardOptions): Promise<ShardReport> {
  const { shard = { index: 0, count: 1 }, onProgress, signal, maxSeconds = Infinity, log } = options;
  const started = performance.now();
  const tasks = tasksOf(plan.tasks, shard);
  const report: ShardReport = {
    tasks: tasks.length,
    before: 0,
    done: 0,
    failed: 0,
    changed: 0,
    left: 0,
    points: 0,
    seconds: 0,
  };
  const work = new ShardWork(plan, options);
  const elapsed = () => (performance.now() - started) / 1000;
  let stopped = false;
  try {
    for (const task of tasks) {
      stopped ||= signal?.aborted === true || elapsed() > maxSeconds;
      const outcome: Outcome = stopped ? await work.look(task) : await work.run(task);
      stopped ||= outcome.kind === 'stop';
      if (outcome.reason !== undefined) log?.warn(`stopped at survey ${task.index}: ${outcome.reason}`);
      report[outcome.kind === 'stop' ? 'left' : outcome.kind]++;
      report.points += outcome.points ?? 0;
      if (onProgress) await work.tell(onProgress);
    }
  } finally {
    await work.close();
  }
  return { ...report, seconds: elapsed() };
}

interface Outcome {
  kind: 'before' | 'done' | 'failed' | 'changed' | 'left' | 'stop';
  points?: number;
  reason?: string;
}

class ShardWork {
  private readonly plan: Plan;
  private readonly options: Omit<RunShardOptions, 'onProgress'>;
  private readonly taskLog: TaskLog;
  private readonly context: TaskContext;
  /** Messages of inputs that have changed, each of which is given once. */
  private readonly changed = new Set<string>();
  private readonly finished: DoneTasks;

  /** Progress of single surveys is left out. */
  constructor(plan: Plan, { onProgress: _, ...options }: RunShardOptions) {
    const { folder, facts } = plan;
    this.plan = plan;
    this.options = options;
    this.taskLog = new TaskLog(folder);
    this.finished = new DoneTasks(folder);
    this.context = { folder, facts, inputs: new UnchangedInputs(folder, facts), scene: new KeptScene() };
  }

  close(): Promise<void> {
    return this.context.scene.close();
  }

  /** Tells how many surveys of the whole plan are done, by all processes. */
  async tell(onProgress: OnProgress): Promise<void> {
    const total = this.plan.tasks.length;
    onProgress({ task: 'run', done: Math.min(await this.finished.count(), total), total, unit: 'surveys' });
  }

  /** The outcome of a task, without running it. */
  async look({ id }: Task): Promise<Outcome> {
    const { folder } = this.plan;
    const finished = finishedTask(folder, id);
    if (finished) {
      this.finished.add(id);
      return { kind: 'before', points: finished.points };
    }
    const failure = await taskFailure(folder, id);
    return { kind: failure && !mayRetry(failure) && !this.options.retry ? 'failed' : 'left' };
  }

  async run(task: Task): Promise<Outcome> {
    const found = await this.look(task);
    if (found.kind !== 'left') return found;
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const { index, id } = task;
    try {
      const { points } = await runTask(this.context, task, this.options);
      this.finished.add(id);
      await forgetFailure(this.plan.folder, id);
      await this.taskLog.add({ index, id, seconds: seconds(), points });
      return { kind: 'done', points };
    } catch (error) {
      if (error instanceof AbortedError || this.options.signal?.aborted) return { kind: 'stop' };
      if (isOfMachine(error)) return { kind: 'stop', reason: messageOfFailure(error) };
      if (error instanceof ChangedInputError) return this.leave(error);
      await this.taskLog.add({ index, id, seconds: seconds(), failed: true });
      return this.fail(task, error);
    }
  }

  /** Leaves a task whose inputs have changed: it is not its own fault, so it is not noted. */
  private leave(error: ChangedInputError): Outcome {
    const message = messageOfFailure(error);
    if (!this.changed.has(message)) this.options.log?.warn(message);
    this.changed.add(message);
    return { kind: 'changed' };
  }

  /** Notes a failure; a fault of the program is tried once more at once. */
  private async fail(task: Task, error: unknown): Promise<Outcome> {
    const { folder } = this.plan;
    const { index, id } = task;
    const before = (await taskFailure(folder, id))?.attempts ?? 0;
    const fault = error instanceof UserError ? 'survey' : 'program';
    const failure = { id, index, fault, attempts: before + 1, message: messageOfFailure(error) } as const;
    await noteFailure(folder, failure);
    if (mayRetry(failure)) return this.run(task);
    this.options.log?.warn(`survey ${index} failed: ${failure.message}`);
    return { kind: 'failed' };
  }
}
