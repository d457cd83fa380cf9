import { counted } from '../base/text.js';
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

/** The columns that a filter may need. */
export type FilterColumn = 'classification' | 'returnNumber' | 'returnCount';

/** Noise: low points, and high ones (LAS 1.4 R15, table 17). */
export const NOISE_CLASSES: readonly number[] = [7, 18];

/** The columns that this filter needs. */
export function filterColumns({ classes, withoutClasses, returns }: PointFilter): FilterColumn[] {
  const ofClass = classes !== undefined || withoutClasses !== undefined;
  const ofReturns: FilterColumn[] =
    returns === undefined ? [] : typeof returns === 'string' ? ['returnNumber', 'returnCount'] : ['returnNumber'];
  return [...(ofClass ? (['classification'] as const) : []), ...ofReturns];
}

/** Why a filter leaves a point out; undefined: it passes. */
export type FilteredBy = 'class' | 'return' | undefined;

type Filtered = Partial<Pick<PointColumns<FilterColumn>, FilterColumn>>;

/** The test of a filter on the points of batches that have its columns. */
export function pointTest({
  classes,
  withoutClasses,
  returns,
}: PointFilter): (batch: Filtered, i: number) => FilteredBy {
  const isWanted = new Uint8Array(256).fill(classes === undefined ? 1 : 0);
  for (const one of classes ?? []) isWanted[one] = 1;
  for (const one of withoutClasses ?? []) isWanted[one] = 0;
  const isReturn = returnTest(returns);
  return ({ classification, returnNumber, returnCount }, i) => {
    if (classification && isWanted[classification[i]] === 0) return 'class';
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
