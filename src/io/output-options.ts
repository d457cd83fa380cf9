import { flagField } from '../base/yaml/fields.js';

/** Options of outputs that several formats have. */

/** Of formats whose columns have names: more columns than every cloud has. */
export const COLUMN_OPTIONS = {
  pulses: flagField(
    'Points have the number of their pulse, in its leg and scanner, from 0; absent: they have none',
  ).optional(),
};
