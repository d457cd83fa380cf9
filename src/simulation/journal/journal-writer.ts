import { UserError } from '../../base/errors.js';
import type { CreatesFiles, OutputFile } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import type { Log } from '../../base/log.js';
import type { Chunk } from '../../engine/engine.js';
import { checksum } from './checksum.js';
import { bytesOf, encodeHead, outputWords, partHead, slicesOf } from './part-layout.js';
import { partName } from './part-names.js';

/** Place and length of the parts. */
export interface JournalWriterOptions extends CreatesFiles {
  folder: string;
  /** Key of the manifest. */
  key: string;
  /** Seconds of tracing in a part. */
  seconds: number;
  log: Log;
}

/** A part being written. */
interface OpenPart {
  file: OutputFile;
  began: number;
  /** Bytes and pulses up to the end of the last whole chunk. */
  whole: { bytes: number; pulses: number };
}

/**
 * Writes chunks to parts of a journal, a file a part. A part gets its name when it is complete, or when a chunk of it
 * has no room: the chunks before are whole. Without room or permission the run goes on: a resumed run then traces those
 * pulses anew. One warning says so.
 */
export class JournalWriter {
  private readonly options: JournalWriterOptions;
  private part: OpenPart | undefined;
  /** The part before, which is on its way to the device. */
  private closing: Promise<void> = Promise.resolve();
  private stopped = false;
  private written = 0;

  constructor(options: JournalWriterOptions) {
    this.options = options;
  }

  /** Pulses in the parts that have their names. */
  get pulses(): number {
    return this.written;
  }

  /**
   * Adds a chunk that begins with pulse `first` of a leg, right behind the one before unless `endPart` was called. Its
   * records must not change until it resolves. Never rejects.
   */
  async add(leg: number, first: number, chunk: Chunk): Promise<void> {
    if (this.stopped) return;
    try {
      this.part ??= await this.begin(leg, first);
      const { file, began, whole } = this.part;
      await appendChunk(file, leg, first, chunk);
      whole.bytes = file.size;
      whole.pulses += chunk.pulseCount;
      if (performance.now() - began >= this.options.seconds * 1000) await this.endPart();
    } catch (error) {
      this.giveUp(error);
      await this.endTornPart();
    }
  }

  /** Completes the part: the next chunk begins another. */
  async endPart(): Promise<void> {
    const { part } = this;
    this.part = undefined;
    if (!part) return;
    await this.closing;
    // The device is waited for while the next part is being traced.
    this.closing = part.file.commit().then(
      () => {
        this.written += part.whole.pulses;
      },
      (error: unknown) => this.giveUp(error),
    );
  }

  /** Keeps the chunks so far, and no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.endPart();
    await this.closing;
  }

  /** Ends without completing the part, which is no longer needed. */
  async abort(): Promise<void> {
    this.stopped = true;
    const { part } = this;
    this.part = undefined;
    await part?.file.abort();
    await this.closing;
  }

  private async begin(leg: number, first: number): Promise<OpenPart> {
    const { files, folder, key } = this.options;
    // A damaged part may be there.
    const file = await files.create(joinPath(folder, partName({ leg, first })), { force: true });
    await file.append(partHead(key)).catch(async (error: unknown) => {
      await file.abort();
      throw error;
    });
    return { file, began: performance.now(), whole: { bytes: file.size, pulses: 0 } };
  }

  /** Completes the part without the chunk that failed; without any other there is none. */
  private async endTornPart(): Promise<void> {
    const { part } = this;
    if (!part) return;
    try {
      if (part.whole.pulses === 0) throw new Error('no chunk is whole');
      await part.file.cut?.(part.whole.bytes);
      await this.endPart();
    } catch {
      this.part = undefined;
      await part.file.abort();
    }
  }

  private giveUp(error: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    const reason = error instanceof UserError ? [error.place?.file, error.message].join(': ') : String(error);
    this.options.log.warn(`no more is kept for --resume: ${reason}`);
  }
}

async function appendChunk(file: OutputFile, leg: number, first: number, chunk: Chunk): Promise<void> {
  const { pulseCount, counts, outputs } = chunk;
  await file.append(bytesOf(encodeHead({ leg, first, pulseCount, counts })));
  let sum: number | undefined;
  for (const { name, words } of outputWords(counts))
    for (const slice of slicesOf(outputs[name].words.subarray(0, words))) {
      sum = checksum(slice, sum);
      await file.append(bytesOf(slice));
    }
  await file.append(bytesOf(Uint32Array.of(sum ?? 0)));
}
