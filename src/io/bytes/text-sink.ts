import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import { ByteSink } from './byte-sink.js';

/** Characters collected before they are encoded. */
const TEXT_BLOCK = 65_536;

/** A file of text, written piece by piece in bounded memory. */
export class TextSink {
  private readonly bytes: ByteSink;
  private readonly encoder = new TextEncoder();
  private text = '';

  private constructor(bytes: ByteSink) {
    this.bytes = bytes;
  }

  /** A file at `path`. Throws UserError if it cannot be written. */
  static async create(path: string, options: CreateOptions & CreatesFiles): Promise<TextSink> {
    return new TextSink(await ByteSink.create(path, options));
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
    } catch (error) {
      await this.abort();
      throw error;
    }
    return this.bytes.finish();
  }

  /** Removes the data written so far. */
  abort(): Promise<void> {
    return this.bytes.abort();
  }

  private encode(): Promise<void> {
    const { text } = this;
    this.text = '';
    return this.bytes.append(this.encoder.encode(text));
  }
}
