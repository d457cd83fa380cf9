/*
 * Misses: pulses without a return, as points of a cloud. Return numbers of 0 were put into LAS for them (L. Graham, in
 * issue 14 of ASPRSorg/LAS, 2017), with `0 of 0` as what its committee found most logical. Files of other programs have
 * 0 of 0 where they know no returns, so a miss is withheld as well: programs that heed this flag leave it out.
 */
import { OPTIONAL_KEYS, type PointBatch } from './point-batch.js';
import { type ChosenFields, fieldsOf } from './point-fields.js';

/** The columns that tell a miss from a return. */
export const MISS_KEYS = Object.freeze(['returnNumber', 'returnCount', 'withheld'] as const);

export type MissColumns = Pick<PointBatch, (typeof MISS_KEYS)[number]>;

/** Whether point `i` stands for a pulse without a return: number 0 of 0, and withheld. */
export const isMiss = ({ returnNumber, returnCount, withheld }: Partial<MissColumns>, i: number): boolean =>
  withheld?.[i] === 1 && returnNumber?.[i] === 0 && returnCount?.[i] === 0;

/** Whether files with these fields tell misses from returns. */
export function tellMisses(choice: ChosenFields): boolean {
  const keys = fieldsOf({ optional: OPTIONAL_KEYS }, choice).map(({ key }) => key);
  return MISS_KEYS.every((key) => keys.includes(key));
}
