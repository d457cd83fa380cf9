import type { CreateOptions, CreatesFiles, OutputFile } from '../base/files/files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { BlockBuffer } from './block-buffer.js';
import type { PointSink, WrittenFile } from './point-sink.js';

/** Produces the bytes of a cloud's file: a head, the points, and in some formats a trailing part. */
export interface CloudEncoder {
  /** Bytes collected before they are written; absent: those of BlockBuffer. */
  blockBytes?: number;
  /**
   * The head of a file with this number of points, with the same length for any number. Called before the first and
   * after the last point.
   */
  head(points: number): Uint8Array;
  /** Appends all points of a batch. */
  append(batch: PointBatch, buffer: BlockBuffer): Promise<void>;
  /** Appends the part after the last point. */
  end?(buffer: BlockBuffer): Promise<void>;
}

/** A file at `path`, filled by `encoder`. Throws UserError if it cannot be written. */
export async function createCloudFile(
  path: string,
  encoder: CloudEncoder,
  options: CreateOptions & CreatesFiles,
): Promise<PointSink> {
  const file = new CloudFile(await options.files.create(path, options), encoder);
  await file.begin();
  return file;
}

class CloudFile implements PointSink {
  private readonly file: OutputFile;
  private readonly encoder: CloudEncoder;
  private readonly buffer: BlockBuffer;
  private points = 0;

  constructor(file: OutputFile, encoder: CloudEncoder) {
    this.file = file;
    this.encoder = encoder;
    this.buffer = new BlockBuffer(file, encoder.blockBytes);
  }

  /** Reserves the place of the head, which contains the point count and is written again at the end. */
  async begin(): Promise<void> {
    await this.buffer.append(this.encoder.head(0));
  }

  async write(batch: PointBatch): Promise<void> {
    await this.encoder.append(batch, this.buffer);
    this.points += batch.count;
  }

  async finish(): Promise<WrittenFile> {
    try {
      await this.encoder.end?.(this.buffer);
      await this.buffer.drain();
      await this.file.writeAt(this.encoder.head(this.points), 0);
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
