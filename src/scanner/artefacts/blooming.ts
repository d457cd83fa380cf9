import { DEGREE } from '../../base/angle.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/** Shots before and after a return that its halo can reach: they are held back until all of them are known. */
const SHOTS_MAX = 64;

/**
 * Halo of very strong returns: `above` is the energy over the smallest recorded one from which returns have a halo,
 * `share` that of a return's energy in the middle of its halo, `width` the halo's full width at half maximum, radians.
 */
export const bloomingSetting = artefactSetting({
  field: mapField('halos of very strong returns, such as those of retro-reflectors', {
    above: numberField('Energy over the smallest recorded one from which a return has a halo', {
      unit: 'dB',
      min: 0,
      max: 200,
      usual: [30, 80],
    }),
    level: numberField('Energy in the middle of the halo over that of the return', {
      unit: 'dB',
      min: -100,
      max: 0,
      usual: [-60, -20],
    }),
    width: numberField('Full width of the halo at half of its maximum', {
      unit: 'deg',
      above: 0,
      max: 180,
      usual: [0.2, 10],
    }),
    shots: numberField('Shots before and after the return that the halo reaches', {
      whole: true,
      min: 0,
      max: SHOTS_MAX,
      usual: [0, 10],
    }).default(4),
  }),
  resolve: ({ above, level, width, shots }) => ({
    above: 10 ** (above / 10),
    share: 10 ** (level / 10),
    width: width * DEGREE,
    shots,
  }),
  example: { above: 60, level: -40, width: 1 },
});
