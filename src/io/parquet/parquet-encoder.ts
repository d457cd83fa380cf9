/*
 * Parquet as hyparquet-writer encodes it, a row group at a time: points are collected column by column, encoded into memory
 * and handed to the file. So memory is that of a group, some 6 MB and again as much while it is encoded, and of the footer, 15
 * KB a group. Differences of whole numbers, and the bytes of floating-point numbers sorted by their significance, are smaller
 * than plain ones and take no longer.
 */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import type { BlockBuffer } from '../block-buffer.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { CodedPoints } from '../coded-points.js';
import { ELEMENT_BYTES } from '../column.js';
import type { CloudHeader } from '../point-sink.js';

/** Points of a row group. */
const GROUP_POINTS = 65_536;
/** Room for points at first: many files are small. */
const FIRST_POINTS = 4096;
const FIRST_BYTES = 1024;

/** The columns of a group with bounds in the footer, by which readers leave out groups. */
const WITH_BOUNDS = new Set(['x', 'y', 'z', 'gps_time']);

/** Encodes a file with a column for each of `attributes`, named after it. */
export class ParquetEncoder implements CloudEncoder {
  private readonly attributes: readonly PointAttribute[];
  private readonly bytes = new ByteWriter(FIRST_BYTES);
  private readonly writer: ParquetWriter;
  /** Numbers of the group, a column for each attribute. */
  private columns: ArrayBuffer[];
  /** Points in the group, and for which there is room. */
  private filled = 0;
  private room = FIRST_POINTS;

  constructor(attributes: readonly PointAttribute[], { software, wkt, comment }: CloudHeader) {
    this.attributes = attributes;
    this.columns = attributes.map(({ type }) => new ArrayBuffer(FIRST_POINTS * ELEMENT_BYTES[type]));
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: [{ name: 'points', num_children: attributes.length }, ...attributes.map(schemaOf)],
      codec: 'SNAPPY',
      createdBy: software,
      kvMetadata: [
        ...(wkt === undefined ? [] : [{ key: 'crs', value: wkt }]),
        ...(comment === undefined ? [] : [{ key: 'comment', value: comment }]),
      ],
    });
    // The head has them already.
    this.bytes.index = 0;
  }

  head(): Uint8Array {
    return new TextEncoder().encode('PAR1');
  }

  async append(points: CodedPoints, buffer: BlockBuffer): Promise<void> {
    for (let first = 0; first < points.count; ) {
      if (this.filled === GROUP_POINTS) await this.writeGroup(buffer);
      if (this.filled === this.room) this.makeRoom();
      const count = Math.min(points.count - first, this.room - this.filled);
      for (const [k, { type }] of this.attributes.entries()) {
        const bytes = ELEMENT_BYTES[type];
        const part = points.bytes[k].subarray(first * bytes, (first + count) * bytes);
        new Uint8Array(this.columns[k]).set(part, this.filled * bytes);
      }
      this.filled += count;
      first += count;
    }
  }

  async end(buffer: BlockBuffer): Promise<void> {
    if (this.filled > 0) await this.writeGroup(buffer);
    await this.writer.finish();
    await this.drain(buffer);
  }

  private makeRoom(): void {
    this.room = Math.min(2 * this.room, GROUP_POINTS);
    this.columns = this.columns.map((column, k) => {
      const larger = new Uint8Array(this.room * ELEMENT_BYTES[this.attributes[k].type]);
      larger.set(new Uint8Array(column));
      return larger.buffer;
    });
  }

  private async writeGroup(buffer: BlockBuffer): Promise<void> {
    const columnData = this.attributes.map(({ name, type }, k) => ({
      name,
      // The package knows no numbers of 16 bits by type, but takes any array of numbers.
      data: new ARRAYS[type](this.columns[k], 0, this.filled) as Uint32Array,
      encoding: type === 'f32' || type === 'f64' ? ('BYTE_STREAM_SPLIT' as const) : ('DELTA_BINARY_PACKED' as const),
      statistics: WITH_BOUNDS.has(name),
      offsetIndex: false,
    }));
    await this.writer.write({ columnData, rowGroupSize: GROUP_POINTS });
    this.filled = 0;
    await this.drain(buffer);
  }

  /** Hands what was encoded to the file; its place in that goes on. */
  private async drain(buffer: BlockBuffer): Promise<void> {
    await buffer.append(this.bytes.getBytes());
    // Its memory would stay that of the largest group.
    this.bytes.buffer = new ArrayBuffer(FIRST_BYTES);
    this.bytes.view = new DataView(this.bytes.buffer);
    this.bytes.index = 0;
  }
}

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

/**
 * Whole numbers have 32 bits in the file, and an annotation of how many they need (Apache Parquet, LogicalTypes.md): the older
 * one, since hyparquet-writer 0.17.0 writes the width of the newer one as i32 instead of i8, and Arrow refuses such files.
 */
const WIDTHS: Readonly<Partial<Record<ElementType, number>>> = Object.freeze({ u8: 8, u16: 16, u32: 32 });

function schemaOf({ name, type }: PointAttribute): SchemaElement {
  const bitWidth = WIDTHS[type];
  if (bitWidth === undefined) return { name, type: type === 'f32' ? 'FLOAT' : 'DOUBLE', repetition_type: 'REQUIRED' };
  return {
    name,
    type: 'INT32',
    repetition_type: 'REQUIRED',
    converted_type: `UINT_${bitWidth as 8 | 16 | 32}`,
  };
}
