import { attributesOf } from '../../cloud/point-schema.js';
import type { CloudFormat } from '../cloud-format.js';
import { COLUMN_OPTIONS } from '../output-options.js';

/** Apache Parquet: a column for every attribute, in row groups. Its encoder is loaded when it is used. */
export const PARQUET_CLOUD: CloudFormat<typeof COLUMN_OPTIONS> = {
  endings: ['.parquet'],
  bytesPerPoint: 65,
  organised: false,
  options: COLUMN_OPTIONS,
  withoutColours: () => undefined,
  encode: async (header) => {
    const { ParquetEncoder } = await import('../parquet/parquet-encoder.js');
    return new ParquetEncoder(attributesOf(header.optional ?? []), header);
  },
};
