import { attributesOf } from '../../cloud/point-schema.js';
import type { CloudFormat } from '../cloud-format.js';
import { ELEMENT_BYTES, storeAttribute } from '../column.js';
import { NPY_TYPES, npyTableHead } from '../npz/npy-head.js';
import { COLUMN_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';
import { type RecordField, type RecordLayout, recordEncoder } from '../record-encoder.js';

/** One structured array of NumPy (numpy.load): a record for every point, with a field for every attribute. */
export const NPY_CLOUD: CloudFormat<typeof COLUMN_OPTIONS> = {
  endings: ['.npy'],
  bytesPerPoint: 90,
  organised: false,
  options: COLUMN_OPTIONS,
  withoutColours: () => undefined,
  encode: (header) => recordEncoder(layOut(header)),
};

function layOut(header: CloudHeader): RecordLayout<RecordField> {
  let recordLength = 0;
  const fields = attributesOf(header.optional ?? []).map((attribute) => {
    const at = recordLength;
    recordLength += ELEMENT_BYTES[attribute.type];
    return { attribute, at };
  });
  const types = fields.map(({ attribute: { name, type } }) => ({ name, type: NPY_TYPES[type] }));
  return {
    fields,
    recordLength,
    store: (place, { attribute }, batch, first, count) => storeAttribute(place, attribute, batch, first, count),
    head: (points) => npyTableHead(types, points),
  };
}
