import { pairField } from '../../base/yaml/fields.js';
import type { VariableKind } from './variable-kind.js';

const MOST = 2 ** 52;

/** Any whole number from the first to the second, both included. */
export const INTEGER: VariableKind = {
  name: 'integer',
  schema: pairField('Least and greatest whole number, both included', { whole: true, min: -MOST, max: MOST }),
  fault: ([least, most]: [number, number]) =>
    least <= most ? undefined : 'a list of two whole numbers, the lower first',
  value: ([least, most]: [number, number], unit) => least + Math.floor((most - least + 1) * unit),
};
