import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import { NPY_TYPES, npyTableHead } from '../npz/npy-head.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import { FIELD_OPTIONS } from '../records/output-options.js';
import type { CloudHeader } from '../records/point-sink.js';
import {
  placeFields,
  type RecordField,
  type RecordLayout,
  recordCoder,
  recordEncoder,
} from '../records/record-encoder.js';
import { asItIs } from '../records/record-plan.js';

/** One structured array of NumPy (numpy.load): a record for every point, with a field for every attribute. */
export const NPY_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 90,
  nanosecondsPerPoint: 300,
  organised: false,
  keepsColours: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  ...halvesOf(layOut, recordCoder, recordEncoder),
};

function layOut(header: CloudHeader, choice: ChosenFields): RecordLayout<RecordField> {
  const { fields, recordLength } = placeFields(
    attributesOf(header, choice).map((attribute) => ({ attribute, type: attribute.type })),
  );
  const types = fields.map(({ attribute: { name }, type }) => ({ name, type: NPY_TYPES[type] }));
  return {
    fields,
    recordLength,
    steps: ({ attribute, at }) => [asItIs(attribute, at)],
    head: (points) => npyTableHead(types, points),
  };
}
