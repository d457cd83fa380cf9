import { describeSystemError, fileError } from '../../base/files/file-error.js';
import type { Files, InputFile, WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import type { Log } from '../../base/log.js';
import type { OutputName } from '../../device/buffers.js';
import { type Chunk, readOutputs } from '../../engine/engine.js';
import { checksum } from './checksum.js';
import {
  bytesOf,
  CHUNK_HEAD_BYTES,
  type ChunkHead,
  decodeHead,
  outputWords,
  PART_HEAD_BYTES,
  partHead,
  SUM_BYTES,
  slicesOf,
} from './part-layout.js';
import { partName, startOfPart } from './part-names.js';

interface JournalReaderOptions extends WithFiles {
  folder: string;
  /** Key of the manifest. */
  key: string;
  log: Log;
}

/** A part being read, up to `at`. */
interface OpenPart {
  path: string;
  file: InputFile;
  at: number;
}

/** Damage to a part; the message describes it. */
class DamageError extends Error {}

/**
 * Reads chunks from the parts of a journal in the order in which legs are traced. A part that is damaged ends there,
 * with a warning: its remaining pulses count as not kept.
 */
export class JournalReader {
  private readonly options: JournalReaderOptions;
  /** First pulses of the parts that were not read yet, by leg, in order. */
  private readonly starts: ReadonlyMap<number, number[]>;
  private part: OpenPart | undefined;

  private constructor(options: JournalReaderOptions, starts: ReadonlyMap<number, number[]>) {
    this.options = options;
    this.starts = starts;
  }

  /** The parts in `folder`, which exists. */
  static async open(options: JournalReaderOptions): Promise<JournalReader> {
    return new JournalReader(options, await findStarts(options.files, options.folder));
  }

  /** Number of parts that were not read yet. */
  get partCount(): number {
    return [...this.starts.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** First pulse behind `pulse` with which a part of the leg begins. */
  nextStart(leg: number, pulse: number): number | undefined {
    return this.starts.get(leg)?.find((first) => first > pulse);
  }

  /** The chunk that begins with pulse `first` of a leg and ends at pulse `end` or before; undefined if none is kept. */
  async next(leg: number, first: number, end: number): Promise<Chunk | undefined> {
    const chunk = await this.nextOfPart(leg, first, end);
    if (chunk) return chunk;
    await this.close();
    await this.openAt(leg, first);
    return this.nextOfPart(leg, first, end);
  }

  async close(): Promise<void> {
    const { part } = this;
    this.part = undefined;
    await part?.file.close();
  }

  /** The next chunk of the open part, if it is this one. */
  private nextOfPart(leg: number, first: number, end: number): Promise<Chunk | undefined> {
    return this.attempt(async (part) => {
      const head = await this.headOf(part);
      if (head?.leg !== leg || head.first !== first) return undefined;
      if (head.pulseCount === 0 || first + head.pulseCount > end)
        throw new DamageError('its pulses are not those of the leg');
      return this.chunkOf(part, head);
    });
  }

  /** Opens the part that begins with this pulse, if there is one. */
  private async openAt(leg: number, first: number): Promise<void> {
    const starts = this.starts.get(leg) ?? [];
    if (!starts.includes(first)) return;
    starts.splice(starts.indexOf(first), 1);
    const { files, folder, key, log } = this.options;
    const path = joinPath(folder, partName({ leg, first }));
    try {
      this.part = { path, file: await files.open(path), at: PART_HEAD_BYTES };
    } catch (error) {
      log.warn(`${path}: cannot be read (${describeSystemError(error)}); what it holds is traced again`);
      return;
    }
    await this.attempt(async (part) => {
      const wanted = partHead(key);
      const found = new Uint8Array(wanted.length);
      if (part.file.info.kind !== 'file') throw new DamageError('it is no regular file');
      await part.file.read(found, 0);
      if (found.some((byte, k) => byte !== wanted[k])) throw new DamageError('it is no part of this journal');
      const head = await this.headOf(part);
      if (head?.leg !== leg || head.first !== first) throw new DamageError('it does not begin as its name says');
    });
  }

  /** The head of the next chunk; undefined at the end of the part. */
  private async headOf({ file, at }: OpenPart): Promise<ChunkHead | undefined> {
    const { size } = file.info;
    if (at === size) return undefined;
    const words = new Uint32Array(CHUNK_HEAD_BYTES / 4);
    if ((await file.read(new Uint8Array(words.buffer), at)) < CHUNK_HEAD_BYTES) throw new DamageError('it ends early');
    const head = decodeHead(words);
    if (!head) throw new DamageError('a checksum is wrong');
    // Checked before anything of that size is allocated.
    const bytes = outputWords(head.counts).reduce((sum, { words }) => sum + 4 * words, 0);
    if (at + CHUNK_HEAD_BYTES + bytes + SUM_BYTES > size) throw new DamageError('it ends early');
    return head;
  }

  /** The chunk with this head, in memory of its own. */
  private async chunkOf(part: OpenPart, { pulseCount, counts }: ChunkHead): Promise<Chunk> {
    let at = part.at + CHUNK_HEAD_BYTES;
    const take = async (words: Uint32Array) => {
      if ((await part.file.read(bytesOf(words), at)) < words.byteLength) throw new DamageError('it ends early');
      at += words.byteLength;
    };
    let sum: number | undefined;
    const read = {} as Record<OutputName, Uint32Array>;
    for (const { name, words } of outputWords(counts)) {
      read[name] = new Uint32Array(words);
      for (const slice of slicesOf(read[name])) {
        await take(slice);
        sum = checksum(slice, sum);
      }
    }
    const wanted = new Uint32Array(1);
    await take(wanted);
    if (wanted[0] !== (sum ?? 0)) throw new DamageError('a checksum is wrong');
    part.at = at;
    const outputs = readOutputs(counts, (name) => ({
      words: read[name],
      floats: new Float32Array(read[name].buffer),
    }));
    // Its memory is its own.
    return { pulseCount, counts, outputs, hold: () => () => {} };
  }

  /** The result of `action`, which reads from the part; undefined if the part is damaged, which ends it. */
  private async attempt<T>(action: (part: OpenPart) => Promise<T>): Promise<T | undefined> {
    const { part } = this;
    if (!part) return undefined;
    try {
      return await action(part);
    } catch (error) {
      const what = error instanceof DamageError ? error.message : describeSystemError(error);
      this.options.log.warn(
        `${part.path}: damaged at byte ${part.at} (${what}); what it held from there is traced again`,
      );
      await this.close();
      return undefined;
    }
  }
}

/** The names in a folder. Throws UserError if it may not be read. */
const namesIn = (files: Files, folder: string): Promise<string[]> =>
  files.list(folder).catch((error: unknown) => {
    throw fileError(files, 'read', folder, error);
  });

async function findStarts(files: Files, folder: string): Promise<Map<number, number[]>> {
  const starts = new Map<number, number[]>();
  for (const name of await namesIn(files, folder)) {
    const start = startOfPart(name);
    if (start) starts.set(start.leg, [...(starts.get(start.leg) ?? []), start.first]);
  }
  for (const firsts of starts.values()) firsts.sort((a, b) => a - b);
  return starts;
}
