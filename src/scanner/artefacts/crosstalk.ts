import { DEGREE } from '../../base/angle.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/**
 * Leaks between the lasers of a shot. `share` is that of the energy of a return, `within` the angle of beams, radians.
 */
export const crosstalkSetting = artefactSetting({
  field: mapField('leaks between neighbouring lasers of a shot', {
    level: numberField('Energy of the ghost over that of its return', {
      unit: 'dB',
      min: -100,
      max: 0,
      usual: [-60, -20],
    }),
    within: numberField('Largest angle between the beams of neighbours', {
      unit: 'deg',
      above: 0,
      max: 180,
      usual: [0.1, 5],
    }),
  }),
  resolve: ({ level, within }) => ({ share: 10 ** (level / 10), within: within * DEGREE }),
  example: { level: -40, within: 2.1 },
});
