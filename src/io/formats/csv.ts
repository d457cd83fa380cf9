import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import { type CloudFormat, halvesOf } from '../cloud-format.js';
import { hasDeepColours } from '../deep-colours.js';
import { FIELD_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';
import { attributeCell, byteCell, type TextLayout, textCoder, textEncoder } from '../text-encoder.js';

/** A line of names, then every chosen attribute, separated by commas. */
export const CSV_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 200,
  organised: false,
  streams: 'text',
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  ...halvesOf(layOut, textCoder, textEncoder),
};

function layOut(header: CloudHeader, options: ChosenFields): TextLayout {
  const columns = attributesOf(header, options);
  const names = columns.map(({ name }) => name);
  const colourCell = hasDeepColours(names) ? attributeCell : byteCell;
  const cells = columns.map((column) => (column.key === 'rgb' ? colourCell(column) : attributeCell(column)));
  return { cells, separator: ',', names: names.join(',') };
}
