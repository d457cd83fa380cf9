import { flagField } from '../../base/yaml/fields.js';
import { soloCoders } from '../coders/block-coders.js';
import type { CloudFormat } from '../records/cloud-format.js';
import { encodeLas, LAS_OPTIONS, lasCannotHold, lasCoder, lasHoldsMisses, layeredConflict } from './las.js';

const OPTIONS = {
  ...LAS_OPTIONS,
  byLaser: flagField(
    'The points of each chunk of 50,000 are laser by laser, which makes files of several lasers smaller; absent: in the order of the pulses',
  ).optional(),
};

/**
 * LAS compressed in the manner of LASzip (LAZ 1.4, layered chunks of 50,000 points; Isenburg 2013, PE&RS 79(2)). Its
 * encoder is loaded on first use.
 */
export const LAZ_CLOUD: CloudFormat<typeof OPTIONS> = {
  bytesPerPoint: 12,
  nanosecondsPerPoint: 640,
  organised: false,
  namesReference: true,
  keepsColours: true,
  options: OPTIONS,
  cannotHold: lasCannotHold,
  holdsMisses: lasHoldsMisses,
  conflict: layeredConflict,
  coder: (header, options) => lasCoder(header, options, options),
  encode: async (header, options, { coders = soloCoders() } = {}) => {
    const { LazData } = await import('../laz/laz-data.js');
    return encodeLas(header, options, (layout) => new LazData(layout, coders, { byLaser: options.byLaser }));
  },
};
