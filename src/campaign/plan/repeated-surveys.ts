import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import type { Campaign } from '../campaign.js';
import { namesIn } from '../templates.js';
import type { Task } from './plan-file.js';

type Known = Pick<Task, 'index' | 'id' | 'split'>;

/** Finds surveys of a campaign that are the same as one before: they have its id, and so its files. */
export class RepeatedSurveys {
  /** The first of each id: its number. Splits lie apart, since there may be a million. */
  private readonly first = new Map<string, number>();
  private readonly splits = new Map<number, string>();
  private repeated = 0;
  private example: readonly [number, number] | undefined;
  private divided = 0;
  private dividedExample: readonly [Known, Known] | undefined;

  add({ index, id, split }: Known): void {
    const before = this.first.get(id);
    if (before === undefined) {
      this.first.set(id, index);
      if (split !== undefined) this.splits.set(index, split);
      return;
    }
    const splitBefore = this.splits.get(before);
    if (split === splitBefore) {
      this.repeated++;
      this.example ??= [before, index];
    } else {
      this.divided++;
      this.dividedExample ??= [
        { index: before, id, split: splitBefore },
        { index, id, split },
      ];
    }
  }

  /** Throws UserError for surveys that are in two splits; warns once of those that occur twice in one. */
  check(campaign: Campaign, log: Log): void {
    if (this.dividedExample) throw dividedError(this.dividedExample, this.divided, campaign);
    if (!this.example) return;
    const [before, index] = this.example;
    const count = this.repeated === 1 ? '1 survey is' : `${this.repeated} surveys are`;
    log.warn(`${count} the same as one before, such as ${index} as ${before}: both have the same files`);
  }
}

function dividedError([a, b]: readonly [Known, Known], count: number, campaign: Campaign): UserError {
  const { grid, variables, given, document } = campaign;
  const more = count > 1 ? ` (and ${count - 1} more are like this)` : '';
  const message = `surveys ${a.index} (${a.split}) and ${b.index} (${b.split}) are the same, in two splits${more}`;
  const names = [...[...grid, ...variables].map(({ name }) => name), ...(given?.names ?? [])];
  const set = new Set(campaign.assignments.flatMap(({ template }) => namesIn(template)));
  const unused = names.filter((name) => !set.has(name));
  const depends = unused.length > 0 ? `no survey depends on ${joinWords(unused, 'or')}, which set does not use; ` : '';
  const remedy = given?.hasSplit
    ? 'give rows that make the same survey the same split'
    : splitRemedy(
        names.filter((name) => set.has(name)),
        campaign,
      );
  return new UserError(message, { place: document.placeOf(['split']), hint: `${depends}${remedy}` });
}

/** Advice to split surveys that depend on `used` so that equal ones stay together. */
function splitRemedy(used: readonly string[], { variables }: Campaign): string {
  const isFree = (name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    return !variable?.perCell && !variable?.heldOut;
  };
  const by = used.filter(isFree);
  return by.length > 0
    ? `split by what surveys depend on: split: { by: [${by.join(', ')}], … }`
    : 'let set use variables that differ from survey to survey';
}
