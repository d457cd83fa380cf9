import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import { TextSink } from '../bytes/text-sink.js';
import type { PulseBatch } from './pulse-format.js';
import { PULSE_FORMATS, type PulseFormatName } from './pulse-formats.js';

/** A finished file of pulses. */
export interface WrittenPulses {
  path: string;
  pulses: number;
  bytes: number;
}

/** Takes pulses in order and writes one finished file, or none. */
export class PulseSink {
  private readonly text: TextSink;
  private readonly format: PulseFormatName;
  private pulses = 0;

  private constructor(text: TextSink, format: PulseFormatName) {
    this.text = text;
    this.format = format;
  }

  /** A file at `path`. Throws UserError if it cannot be written. */
  static async create(
    path: string,
    format: PulseFormatName,
    options: CreateOptions & CreatesFiles,
  ): Promise<PulseSink> {
    const text = await TextSink.create(path, options);
    await text.append(PULSE_FORMATS[format].head);
    return new PulseSink(text, format);
  }

  /** Adds the fired pulses of a batch. Must not be called again before it resolves. */
  async write(batch: PulseBatch): Promise<void> {
    const { line } = PULSE_FORMATS[this.format];
    for (let k = 0; k < batch.count; k++) {
      if (batch.silent[k]) continue;
      const full = this.text.append(line(batch, k));
      if (full) await full;
      this.pulses++;
    }
  }

  /** Completes the file and gives it its final name. */
  async finish(): Promise<WrittenPulses> {
    return { ...(await this.text.finish()), pulses: this.pulses };
  }

  /** Removes the data written so far. */
  abort(): Promise<void> {
    return this.text.abort();
  }
}
