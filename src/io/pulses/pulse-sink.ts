import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import { SOFTWARE } from '../../version.js';
import { TextSink } from '../bytes/text-sink.js';
import type { BlockCoders } from '../records/blocks.js';
import { createCloudFile } from '../records/cloud-file.js';
import type { ColumnPulseFormat, PulseBatch, PulseFormat, TextPulseFormat } from './pulse-format.js';
import { PULSE_FORMATS, type PulseFormatName } from './pulse-formats.js';

/** A finished file of pulses. */
export interface WrittenPulses {
  path: string;
  pulses: number;
  bytes: number;
}

/** Takes pulses in order and writes one finished file, or none. */
export interface PulseSink {
  /** Adds the fired pulses of a batch. Must not be called again before it resolves. */
  write(batch: PulseBatch): Promise<void>;
  /** Completes the file and gives it its final name. */
  finish(): Promise<WrittenPulses>;
  /** Removes the data written so far. */
  abort(): Promise<void>;
}

type PulseSinkOptions = CreateOptions & CreatesFiles & { coders?: BlockCoders };

/** A file at `path`. Throws UserError if it cannot be written. */
export function createPulseSink(path: string, name: PulseFormatName, options: PulseSinkOptions): Promise<PulseSink> {
  const format: PulseFormat = PULSE_FORMATS[name];
  return 'line' in format ? textSink(path, format, options) : columnSink(path, format, options);
}

async function textSink(path: string, { head, line }: TextPulseFormat, options: PulseSinkOptions): Promise<PulseSink> {
  const text = await TextSink.create(path, options);
  await text.append(head);
  let pulses = 0;
  return {
    async write(batch) {
      for (let k = 0; k < batch.count; k++) {
        if (batch.silent[k]) continue;
        const full = text.append(line(batch, k));
        if (full) await full;
        pulses++;
      }
    },
    finish: async () => ({ ...(await text.finish()), pulses }),
    abort: () => text.abort(),
  };
}

async function columnSink(
  path: string,
  { code, encode }: ColumnPulseFormat,
  { coders, ...options }: PulseSinkOptions,
): Promise<PulseSink> {
  const file = await createCloudFile(path, await encode(SOFTWARE, coders), options);
  return {
    write: (batch) => file.write(code(batch)),
    finish: async () => {
      const { points: pulses, bytes } = await file.finish();
      return { path, pulses, bytes };
    },
    abort: () => file.abort(),
  };
}
