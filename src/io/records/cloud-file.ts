import type { CreateFileOptions, CreatesFiles, OutputFile } from '../../base/files/files.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import { BlockBuffer } from '../bytes/block-buffer.js';
import type { CodedPoints } from './coded-points.js';
import type { Loss, PointSink, WrittenFile } from './point-sink.js';

/** Data besides the points of a batch, for formats that use them. */
export interface Accompaniment {
  /** The waveforms in which the points were found. */
  waveforms?: WaveformBatch;
  /** The file beside the cloud, if its encoder has one. */
  beside?: BlockBuffer;
}

/** A second file, which is filled along with the cloud. */
export interface BesideEncoder {
  path(cloud: string): string;
  /** Its head, of constant length; called before the first and after the last point. */
  head(): Uint8Array;
}

/** Points that are written together, in the form of the file: coded, or records of another file. */
export interface CountedPoints {
  count: number;
}

/** Produces the bytes of a cloud's file: a head, the points, and in some formats a trailing part. */
export interface CloudEncoder<Batch extends CountedPoints = CodedPoints> {
  /** Bytes collected before they are written; absent: the default of BlockBuffer. */
  blockBytes?: number;
  /**
   * The head of a file with this number of points, with the same length for any number. Called before the first and
   * after the last point.
   */
  head(points: number): Uint8Array;
  /** Appends all points of a batch. */
  append(batch: Batch, buffer: BlockBuffer, accompaniment?: Accompaniment): Promise<void>;
  /** Appends the part after the last point. */
  end?(buffer: BlockBuffer): Promise<void>;
  /** The second file; absent: the cloud is one file. */
  beside?: BesideEncoder;
  /** Losses of the file so far; absent: none. */
  losses?(): Loss[];
}

/** Options of creating a cloud's file. */
export interface CloudFileOptions extends CreateFileOptions, CreatesFiles {
  /** Bytes collected before they are written; absent: the choice of the encoder. */
  blockBytes?: number;
  /** Takes the head of a file that is complete, by its path. */
  onHead?(path: string, head: Uint8Array): void;
}

/**
 * A file at `path`, filled by `encoder`, and the one beside it, if the encoder has one. Throws UserError if one cannot
 * be written.
 */
export async function createCloudFile<Batch extends CountedPoints = CodedPoints>(
  path: string,
  encoder: CloudEncoder<Batch>,
  options: CloudFileOptions,
): Promise<PointSink<Batch>> {
  const { files } = options;
  const file = await files.create(path, options);
  try {
    const beside = encoder.beside && (await files.create(encoder.beside.path(path), options));
    const cloud = new CloudFile(file, encoder, beside, options);
    await cloud.begin();
    return cloud;
  } catch (error) {
    await file.abort();
    throw error;
  }
}

class CloudFile<Batch extends CountedPoints> implements PointSink<Batch> {
  private readonly file: OutputFile;
  private readonly encoder: CloudEncoder<Batch>;
  private readonly buffer: BlockBuffer;
  private readonly beside: { file: OutputFile; buffer: BlockBuffer } | undefined;
  private readonly appendOnly: boolean;
  private readonly onHead: CloudFileOptions['onHead'];
  private points = 0;

  constructor(
    file: OutputFile,
    encoder: CloudEncoder<Batch>,
    beside: OutputFile | undefined,
    { blockBytes, appendOnly = false, onHead }: Omit<CloudFileOptions, 'files'>,
  ) {
    this.file = file;
    this.encoder = encoder;
    this.appendOnly = appendOnly;
    this.onHead = onHead;
    this.buffer = new BlockBuffer(file, blockBytes ?? file.blockBytes ?? encoder.blockBytes);
    this.beside = beside && { file: beside, buffer: new BlockBuffer(beside, blockBytes) };
  }

  /** Reserves the places of the heads, which usually contain counts and are rewritten at the end. */
  async begin(): Promise<void> {
    await this.buffer.append(this.encoder.head(0));
    if (this.beside && this.encoder.beside) await this.beside.buffer.append(this.encoder.beside.head());
  }

  async write(batch: Batch, waveforms?: WaveformBatch): Promise<void> {
    await this.encoder.append(batch, this.buffer, { waveforms, beside: this.beside?.buffer });
    this.points += batch.count;
  }

  async finish(): Promise<WrittenFile> {
    const head = await this.complete();
    this.onHead?.(this.file.path, head);
    const losses = this.encoder.losses?.() ?? [];
    return { path: this.file.path, points: this.points, bytes: this.file.size, ...(losses.length > 0 && { losses }) };
  }

  /** Commits the files; returns the head. */
  private async complete(): Promise<Uint8Array> {
    try {
      await this.encoder.end?.(this.buffer);
      await this.buffer.drain();
      await this.beside?.buffer.drain();
      const head = this.encoder.head(this.points);
      if (!this.appendOnly) await this.file.writeAt(head, 0);
      if (this.beside && this.encoder.beside) await this.beside.file.writeAt(this.encoder.beside.head(), 0);
      await this.beside?.file.commit();
      await this.file.commit();
      return head;
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.beside?.buffer.settle();
    await this.beside?.file.abort();
    await this.file.abort();
  }
}
