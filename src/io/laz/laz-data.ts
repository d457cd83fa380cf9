import { invariant } from '../../base/errors.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import type { DataBatch, PointData, StoreRecords } from '../las/point-data.js';
import type { PointLayout } from '../las/point-layout.js';
import type { Vlr } from '../las/vlr.js';
import { BlockQueue } from '../records/block-queue.js';
import type { ChunkCoders, ChunkWork, CodedChunk } from './chunk-coders.js';
import { encodeChunkTable, TABLE_POINTER_BYTES, tablePointer } from './chunk-table.js';
import { itemsOf, laszipVlr } from './laszip-record.js';
import { type ChunkEntry, LazCodec } from './laz-codec.js';
import { isLayeredFormat, type PackedLayout, packedLayout } from './packed-layout.js';
import { RecordBlock } from './record-block.js';

/** Points of a chunk, LASzip's default: more do not compress better, fewer compress worse. */
export const LAZ_CHUNK_POINTS = 50_000;

/** Points of the first block of a file, which grows: many files may be open at once. */
const FIRST_BLOCK_POINTS = 1024;

/** A position that is not known yet. */
const UNKNOWN = -1;

/** Options of the compression. */
export interface LazOptions {
  /** Whether chunks order their points by laser; absent: in their own order. */
  byLaser?: boolean;
}

/** Records in compressed chunks of 50,000 points, which `coders` code while the next ones arrive. */
export class LazData implements PointData {
  readonly compressed = true;
  readonly vlrs: readonly Vlr[];
  bytes = TABLE_POINTER_BYTES;
  private readonly layout: PackedLayout;
  private readonly options: LazOptions;
  private readonly entries: ChunkEntry[] = [];
  private readonly queue: BlockQueue<ChunkWork, CodedChunk, { points: number; buffer: BlockBuffer }>;
  private block: RecordBlock;
  private position = 0;
  private tableAt = UNKNOWN;

  /** Precondition: a format from 6 on. */
  constructor(
    { format, recordLength }: Pick<PointLayout, 'format' | 'recordLength'>,
    coders: ChunkCoders,
    options: LazOptions = {},
  ) {
    invariant(isLayeredFormat(format), 'layered chunks hold points of the formats 6 to 10');
    this.layout = packedLayout(format, recordLength);
    this.vlrs = [laszipVlr(itemsOf(format, recordLength), LAZ_CHUNK_POINTS)];
    this.options = options;
    this.queue = new BlockQueue(coders, async ({ chunk }, { points, buffer }) => {
      this.entries.push({ points, bytes: chunk.length });
      await this.add(chunk, buffer);
    });
    this.block = this.newBlock(new ArrayBuffer(FIRST_BLOCK_POINTS * recordLength));
  }

  start(position: number): Uint8Array {
    this.position = position;
    return tablePointer(this.tableAt);
  }

  async append({ count, lasers }: DataBatch, buffer: BlockBuffer, store: StoreRecords): Promise<void> {
    for (let first = 0; first < count; ) {
      const some = Math.min(count - first, LAZ_CHUNK_POINTS - this.block.points);
      this.block.add(store, first, some, lasers);
      first += some;
      if (this.block.points === LAZ_CHUNK_POINTS) await this.codeBlock(buffer);
    }
  }

  async end(buffer: BlockBuffer): Promise<void> {
    if (this.block.points > 0) await this.codeBlock(buffer);
    await this.queue.drain();
    this.tableAt = this.position + this.bytes;
    await this.add(encodeChunkTable(await LazCodec.create(), this.entries, false), buffer);
  }

  /** Queues the block for coding, and starts the next one, in memory that is free again. */
  private async codeBlock(buffer: BlockBuffer): Promise<void> {
    const { points } = this.block;
    const work = { format: 'laz' as const, layout: this.layout, ...this.block.take() };
    const memory = await this.queue.add(work, { points, buffer });
    this.block = this.newBlock(memory ?? new ArrayBuffer(LAZ_CHUNK_POINTS * this.layout.recordLength));
  }

  private async add(bytes: Uint8Array, buffer: BlockBuffer): Promise<void> {
    await buffer.append(bytes);
    this.bytes += bytes.length;
  }

  private newBlock(memory: ArrayBuffer): RecordBlock {
    return new RecordBlock(this.layout.recordLength, memory, this.options.byLaser ?? false);
  }
}
