import { choiceField, mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/** The least reflectance that is detected, in proportion to the range: `reflectance` at `range` metres. */
export const capabilitySetting = artefactSetting({
  field: mapField('the least reflectance that is seen, by a rule instead of the energy', {
    model: choiceField('The rule: in proportion to the range', ['linear']),
    reflectance: numberField('Least apparent reflectance that is seen at this range', {
      above: 0,
      max: 1000,
      usual: [0.1, 1],
    }),
    range: numberField('Range of that reflectance', { unit: 'm', above: 0, max: 100_000, usual: [10, 500] }),
  }),
  resolve: ({ reflectance, range }) => ({ reflectance, range }),
  example: { model: 'linear', reflectance: 0.8, range: 50 },
});
