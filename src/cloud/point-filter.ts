import { counted } from '../base/text.js';
import { isMiss, MISS_KEYS } from './misses.js';
import type { PointColumns } from './point-batch.js';

/** The returns of pulses by their place among the others: the first, the last, the only one, those between. */
export const RETURN_WORDS = ['first', 'last', 'single', 'middle'] as const;

export type ReturnWord = (typeof RETURN_WORDS)[number];

/** Points by what they are labelled as. */
export interface PointFilter {
  /** Classes of the points; absent: all. */
  classes?: readonly number[];
  /** Classes that are left out; absent: none. */
  withoutClasses?: readonly number[];
  /** Returns by a word, or by their numbers from 1; absent: all. */
  returns?: ReturnWord | readonly number[];
}

/** The columns that a filter may need, and what tells misses from returns where a cloud has it. */
export type FilterColumn = 'classification' | 'returnNumber' | 'returnCount' | 'withheld';

/** Noise: low points, and high ones (LAS 1.4 R15, table 17). */
export const NOISE_CLASSES: readonly number[] = [7, 18];

/** The columns that this filter needs. */
export function neededColumns({ classes, withoutClasses, returns }: PointFilter): Exclude<FilterColumn, 'withheld'>[] {
  const ofClass = classes !== undefined || withoutClasses !== undefined;
  return [
    ...(ofClass ? (['classification'] as const) : []),
    ...(returns !== undefined ? (['returnNumber'] as const) : []),
    ...(typeof returns === 'string' ? (['returnCount'] as const) : []),
  ];
}

/** The columns that this filter reads of a cloud, whether or not it has them all. */
export const filterColumns = (filter: PointFilter): FilterColumn[] => [
  ...new Set([...neededColumns(filter), ...(filter.returns === undefined ? [] : MISS_KEYS)]),
];

/** Why a filter leaves a point out; undefined: it passes. */
export type FilteredBy = 'class' | 'return' | undefined;

type Filtered = Partial<Pick<PointColumns<FilterColumn>, FilterColumn>>;

/** The test of a filter on the points of batches that have its columns. A choice of returns leaves misses out. */
export function pointTest({
  classes,
  withoutClasses,
  returns,
}: PointFilter): (batch: Filtered, i: number) => FilteredBy {
  const isWanted = new Uint8Array(256).fill(classes === undefined ? 1 : 0);
  for (const one of classes ?? []) isWanted[one] = 1;
  for (const one of withoutClasses ?? []) isWanted[one] = 0;
  const isReturn = returnTest(returns);
  return (batch, i) => {
    const { classification, returnNumber, returnCount } = batch;
    if (classification && isWanted[classification[i]] === 0) return 'class';
    if (returns !== undefined && isMiss(batch, i)) return 'return';
    return isReturn(returnNumber?.[i] ?? 0, returnCount?.[i] ?? 0) ? undefined : 'return';
  };
}

/** Whether a return passes. Points without numbers, 0 of 0, are the only ones of their pulses. */
function returnTest(returns: PointFilter['returns']): (number: number, count: number) => boolean {
  switch (returns) {
    case undefined:
      return () => true;
    case 'first':
      return (number) => number <= 1;
    case 'last':
      return (number, count) => number >= count;
    case 'single':
      return (_, count) => count <= 1;
    case 'middle':
      return (number, count) => number > 1 && number < count;
    default:
      return (number) => returns.includes(Math.max(1, number));
  }
}

/** `classes 2, 5, without 7, first returns` */
export function filterText({ classes, withoutClasses, returns }: PointFilter): string {
  const parts = [
    ...(classes ? [`class ${classes.join(', ')}`] : []),
    ...(withoutClasses ? [`without class ${withoutClasses.join(', ')}`] : []),
    ...(returns === undefined
      ? []
      : [typeof returns === 'string' ? `${returns} returns` : `return ${returns.join(', ')}`]),
  ];
  return parts.join(', ');
}

/** `500 points are noise (class 7 or 18)` */
export const noiseText = (count: number): string =>
  `${counted(count, 'point')} ${count === 1 ? 'is' : 'are'} noise (class ${NOISE_CLASSES.join(' or ')})`;
