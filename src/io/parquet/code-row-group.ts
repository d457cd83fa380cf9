/*
 * Row groups as hyparquet-writer encodes them, a column at a time, each in one page. Differences of whole numbers, and the bytes
 * of floating-point numbers sorted by their significance, are smaller than plain ones and take no longer.
 */
import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { MovedResult } from '../../base/threads/thread-crew.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';

/** Points to be coded as one row group. Their memory is the coder's until it returns it. */
export interface GroupWork {
  format: 'parquet';
  count: number;
  /** Numbers of each attribute, in one memory. */
  columns: readonly Uint8Array<ArrayBuffer>[];
  attributes: readonly Pick<PointAttribute, 'name' | 'type'>[];
}

/** A coded row group, and the memory of its points for others. */
export interface CodedGroup {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the footer says of it, with offsets from its first byte. */
  group: RowGroup;
  memory: ArrayBuffer;
}

/** Room for the heads of pages, and for what does not become smaller. */
const SPARE_BYTES = 4096;

/** Columns with bounds in the footer, by which readers leave out groups. */
const WITH_BOUNDS = new Set(['x', 'y', 'z', 'gps_time']);

/** Codes a row group; `takeTurns` is awaited after each column. */
export async function codeRowGroup(
  { count, columns, attributes }: GroupWork,
  takeTurns: () => Promise<void>,
): Promise<MovedResult<CodedGroup>> {
  const writer = new ByteWriter(columns.reduce((sum, { length }) => sum + length, SPARE_BYTES));
  const chunks: ColumnChunk[] = [];
  for (const [k, attribute] of attributes.entries()) {
    chunks.push(codeColumn(writer, attribute, columns[k]));
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

/** Appends the chunk of a column, and returns what the footer says of it. */
function codeColumn(
  bytes: ByteWriter,
  { name, type }: Pick<PointAttribute, 'name' | 'type'>,
  column: Uint8Array<ArrayBuffer>,
): ColumnChunk {
  const { offset, index } = bytes;
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'points', num_children: 1 }, physical(name, type)],
  });
  // It begins a file, which this is not.
  Object.assign(bytes, { offset, index });
  const data = NUMBERS[type](column);
  const encoding = type === 'f32' || type === 'f64' ? ('BYTE_STREAM_SPLIT' as const) : ('DELTA_BINARY_PACKED' as const);
  const columnData = [{ name, data, encoding, statistics: WITH_BOUNDS.has(name), offsetIndex: false }];
  // Without a size of pages, none is looked for at each number, which would take twice the time.
  writer.write({ columnData, rowGroupSize: data.length, pageSize: 0 });
  return writer.row_groups[0].columns[0];
}

/** A column as the package stores it, whatever its whole numbers mean. */
const physical = (name: string, type: ElementType): SchemaElement => ({
  name,
  type: type === 'f32' ? 'FLOAT' : type === 'f64' ? 'DOUBLE' : 'INT32',
  repetition_type: 'REQUIRED',
});

/** The numbers of a column; whole ones in the type that the package takes fastest, with the same bits. */
const NUMBERS: Readonly<
  Record<ElementType, (bytes: Uint8Array<ArrayBuffer>) => Int32Array | Float32Array | Float64Array>
> = Object.freeze({
  u8: (bytes) => new Int32Array(bytes),
  u16: ({ buffer, byteOffset, length }) => new Int32Array(new Uint16Array(buffer, byteOffset, length / 2)),
  u32: ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length / 4),
  f32: ({ buffer, byteOffset, length }) => new Float32Array(buffer, byteOffset, length / 4),
  f64: ({ buffer, byteOffset, length }) => new Float64Array(buffer, byteOffset, length / 8),
});
