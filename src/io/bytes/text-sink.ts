import type { CreateOptions, CreatesFiles, OutputFile } from '../../base/files/files.js';
import { BlockBuffer } from './block-buffer.js';

/** Characters collected before they are encoded. */
const TEXT_BLOCK = 65_536;

/** A file of text, written piece by piece in bounded memory. */
export class TextSink {
  private readonly file: OutputFile;
  private readonly buffer: BlockBuffer;
  private readonly encoder = new TextEncoder();
  private text = '';

  private constructor(file: OutputFile) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
  }

  /** A file at `path`. Throws UserError if it cannot be written. */
  static async create(path: string, options: CreateOptions & CreatesFiles): Promise<TextSink> {
    return new TextSink(await options.files.create(path, options));
  }

  /** Adds text; most calls return at once. */
  append(text: string): Promise<void> | undefined {
    this.text += text;
    return this.text.length < TEXT_BLOCK ? undefined : this.encode();
  }

  /** Completes the file and gives it its final name. */
  async finish(): Promise<{ path: string; bytes: number }> {
    try {
      await this.encode();
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

  private async encode(): Promise<void> {
    const { text } = this;
    this.text = '';
    await this.buffer.append(this.encoder.encode(text));
  }
}
