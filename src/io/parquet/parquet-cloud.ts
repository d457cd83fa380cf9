import type { TableCloud } from '../tables/table-cloud.js';

/** Physical types that are read. */
export const PARQUET_TYPES = ['INT32', 'INT64', 'FLOAT', 'DOUBLE'] as const;
export type ParquetType = (typeof PARQUET_TYPES)[number];

/** Bytes of a number. */
export const PARQUET_BYTES: Readonly<Record<ParquetType, number>> = Object.freeze({
  INT32: 4,
  INT64: 8,
  FLOAT: 4,
  DOUBLE: 8,
});

/** A column that is read. */
export interface ParquetColumn {
  name: string;
  type: ParquetType;
  /** Whether whole numbers have no sign. */
  unsigned: boolean;
  /** Whether numbers may be missing. */
  optional: boolean;
}

/** The pages of a column in a row group. */
export interface ColumnChunk {
  /** Start and number of their bytes. */
  at: number;
  bytes: number;
  isCompressed: boolean;
}

/** Rows whose columns lie together. */
export interface RowGroup {
  rows: number;
  /** Chunks in the order of the columns that are read. */
  chunks: ColumnChunk[];
}

/** A Parquet file opened for reading; a record is a number of f64 for each column that is read. */
export interface ParquetCloud extends TableCloud {
  columns: ParquetColumn[];
  groups: RowGroup[];
}
