import { UserError } from '../../base/errors.js';
import { flagField } from '../../base/yaml/fields.js';
import type { CloudFormat } from '../cloud-format.js';
import { soloCoders } from '../laz/chunk-coders.js';
import { LazData } from '../laz/laz-data.js';
import { isLayeredFormat } from '../laz/packed-layout.js';
import { encodeLas, LAS_OPTIONS, lasCannotHold } from './las.js';

const OPTIONS = {
  ...LAS_OPTIONS,
  byLaser: flagField(
    'The points of each chunk of 50,000 are laser by laser, which makes files of several lasers smaller; absent: in the order of the pulses',
  ).optional(),
};

/** LAS compressed as LASzip does it (LAZ 1.4, layered chunks of 50,000 points; Isenburg 2013, PE&RS 79(2)). */
export const LAZ_CLOUD: CloudFormat<typeof OPTIONS> = {
  endings: ['.laz'],
  bytesPerPoint: 15,
  organised: false,
  options: OPTIONS,
  cannotHold: lasCannotHold,
  encode: (header, options, { coders = soloCoders() } = {}) =>
    encodeLas(header, options, (layout) => {
      if (isLayeredFormat(layout.format)) return new LazData(layout, coders, { byLaser: options.byLaser });
      throw new UserError(`LAZ is written in point formats from 6 on, not in ${layout.format}`, {
        hint: 'take point format 6 or 7, or LAS',
      });
    }),
};
