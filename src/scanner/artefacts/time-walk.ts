import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/**
 * Time walk of a leading edge: weak and stretched echoes cross the threshold late. `margin` is the peak power, over the
 * smallest recorded, at which ranges are calibrated.
 */
export const timeWalkSetting = artefactSetting({
  field: mapField('time walk of a detector of leading edges', {
    margin: numberField('Peak power over the smallest recorded one at which ranges are calibrated', {
      min: 1,
      max: 1e9,
      usual: [5, 1000],
    }).default(20),
  }),
  resolve: (written) => written,
  example: { margin: 20 },
});
