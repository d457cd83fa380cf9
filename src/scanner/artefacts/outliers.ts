import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/** Returns from nowhere: `probability` is that of one more return of a pulse, anywhere along the beam. */
export const outliersSetting = artefactSetting({
  field: mapField('returns from nowhere', {
    probability: numberField('Probability that a pulse has one', { above: 0, max: 1, usual: [1e-6, 1e-2] }),
  }),
  resolve: (written) => written,
  example: { probability: 0.001 },
});
