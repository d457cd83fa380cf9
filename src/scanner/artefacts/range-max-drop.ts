import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/** A maximum range that each pulse draws anew, up to `by` metres below that of the scanner. */
export const rangeMaxDropSetting = artefactSetting({
  field: mapField('a maximum range that differs from pulse to pulse', {
    by: numberField('How far below the maximum range that of a pulse can be', {
      unit: 'm',
      above: 0,
      max: 100_000,
      usual: [1, 50],
    }),
  }),
  resolve: (written) => written,
  example: { by: 10 },
});
