import { choiceField, flagField } from '../base/yaml/fields.js';

/** Options of outputs that several formats have. */

/** Of formats whose columns have names: more columns than every cloud has. */
export const COLUMN_OPTIONS = {
  pulses: flagField(
    'Points have the number of their pulse, in its leg and scanner, from 0; absent: they have none',
  ).optional(),
};

/** Of formats in which HELIOS++ writes clouds. */
export const LAYOUT_OPTIONS = {
  layout: choiceField('Columns, units, times and numbers as HELIOS++ writes them; absent: those of subray', [
    'helios',
  ]).optional(),
};
