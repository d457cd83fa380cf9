import { attributesOf } from '../../cloud/point-schema.js';
import type { CloudFormat } from '../cloud-format.js';
import { COLUMN_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';
import { attributeCell, type TextLayout, textEncoder } from '../text-encoder.js';

/** A line of names, then every attribute, separated by commas. */
export const CSV_CLOUD: CloudFormat<typeof COLUMN_OPTIONS> = {
  endings: ['.csv'],
  bytesPerPoint: 200,
  organised: false,
  options: COLUMN_OPTIONS,
  withoutColours: () => undefined,
  encode: (header) => textEncoder(layOut(header)),
};

function layOut({ optional = [] }: CloudHeader): TextLayout {
  const columns = attributesOf(optional);
  return { cells: columns.map(attributeCell), separator: ',', names: columns.map(({ name }) => name).join(',') };
}
