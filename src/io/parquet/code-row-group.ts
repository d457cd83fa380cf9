/*
 * Row groups of Parquet, a column at a time, each in one page (Apache Parquet, README.md and Encodings.md), with
 * building blocks of hyparquet-writer. Its loop over bytes, its search for the ends of pages and its types for any
 * number took three times as long as this code. Differences of whole numbers, and the bytes of floating-point numbers
 * sorted by their significance, are smaller than plain ones.
 */
import type { ColumnChunk, RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import type { MovedResult } from '../../base/threads/thread-crew.js';
import { type NumberArray, numbersIn } from '../../cloud/columns/number-arrays.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import type { BlockWork } from '../records/blocks.js';

/** Points to be coded as one row group. The coder owns their memory until it returns it. */
export interface GroupWork extends BlockWork<CodedGroup> {
  format: 'parquet';
  count: number;
  /** Numbers of each attribute, in one memory. */
  columns: readonly Uint8Array<ArrayBuffer>[];
  attributes: readonly Pick<PointAttribute, 'name' | 'type'>[];
}

/** A coded row group, with the memory of its points for reuse. */
export interface CodedGroup {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its entry in the footer, with offsets from its first byte. */
  group: RowGroup;
  memory: ArrayBuffer;
}

/** Room for the heads of pages, and for data that compression does not shrink. */
const SPARE_BYTES = 4096;

/** Columns with bounds in the footer, by which readers skip groups. */
const WITH_BOUNDS = new Set(['x', 'y', 'z', 'gps_time']);

/** Codes a row group; `takeTurns` is awaited after each column. */
export async function codeRowGroup(
  { count, columns, attributes }: GroupWork,
  takeTurns: () => Promise<void>,
): Promise<MovedResult<CodedGroup>> {
  const writer = new ByteWriter(columns.reduce((sum, { length }) => sum + length, SPARE_BYTES));
  const chunks: ColumnChunk[] = [];
  for (const [k, attribute] of attributes.entries()) {
    chunks.push(codeColumn(writer, attribute, columns[k], count));
    await takeTurns();
  }
  const bytes = writer.getBytes() as Uint8Array<ArrayBuffer>;
  const group = {
    columns: chunks,
    total_byte_size: chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
    num_rows: BigInt(count),
    total_compressed_size: BigInt(bytes.length),
  };
  const memory = columns[0].buffer;
  return { result: { bytes, group, memory }, memory: [bytes.buffer, memory] };
}

/** Encodings of an attribute's numbers: differences for whole numbers of 32 bits, byte by byte for others. */
const STORED = {
  whole: { type: 'INT32', encoding: 'DELTA_BINARY_PACKED' },
  f32: { type: 'FLOAT', encoding: 'BYTE_STREAM_SPLIT' },
  f64: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT' },
} as const;

/** Appends the chunk of a column, and returns its entry in the footer. */
function codeColumn(
  writer: ByteWriter,
  { name, type: ofNumber }: Pick<PointAttribute, 'name' | 'type'>,
  column: Uint8Array<ArrayBuffer>,
  count: number,
): ColumnChunk {
  const { type, encoding } = STORED[ofNumber === 'f32' || ofNumber === 'f64' ? ofNumber : 'whole'];
  const values = type === 'INT32' ? differences(ofNumber, column) : splitBytes(column, type === 'FLOAT' ? 4 : 8);
  const packed = snappyCompress(values);
  const at = BigInt(writer.offset);
  const head = headBytes(writer, { count, encoding, bytes: values.length, packedBytes: packed.length });
  writer.appendBytes(packed);
  const meta_data = {
    ...{ type, encodings: [encoding], path_in_schema: [name], codec: 'SNAPPY' as const, num_values: BigInt(count) },
    total_compressed_size: BigInt(head + packed.length),
    total_uncompressed_size: BigInt(head + values.length),
    data_page_offset: at,
    ...(WITH_BOUNDS.has(name) && {
      statistics: boundsOf(numbersIn('f64', column)),
      encoding_stats: [{ page_type: 'DATA_PAGE_V2' as const, encoding, count: 1 }],
    }),
  };
  return { file_offset: at, meta_data };
}

interface Page {
  count: number;
  encoding: (typeof STORED)[keyof typeof STORED]['encoding'];
  bytes: number;
  packedBytes: number;
}

/** Appends the head of a page without gaps, and returns its length. */
function headBytes(writer: ByteWriter, { count, encoding, bytes, packedBytes }: Page): number {
  const before = writer.offset;
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: bytes,
    compressed_page_size: packedBytes,
    data_page_header_v2: {
      ...{ num_values: count, num_nulls: 0, num_rows: count, encoding, is_compressed: true },
      definition_levels_byte_length: 0,
      repetition_levels_byte_length: 0,
    },
  });
  return writer.offset - before;
}

/** Differences of whole numbers, which wrap at 32 bits: the sign means nothing. */
function differences(type: ElementType, column: Uint8Array<ArrayBuffer>): Uint8Array {
  const stored = numbersIn(type, column);
  const numbers =
    type === 'u32' ? new Int32Array(stored.buffer, stored.byteOffset, stored.length) : new Int32Array(stored);
  const writer = new ByteWriter(numbers.byteLength + SPARE_BYTES);
  deltaBinaryPack(writer, numbers, 'INT32');
  return writer.getBytes();
}

/** The first bytes of all numbers of `width` bytes, then the second ones, and so on. */
function splitBytes(column: Uint8Array, width: number): Uint8Array {
  const split = new Uint8Array(column.length);
  for (let byte = 0, to = 0; byte < width; byte++)
    for (let from = byte; from < column.length; from += width) split[to++] = column[from];
  return split;
}

/** The least and the greatest of the numbers; -0 is less than 0 (parquet.thrift, Statistics), NaN is counted. */
function boundsOf(numbers: NumberArray) {
  let [least, most, missing] = [Infinity, -Infinity, 0];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
    if (Number.isNaN(number)) missing++;
  }
  const isEmpty = least > most;
  return {
    min_value: isEmpty ? undefined : least === 0 ? -0 : least,
    max_value: isEmpty ? undefined : most === 0 ? 0 : most,
    null_count: 0n,
    nan_count: BigInt(missing),
  };
}
