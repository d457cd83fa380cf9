import { attributesOf } from '../../cloud/point-fields.js';
import { soloCoders } from '../coders/block-coders.js';
import type { CloudFormat } from '../records/cloud-format.js';
import { attributeColumn, columnCoder } from '../records/column-coder.js';
import { FIELD_OPTIONS } from '../records/output-options.js';

/** Apache Parquet: a column for every attribute, in row groups. Its encoder is loaded on first use. */
export const PARQUET_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 65,
  nanosecondsPerPoint: 700,
  organised: false,
  streams: 'bytes',
  namesReference: true,
  keepsColours: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  coder: (header, options) => columnCoder(attributesOf(header, options).map(attributeColumn)),
  encode: async (header, options, { coders = soloCoders() } = {}) => {
    const { ParquetEncoder } = await import('../parquet/parquet-encoder.js');
    return new ParquetEncoder(attributesOf(header, options), header, coders);
  },
};
