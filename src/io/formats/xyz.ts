import { attributeNamed } from '../../cloud/point-schema.js';
import type { CloudFormat } from '../cloud-format.js';
import type { CloudHeader } from '../point-sink.js';
import { attributeCell, byteCell, type TextLayout, textEncoder } from '../text-encoder.js';

/** A few plain numbers per line, separated by blanks, without names. */
export const XYZ_CLOUD: CloudFormat = {
  endings: ['.xyz'],
  bytesPerPoint: 60,
  organised: false,
  options: {},
  withoutColours: () => undefined,
  encode: (header) => textEncoder(layOut(header)),
};

/**
 * Programs that read such files (CloudCompare, MeshLab) use the first three columns as coordinates and ask about, or
 * number, the others. So there are few of them, all plain numbers.
 */
const COLUMNS: readonly string[] = Object.freeze([
  'x',
  'y',
  'z',
  'intensity',
  'classification',
  'return_number',
  'number_of_returns',
  'instance',
]);

/** Additional columns for colour: 8 bits each, as such programs expect. */
const COLOUR_COLUMNS: readonly string[] = Object.freeze(['red', 'green', 'blue']);

function layOut({ optional = [] }: CloudHeader): TextLayout {
  const colours = optional.includes('rgb') ? COLOUR_COLUMNS : [];
  const cells = [...COLUMNS.map(attributeNamed).map(attributeCell), ...colours.map(attributeNamed).map(byteCell)];
  return { cells, separator: ' ' };
}
