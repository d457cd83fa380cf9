import { UserError } from '../../base/errors.js';
import { formatRanges } from '../../base/format-ranges.js';
import { counted, shellWord } from '../../base/text.js';
import type { Plan, Task } from '../plan/plan-file.js';
import { taskFailure } from '../run/failures.js';
import { finishedTask } from '../run/task-folders.js';
import { cloudsOf } from './clouds-of-task.js';
import type { MergedTask, MissingTasks } from './data-set.js';

/** Tasks that are looked at at once. */
const AT_ONCE = 64;
/** Characters of a list of numbers in a message. */
const SHOWN_MAX = 200;

/**
 * The tasks of a plan that are done, in their order, and the numbers of the others. Throws UserError if there are
 * others and `partial` is not set, and if there is none that is done.
 */
export async function gatherTasks(
  plan: Plan,
  { partial = false }: { partial?: boolean },
): Promise<{ tasks: MergedTask[]; missing: MissingTasks }> {
  const tasks: MergedTask[] = [];
  const missing = { failed: [] as number[], left: [] as number[] };
  for (let first = 0; first < plan.tasks.length; first += AT_ONCE) {
    const some = plan.tasks.slice(first, first + AT_ONCE);
    const found = await Promise.all(some.map((task) => mergedTask(plan.folder, task)));
    for (const [k, task] of found.entries())
      if (typeof task === 'object') tasks.push(task);
      else missing[task].push(some[k].index);
  }
  if (!partial) await refuseGaps(plan, missing);
  if (tasks.length === 0)
    throw new UserError('no survey is done, so there is no data set yet', {
      place: { file: plan.folder },
      hint: `subray campaign run ${shellWord(plan.folder)} runs them`,
    });
  return { tasks, missing };
}

async function mergedTask(folder: string, task: Task): Promise<MergedTask | keyof MissingTasks> {
  const { index, id, split, variables } = task;
  const manifest = finishedTask(folder, id);
  if (!manifest) return (await taskFailure(folder, id)) ? 'failed' : 'left';
  return { index, id, split, variables, manifest, clouds: cloudsOf(task, manifest) };
}

async function refuseGaps({ folder, tasks }: Plan, { failed, left }: MissingTasks): Promise<void> {
  const of = (numbers: readonly number[]) => `${numbers.length} of ${counted(tasks.length, 'survey')}`;
  if (left.length > 0)
    throw new UserError(`${of(left)} ${are(left)} not done: ${shownRanges(left)}${alsoFailed(failed)}`, {
      place: { file: folder },
      hint: `subray campaign run ${shellWord(folder)} continues; --partial merges what is there`,
    });
  if (failed.length === 0) return;
  const first = tasks.find(({ index }) => index === failed[0]);
  const failure = first && (await taskFailure(folder, first.id));
  throw new UserError(`${of(failed)} failed: ${shownRanges(failed)}; survey ${failed[0]}: ${failure?.message ?? ''}`, {
    place: { file: folder },
    hint: `subray campaign run ${shellWord(folder)} --retry tries them again; --partial merges the others`,
  });
}

const are = ({ length }: readonly number[]): string => (length === 1 ? 'is' : 'are');

const alsoFailed = (failed: readonly number[]): string =>
  failed.length > 0 ? `; ${failed.length} failed: ${shownRanges(failed)}` : '';

/** `3,7,12-19`, cut off where it is long. */
export function shownRanges(numbers: readonly number[]): string {
  const text = formatRanges(numbers);
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, text.lastIndexOf(',', SHOWN_MAX))}, …`;
}
