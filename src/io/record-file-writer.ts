import type { PointBatch } from '../cloud/point-batch.js';
import type { PointAttribute } from '../cloud/point-schema.js';
import type { AtomicFile } from './atomic-file.js';
import { BlockBuffer } from './block-buffer.js';
import type { ColumnPlace } from './column.js';
import type { PointWriter, WrittenFile } from './point-writer.js';

/** One number of every record. */
export interface RecordField {
  attribute: PointAttribute;
  /** Bytes from the start of a record. */
  at: number;
}

/** What a file of records is made of. */
export interface RecordLayout<Field extends RecordField> {
  fields: readonly Field[];
  /** Bytes of a record. */
  recordLength: number;
  /** Writes a field of `count` points of the batch from number `first` on, the first of them at `place`. */
  store(place: ColumnPlace, field: Field, batch: PointBatch, first: number, count: number): void;
  /** The header of a file of so many points, of the same length for any number. */
  header(points: number): Uint8Array;
}

/** A file of a header and binary records of one length, a record a point. */
export class RecordFileWriter<Field extends RecordField> implements PointWriter {
  private readonly file: AtomicFile;
  private readonly buffer: BlockBuffer;
  private readonly layout: RecordLayout<Field>;
  private points = 0;

  private constructor(file: AtomicFile, layout: RecordLayout<Field>, blockBytes?: number) {
    this.file = file;
    this.buffer = new BlockBuffer(file, blockBytes);
    this.layout = layout;
  }

  /** A writer that has begun `file` with the header's place. */
  static async create<Field extends RecordField>(
    file: AtomicFile,
    layout: RecordLayout<Field>,
    blockBytes?: number,
  ): Promise<PointWriter> {
    const writer = new RecordFileWriter(file, layout, blockBytes);
    await writer.buffer.append(layout.header(0));
    return writer;
  }

  async write(batch: PointBatch): Promise<void> {
    const { recordLength, fields, store } = this.layout;
    for (let first = 0; first < batch.count; ) {
      if (this.buffer.free < recordLength) await this.buffer.flush();
      const count = Math.min(batch.count - first, Math.floor(this.buffer.free / recordLength));
      const { view, position } = this.buffer;
      for (const field of fields)
        store({ view, at: position + field.at, stride: recordLength }, field, batch, first, count);
      this.buffer.advance(count * recordLength);
      first += count;
    }
    this.points += batch.count;
  }

  async finish(): Promise<WrittenFile> {
    try {
      await this.buffer.drain();
      await this.file.writeAt(this.layout.header(this.points), 0);
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, points: this.points, bytes: this.file.size };
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }
}
