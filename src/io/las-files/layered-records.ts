import { fileError } from '../../base/files/file-error.js';
import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { readBytes } from '../bytes/read-head.js';
import type { LazChunk } from '../laz/chunk-table.js';
import { ITEM_VERSION_MAX, WRITTEN_VERSION } from '../laz/item-versions.js';
import { itemsOf, type LaszipRecord } from '../laz/laszip-record.js';
import { type ChunkFault, LazCodec } from '../laz/laz-codec.js';
import { isLayeredFormat, type PackedLayout, packedLayout } from '../laz/packed-layout.js';
import type { PackedWork } from '../laz/unpack-chunk.js';
import type { BlockCoders } from '../records/blocks.js';
import type { RecordSource } from '../records/record-source.js';
import { brokenLaz } from './broken-laz.js';
import { readChunkIndex } from './chunk-index.js';
import { ChunksAhead } from './chunks-ahead.js';
import type { LasFile } from './las-file.js';

/** Records of a chunk in memory; 50,000 points of 73 bytes take 3.7 MB. */
const CHUNK_RECORD_BYTES_MAX = 2 ** 30;

/**
 * The records of a file with layered chunks, a chunk at a time; `coders` unpack chunks ahead. Throws UserError if it
 * cannot be decoded.
 */
export async function openLayeredRecords(
  file: LasFile,
  laszip: LaszipRecord,
  coders?: BlockCoders,
): Promise<RecordSource> {
  const { pointFormat, recordLength } = file.header;
  if (!isLayeredFormat(pointFormat))
    throw brokenLaz(file, `layered chunks of point format ${pointFormat}; they hold the formats 6 to 10`);
  const version = laszip.items[0]?.version === ITEM_VERSION_MAX ? ITEM_VERSION_MAX : WRITTEN_VERSION;
  checkItems(file, laszip, itemsOf(pointFormat, recordLength, version));
  const codec = await LazCodec.create();
  const chunks = file.part?.chunks ?? (await readChunkIndex(file, laszip, codec));
  const handle = await file.files.open(file.path).catch((error: unknown) => {
    throw fileError(file.files, 'read', file.path, error);
  });
  const layout = packedLayout(pointFormat, recordLength, version);
  const decoder = new ChunkDecoder(file, handle, codec, layout);
  const ahead =
    coders && coders.places > 0
      ? new ChunksAhead(chunks, recordLength, (chunk, room) => decoder.unpackElsewhere(chunk, room, coders), coders)
      : undefined;
  return {
    read: async (first, count, target) => {
      for (let k = chunkOf(chunks, first), done = 0; done < count; k++) {
        const chunk = chunks[k];
        const from = first + done - chunk.first;
        const some = Math.min(count - done, chunk.points - from);
        const records = await (ahead ? ahead.records(k) : decoder.records(chunk));
        target.set(records.subarray(from * recordLength, (from + some) * recordLength), done * recordLength);
        done += some;
      }
    },
    close: async () => {
      await ahead?.settle();
      await handle.close();
    },
  };
}

/** Index of the chunk that holds a point. */
function chunkOf(chunks: readonly LazChunk[], point: number): number {
  let [low, high] = [0, chunks.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (chunks[middle].first <= point) low = middle;
    else high = middle;
  }
  return low;
}

/** Items of another point format, or in another coding, would decode to wrong values. */
function checkItems(file: LasFile, { items, coder }: LaszipRecord, expected: LaszipRecord['items']): void {
  if (coder !== 0) throw brokenLaz(file, `compression by coder ${coder}; 0, the arithmetic one, can be read`);
  const shown = (list: LaszipRecord['items']) =>
    list.map(({ type, bytes, version }) => `${type} of ${counted(bytes, 'byte')}, version ${version}`).join('; ');
  if (shown(items) !== shown(expected))
    throw brokenLaz(file, `compressed items ${shown(items)}; its records have ${shown(expected)}`);
}

/** Decodes chunks of an open file, and keeps the last one. */
class ChunkDecoder {
  private readonly file: LasFile;
  private readonly handle: InputFile;
  private readonly codec: LazCodec;
  private readonly layout: PackedLayout;
  private last: { chunk: LazChunk; records: Uint8Array } | undefined;

  constructor(file: LasFile, handle: InputFile, codec: LazCodec, layout: PackedLayout) {
    this.file = file;
    this.handle = handle;
    this.codec = codec;
    this.layout = layout;
  }

  /** The records of a chunk; valid until the next call. Throws UserError if it cannot be decoded. */
  async records(chunk: LazChunk): Promise<Uint8Array> {
    if (this.last?.chunk === chunk) return this.last.records;
    this.last = undefined;
    const coded = await this.read(chunk);
    const records = this.sound(chunk, this.codec.decode(coded, chunk.points, this.layout));
    this.last = { chunk, records };
    return records;
  }

  /**
   * The records of a chunk, unpacked by `coders`, in `room` if that is large enough. Throws UserError if it cannot be
   * decoded.
   */
  async unpackElsewhere(
    chunk: LazChunk,
    room: ArrayBuffer | undefined,
    coders: BlockCoders,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const coded = await this.read(chunk);
    const work: PackedWork = {
      format: 'packed laz',
      chunk: coded,
      points: chunk.points,
      layout: this.layout,
      room,
    };
    return this.sound(chunk, await coders.do(work));
  }

  private read({ points, bytes, at }: LazChunk): Promise<Uint8Array<ArrayBuffer>> {
    if (points * this.layout.recordLength > CHUNK_RECORD_BYTES_MAX)
      throw brokenLaz(this.file, `a compressed chunk of ${counted(points, 'point')} at byte ${at}, expected fewer`);
    return readBytes(this.handle, at, bytes);
  }

  private sound<Records extends Uint8Array>({ at }: LazChunk, records: Records | ChunkFault): Records {
    if (typeof records === 'string')
      throw brokenLaz(this.file, `the compressed chunk at byte ${at} cannot be decoded: ${records}`, DAMAGED);
    return records;
  }
}

const DAMAGED = 'the file is damaged or cut off';
