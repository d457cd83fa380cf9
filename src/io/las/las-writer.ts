import type { PointBatch } from '../../cloud/point-batch.js';
import { AtomicFile, type AtomicFileOptions } from '../atomic-file.js';
import { BlockBuffer } from '../block-buffer.js';
import type { CloudHeader, PointWriter, WrittenFile } from '../point-writer.js';
import { extraBytesVlr } from './extra-bytes.js';
import { encodeHeader, GLOBAL_ENCODING, HEADER_BYTES, type LasHeader } from './las-header.js';
import { PointEncoder } from './point-encoder.js';
import { extraAttributes, pointLayout, type WritablePointFormat } from './point-layout.js';
import { chooseQuantization } from './quantization.js';
import { encodeVlr } from './vlr.js';
import { wktVlr } from './wkt.js';

export interface LasWriterOptions extends AtomicFileOptions {
  pointFormat: WritablePointFormat;
  /** Metres of one step of a stored coordinate; 0.001 unless given, coarser where the extent needs it. */
  scale?: number;
}

const SYSTEM_IDENTIFIER = 'subray virtual laser scanner';

const MS_PER_DAY = 86_400_000;

/**
 * A writer of LAS 1.4 with point format 6, 7 or 8 and subray's extra bytes (ASPRS LAS Specification 1.4 – R15).
 * Points go to the disk as they come; the header, which counts them, is put in front at the end.
 * `header.bounds` must hold every point. Throws UserError where the file cannot be written.
 */
export async function createLasWriter(
  path: string,
  header: CloudHeader,
  options: LasWriterOptions,
): Promise<PointWriter> {
  const extras = extraAttributes(header.optional);
  const layout = pointLayout(options.pointFormat, extras);
  const encoder = new PointEncoder(layout, chooseQuantization(header.bounds, options.scale));
  const vlrs = [wktVlr(header.wkt), extraBytesVlr(extras)].map(encodeVlr);
  const file = await AtomicFile.create(path, options);
  const writer = new LasWriter(file, header, encoder, vlrs);
  await writer.begin();
  return writer;
}

class LasWriter implements PointWriter {
  private readonly file: AtomicFile;
  private readonly header: CloudHeader;
  private readonly encoder: PointEncoder;
  private readonly vlrs: Uint8Array[];
  private readonly buffer: BlockBuffer;

  constructor(file: AtomicFile, header: CloudHeader, encoder: PointEncoder, vlrs: Uint8Array[]) {
    this.file = file;
    this.header = header;
    this.encoder = encoder;
    this.vlrs = vlrs;
    this.buffer = new BlockBuffer(file);
  }

  async begin(): Promise<void> {
    await this.buffer.append(encodeHeader(this.lasHeader()));
    for (const vlr of this.vlrs) await this.buffer.append(vlr);
  }

  async write(batch: PointBatch): Promise<void> {
    const { recordLength } = this.encoder.layout;
    for (let first = 0; first < batch.count; ) {
      if (this.buffer.free < recordLength) await this.buffer.flush();
      const count = Math.min(batch.count - first, Math.floor(this.buffer.free / recordLength));
      this.encoder.encode(batch, first, count, this.buffer.view, this.buffer.position);
      this.buffer.advance(count * recordLength);
      first += count;
    }
  }

  async finish(): Promise<WrittenFile> {
    try {
      await this.buffer.drain();
      await this.file.writeAt(encodeHeader(this.lasHeader()), 0);
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, points: this.encoder.points, bytes: this.file.size };
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }

  private lasHeader(): LasHeader {
    const { encoder, header } = this;
    return {
      versionMajor: 1,
      versionMinor: 4,
      globalEncoding: GLOBAL_ENCODING.standardGpsTime | GLOBAL_ENCODING.wkt,
      fileSourceId: 0,
      systemIdentifier: SYSTEM_IDENTIFIER,
      generatingSoftware: header.software,
      creationDayOfYear: dayOfYear(header.created),
      creationYear: header.created.getUTCFullYear(),
      headerSize: HEADER_BYTES.v14,
      pointDataOffset: this.vlrs.reduce<number>((sum, vlr) => sum + vlr.length, HEADER_BYTES.v14),
      vlrCount: this.vlrs.length,
      pointFormat: encoder.layout.format,
      compressed: false,
      recordLength: encoder.layout.recordLength,
      ...encoder.quantization,
      bounds: encoder.bounds(),
      evlrOffset: 0,
      evlrCount: 0,
      pointCount: encoder.points,
      pointsByReturn: encoder.pointsByReturn,
      legacyPointCount: 0,
    };
  }
}

/** From 1, Greenwich. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / MS_PER_DAY) + 1;
}
