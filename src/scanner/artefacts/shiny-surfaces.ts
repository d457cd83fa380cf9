import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';
import { roughnessField } from './roughness-field.js';

/**
 * Ranges of smooth surfaces that are too long: by s² · perMetre · R + s · (perSurface · ξ_surface + perPulse · ξ_pulse)
 * with the smoothness s = 1 − roughness and uniform ξ. Source of the form and of the defaults: the published code of
 * López et al. 2025, ISPRS J. 222, 79–98, §3.4.
 */
export const shinySurfacesSetting = artefactSetting({
  field: mapField('ranges of smooth surfaces that are too long', {
    roughness: roughnessField,
    perMetre: numberField('Error of a mirror for each metre of range', {
      unit: 'm/m',
      min: 0,
      max: 1,
      usual: [0, 0.01],
    }).default(1 / 200),
    perSurface: numberField('Largest error that all points of an instance of a mirror share', {
      unit: 'm',
      min: 0,
      max: 100,
      usual: [0, 0.1],
    }).default(1 / 80),
    perPulse: numberField('Largest error of a mirror that each pulse draws', {
      unit: 'm',
      min: 0,
      max: 100,
      usual: [0, 0.1],
    }).default(1 / 100),
  }),
  resolve: (written) => written,
  example: { roughness: { glass: 0.05 } },
});
