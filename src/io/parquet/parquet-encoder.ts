/*
 * Parquet, a row group at a time: points are collected column by column, coded as a block, and passed to the file. So
 * memory is that of a group, some 6 MB, for each in progress, and of the footer, some 1 KB a group.
 */
import type { SchemaElement } from 'hyparquet-writer';
import type { ThreadCrew } from '../../base/threads/thread-crew.js';
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import type { ElementType } from '../../cloud/point-schema.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import { BlockQueue } from '../records/block-queue.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { CodedPoints } from '../records/coded-points.js';
import { type ColumnBlock, ColumnBlocks } from '../records/column-blocks.js';
import type { CloudHeader } from '../records/point-sink.js';
import type { CodedGroup, GroupWork } from './code-row-group.js';
import { ParquetFooter } from './parquet-footer.js';

/** Points of a row group. */
const GROUP_POINTS = 65_536;

const HEAD = new TextEncoder().encode('PAR1');

/** Encodes a file with a column for each of `attributes`, named after it. */
export class ParquetEncoder implements CloudEncoder {
  private readonly attributes: GroupWork['attributes'];
  private readonly blocks: ColumnBlocks;
  private readonly queue: BlockQueue<GroupWork, CodedGroup, BlockBuffer>;
  private readonly footer: ParquetFooter;
  /** Bytes of the file so far. */
  private length = HEAD.length;

  constructor(
    attributes: GroupWork['attributes'],
    { software, wkt, comment }: Pick<CloudHeader, 'software' | 'wkt' | 'comment'>,
    coders: ThreadCrew<GroupWork, CodedGroup>,
  ) {
    this.attributes = attributes.map(({ name, type }) => ({ name, type }));
    this.blocks = new ColumnBlocks(
      attributes.map(({ type }) => ELEMENT_BYTES[type]),
      GROUP_POINTS,
    );
    this.queue = new BlockQueue(coders, (coded, buffer) => this.addGroup(coded, buffer));
    this.footer = new ParquetFooter({
      schema: [{ name: 'points', num_children: attributes.length }, ...attributes.map(schemaOf)],
      createdBy: software,
      notes: notesOf({ crs: wkt, comment }),
    });
  }

  head(): Uint8Array {
    return HEAD;
  }

  append(points: CodedPoints, buffer: BlockBuffer): Promise<void> {
    return this.blocks.add(points, (block) => this.code(block, buffer));
  }

  async end(buffer: BlockBuffer): Promise<void> {
    if (this.blocks.filled > 0) await this.code(this.blocks.take(), buffer);
    await this.queue.drain();
    for (const part of this.footer.end()) await buffer.append(part);
  }

  private code(block: ColumnBlock, buffer: BlockBuffer): Promise<ArrayBuffer | undefined> {
    return this.queue.add({ format: 'parquet', ...block, attributes: this.attributes }, buffer);
  }

  /** Appends a group, and adds it to the footer with its place in the file. */
  private async addGroup({ bytes, group }: CodedGroup, buffer: BlockBuffer): Promise<void> {
    const at = BigInt(this.length);
    for (const chunk of group.columns) {
      chunk.file_offset += at;
      if (chunk.meta_data) chunk.meta_data.data_page_offset += at;
    }
    this.footer.add(group);
    this.length += bytes.length;
    await buffer.append(bytes);
  }
}

/**
 * Texts of a footer; undefined without any, since hyparquet-writer gives lists of no elements no type, which Arrow for
 * Rust refuses.
 */
function notesOf(texts: Readonly<Record<string, string | undefined>>): { key: string; value: string }[] | undefined {
  const notes = Object.entries(texts).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return notes.length > 0 ? notes : undefined;
}

/**
 * Whole numbers have 32 bits in the file, and an annotation of the bits they need (Apache Parquet, LogicalTypes.md). It
 * is the older one, since hyparquet-writer 0.17.0 writes the width of the newer one as i32 instead of i8, and Arrow
 * refuses such files.
 */
const WIDTHS: Readonly<Partial<Record<ElementType, number>>> = Object.freeze({ u8: 8, u16: 16, u32: 32 });

function schemaOf({ name, type }: GroupWork['attributes'][number]): SchemaElement {
  const bitWidth = WIDTHS[type];
  if (bitWidth === undefined) return { name, type: type === 'f32' ? 'FLOAT' : 'DOUBLE', repetition_type: 'REQUIRED' };
  return {
    name,
    type: 'INT32',
    repetition_type: 'REQUIRED',
    converted_type: `UINT_${bitWidth as 8 | 16 | 32}`,
  };
}
