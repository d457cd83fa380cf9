import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';
import { roughnessField } from './roughness-field.js';

/**
 * Loss of returns from smooth surfaces, with the smoothness s = 1 − roughness: a return is lost with probability
 * constant + factor · (s + shift)^exponent if s ≥ least, otherwise with probability constant; 0 and 1 bound it. Source
 * of the form and of the defaults: López et al. 2025, ISPRS J. 222, 79–98, eq. 12 and their published code.
 */
export const lossesSetting = artefactSetting({
  field: mapField('returns that smooth surfaces lose', {
    roughness: roughnessField,
    constant: numberField('Probability with which any return is lost', { min: 0, max: 1, usual: [0, 0.1] }).default(0),
    factor: numberField('Factor of the power of the smoothness', { min: 0, max: 1000, usual: [1, 200] }).default(5),
    shift: numberField('Added to the smoothness before the power', { min: -1, max: 1, usual: [-1, 0] }).default(-0.4),
    exponent: numberField('Exponent of the power', { min: 0, max: 100, usual: [1, 20] }).default(4.815),
    least: numberField('Smoothness below which only the constant counts', { min: 0, max: 1 }).default(0.5),
  }),
  resolve: (written) => written,
  example: { roughness: { glass: 0.05 } },
});
