import { pairField } from '../../base/yaml/fields.js';
import { rounded } from './rounded.js';
import type { VariableKind } from './variable-kind.js';

/**
 * Any number > 0 from the first to the second, whose logarithms are each as likely: as many from
 * 1 to 10 as from 10 to 100.
 */
export const LOGUNIFORM: VariableKind = {
  name: 'loguniform',
  schema: pairField('Least and greatest number, each logarithm between as likely', { above: 0 }),
  fault: ([least, most]: [number, number]) => {
    if (least >= most) return 'a list of two numbers > 0, the lower first';
    return most / least < Infinity ? undefined : `limits whose ratio is at most ${Number.MAX_VALUE}`;
  },
  value: ([least, most]: [number, number], unit) => rounded(least * Math.exp(unit * Math.log(most / least))),
};
