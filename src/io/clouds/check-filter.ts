import { UserError } from '../../base/errors.js';
import { neededColumns, type PointFilter } from '../../cloud/point-filter.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { recordColumnsOf } from './readable-clouds.js';

const WORDS: Readonly<Record<ReturnType<typeof neededColumns>[number], string>> = {
  classification: 'classes',
  returnNumber: 'return numbers',
  returnCount: 'numbers of returns of a pulse',
};

/** Throws UserError if a cloud lacks a column by which points are to be chosen. */
export function checkFilter(cloud: ReadableCloud, filter: PointFilter): void {
  const has = new Set<string>(recordColumnsOf(cloud).map(({ key }) => key));
  const lacking = neededColumns(filter).find((column) => !has.has(column));
  if (lacking !== undefined)
    throw new UserError(`its points have no ${WORDS[lacking]}, by which they are to be chosen`, {
      place: { file: cloud.path },
    });
}
