import { pairField } from '../../base/yaml/fields.js';
import { rounded } from './rounded.js';
import type { VariableKind } from './variable-kind.js';

/** Any number from the first to the second, each as likely. */
export const UNIFORM: VariableKind = {
  name: 'uniform',
  schema: pairField('Least and greatest number, each between as likely'),
  fault: ([least, most]: [number, number]) => {
    if (least >= most) return 'a list of two numbers, the lower first';
    return most - least < Infinity ? undefined : `limits whose difference is at most ${Number.MAX_VALUE}`;
  },
  value: ([least, most]: [number, number], unit) => rounded(least + (most - least) * unit),
};
