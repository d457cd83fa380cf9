import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import { FIELD_OPTIONS } from '../records/output-options.js';
import type { CloudHeader } from '../records/point-sink.js';
import { attributeCell, byteCell, type TextLayout, textCoder, textEncoder } from '../records/text-encoder.js';
import { hasDeepColours } from '../units/deep-colours.js';

/** A line of names, then every chosen attribute, separated by commas. */
export const CSV_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 200,
  nanosecondsPerPoint: 1500,
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
