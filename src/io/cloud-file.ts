import type { CreateOptions, OutputFile, WithFiles } from '../base/files/files.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { BlockBuffer } from './block-buffer.js';
import type { PointSink, WrittenFile } from './point-sink.js';

/** The bytes of a cloud's file: a head, the points, and what some formats put behind them. */
export interface CloudEncoder {
  /** Bytes gathered before they are written; absent: those of BlockBuffer. */
  blockBytes?: number;
  /** The head of a file of so many points, of the same length for any number. Asked for before the first and after the last. */
  head(points: number): Uint8Array;
  /** Appends all points of a batch. */
  append(batch: PointBatch, buffer: BlockBuffer): Promise<void>;
  /** Appends what follows the last point. */
  end?(buffer: BlockBuffer): Promise<void>;
}

/** A file at `path` that `encoder` fills. Throws UserError where it cannot be written. */
export async function createCloudFile(
  path: string,
  encoder: CloudEncoder,
  options: CreateOptions & WithFiles,
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

  /** Takes up the place of the head, which counts the points and is written once more at the end. */
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
