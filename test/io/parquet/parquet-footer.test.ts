/** Footers against those of hyparquet-writer, which turns all row groups into bytes at the end. */
import type { RowGroup } from 'hyparquet';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { type FileFacts, ParquetFooter } from '../../../src/io/parquet/parquet-footer.js';

const schema: SchemaElement[] = [
  { name: 'points', num_children: 2 },
  { name: 'x', type: 'DOUBLE', repetition_type: 'REQUIRED' },
  { name: 'class', type: 'INT32', repetition_type: 'REQUIRED', converted_type: 'UINT_8' },
];

/** Groups of many kinds: `k` is in their sizes and places, which need more bytes as it grows. */
function groupOf(k: number): RowGroup {
  const at = 4n + BigInt(k) * 300_000n;
  const facts = {
    codec: 'SNAPPY',
    num_values: 65_536n,
    total_compressed_size: at,
    total_uncompressed_size: at,
  } as const;
  // The types of hyparquet lack nan_count.
  const statistics = { min_value: -k, max_value: k / 3, null_count: 0n, nan_count: BigInt(k) };
  return {
    columns: [
      {
        file_offset: at,
        meta_data: {
          ...{
            type: 'DOUBLE',
            encodings: ['BYTE_STREAM_SPLIT'],
            path_in_schema: ['x'],
            ...facts,
            data_page_offset: at,
          },
          statistics,
        },
      },
      {
        file_offset: at + 100n,
        meta_data: {
          ...{ type: 'INT32', encodings: ['DELTA_BINARY_PACKED'], path_in_schema: ['class'], ...facts },
          data_page_offset: at + 100n,
        },
      },
    ],
    total_byte_size: at,
    num_rows: 65_536n,
    total_compressed_size: at,
  };
}

/** The end of a file as hyparquet-writer has it. */
function endOf({ createdBy, notes }: FileFacts, groups: RowGroup[]): Buffer {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema, createdBy, kvMetadata: notes });
  file.row_groups.push(...groups);
  file.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  file.finish();
  return Buffer.from(writer.getBytes().subarray(4));
}

describe('the footer', () => {
  it.each([1, 2, 14, 15, 200])('with %i groups is the same as if all became bytes at the end', (count) => {
    const facts = { schema, createdBy: 'subray', notes: [{ key: 'crs', value: 'a\u0016\0\u0019\0b' }] };
    const groups = Array.from({ length: count }, (_, k) => groupOf(k));
    const footer = new ParquetFooter(facts);
    for (const group of groups) footer.add(group);
    expect(Buffer.concat(footer.end()).equals(endOf(facts, groups))).toBe(true);
  });

  it('needs nothing of a group once it has it', () => {
    const facts = { schema, createdBy: 'subray' };
    const footer = new ParquetFooter(facts);
    const group = groupOf(1);
    footer.add(group);
    group.columns.length = 0;
    expect(Buffer.concat(footer.end()).equals(endOf(facts, [groupOf(1)]))).toBe(true);
  });

  it('has a list of groups also without any', () => {
    const facts = { schema, createdBy: 'subray' };
    const theirs = endOf(facts, []);
    const ours = Buffer.concat(new ParquetFooter(facts).end());
    // Field 3, no rows; field 4, a list of nothing: of structs in ours.
    const [untyped, typed] = [
      [0x16, 0, 0x19, 0],
      [0x16, 0, 0x19, 0x0c],
    ].map((bytes) => Buffer.from(bytes));
    const at = theirs.indexOf(untyped);
    expect(ours.indexOf(typed)).toBe(at);
    theirs[at + 3] = 0x0c;
    expect(ours.equals(theirs)).toBe(true);
  });
});
