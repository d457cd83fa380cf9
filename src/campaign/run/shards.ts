import { UserError } from '../../base/errors.js';
import type { Task } from '../plan/plan-file.js';

/** A share of a plan: number `index` of `count`, from 0 on. */
export interface Shard {
  index: number;
  count: number;
}

/** Most shards of a plan. */
const SHARDS_MAX = 1_000_000;

/** Reads `i/n`. Throws UserError unless 0 <= i < n. */
export function parseShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? []).map(Number);
  if (index < count && count <= SHARDS_MAX) return { index, count };
  throw new UserError(
    `--shard: found "${text}", expected i/n with 0 <= i < n <= ${SHARDS_MAX}, such as 0/3, 1/3 and 2/3`,
  );
}

/**
 * The tasks of a shard, in the order of the plan. All shards take about as long: each task, the longest first, goes to
 * the shard with the least to do. It follows from the plan and the number of shards alone.
 */
export function tasksOf(tasks: readonly Task[], { index, count }: Shard): Task[] {
  if (count === 1) return [...tasks];
  const byLength = [...tasks].sort((a, b) => b.estimate.seconds - a.estimate.seconds || (a.id < b.id ? -1 : 1));
  const shares = new LeastFirst(count);
  const own = byLength.filter(({ estimate }) => shares.give(estimate.seconds) === index);
  return own.sort((a, b) => a.index - b.index);
}

/** Shares of work in a heap: the one with the least is on top, of equal ones that of the lowest number. */
class LeastFirst {
  private readonly loads: { shard: number; seconds: number }[];

  constructor(count: number) {
    this.loads = Array.from({ length: count }, (_, shard) => ({ shard, seconds: 0 }));
  }

  /** Gives work of so many seconds to a share; returns whose it is. */
  give(seconds: number): number {
    const top = this.loads[0];
    const { shard } = top;
    this.sink({ shard, seconds: top.seconds + seconds });
    return shard;
  }

  private sink(load: { shard: number; seconds: number }): void {
    const { loads } = this;
    let place = 0;
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const child = right < loads.length && isLess(loads[right], loads[left]) ? right : left;
      if (child >= loads.length || !isLess(loads[child], load)) break;
      loads[place] = loads[child];
      place = child;
    }
    loads[place] = load;
  }
}

const isLess = (a: { shard: number; seconds: number }, b: { shard: number; seconds: number }): boolean =>
  a.seconds < b.seconds || (a.seconds === b.seconds && a.shard < b.shard);
