import type { CreateOptions, CreatesFiles, OutputFile } from '../../base/files/files.js';
import { BlockBuffer } from './block-buffer.js';

/** A file of bytes, written piece by piece in bounded memory. */
export class ByteSink {
  private readonly file: OutputFile;
  private readonly buffer: BlockBuffer;

  private constructor(file: OutputFile) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
  }

  /** A file at `path`. Throws UserError if it cannot be written. */
  static async create(path: string, options: CreateOptions & CreatesFiles): Promise<ByteSink> {
    return new ByteSink(await options.files.create(path, options));
  }

  /** Adds a copy of `bytes`. */
  append(bytes: Uint8Array): Promise<void> {
    return this.buffer.append(bytes);
  }

  /** Completes the file and gives it its final name. */
  async finish(): Promise<{ path: string; bytes: number }> {
    try {
      await this.buffer.drain();
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, bytes: this.file.size };
  }

  /** Removes the data written so far. */
  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }
}
