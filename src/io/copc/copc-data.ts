import { invariant } from '../../base/errors.js';
import { turnTaker } from '../../base/steps.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import { gatherRecords } from '../las/gather-records.js';
import type { DataBatch, PointData, StoreRecords } from '../las/point-data.js';
import type { PointLayout } from '../las/point-layout.js';
import { EVLR_HEADER_BYTES, encodeEvlrHeader, type Vlr } from '../las/vlr.js';
import type { ChunkCoders, ChunkWork, CodedChunk } from '../laz/chunk-coders.js';
import { encodeChunkTable, TABLE_POINTER_BYTES, tablePointer } from '../laz/chunk-table.js';
import { itemsOf, laszipVlr, VARIABLE_CHUNKS } from '../laz/laszip-record.js';
import { type ChunkEntry, LazCodec } from '../laz/laz-codec.js';
import { isLayeredFormat, type PackedLayout, packedLayout } from '../laz/packed-layout.js';
import { BlockQueue } from '../records/block-queue.js';
import type { Quantization } from '../records/quantization.js';
import { COPC_HIERARCHY_RECORD_ID, COPC_USER_ID, copcInfoVlr } from './copc-info.js';
import { type DivisionSizes, divideRecords } from './divide-records.js';
import { encodeHierarchy, type NodeEntry } from './hierarchy-pages.js';
import type { NodeRecords } from './node-records.js';
import { cubeOf } from './octree-cube.js';
import { type NodeKey, ROOT_KEY } from './octree-key.js';
import { type RecordPile, RecordPiles } from './record-piles.js';
import { RecordSurvey } from './record-survey.js';

/** Sizes of nodes, and the part of a cloud that is in memory at once. */
export interface CopcSizes extends DivisionSizes {
  /** Approximate bytes of records that wait in memory; the others are in a scratch file. */
  pileBytes: number;
  /** Bytes of a page of records; absent: the default of RecordPiles. */
  pageBytes?: number;
}

export const COPC_SIZES: CopcSizes = Object.freeze({
  leafPoints: 100_000,
  fewPoints: 5000,
  pileBytes: 2 ** 27,
  bucketBytes: 2 ** 28,
});

/** Records in the nodes of an octree, a chunk each (COPC 1.0), coded by `coders`. Equal points give equal bytes. */
export class CopcData implements PointData {
  readonly compressed = true;
  readonly extendedRecords = 1;
  readonly vlrs: readonly Vlr[];
  bytes = TABLE_POINTER_BYTES;
  private readonly layout: PackedLayout;
  private readonly quantization: Quantization;
  private readonly coders: ChunkCoders;
  private readonly sizes: CopcSizes;
  private readonly piles: RecordPiles;
  private readonly records: RecordPile;
  private readonly survey = new RecordSurvey();
  private readonly nodes: NodeEntry[] = [];
  private position = 0;
  private tableAt = 0;
  private rootPage = { at: 0, bytes: 0 };

  /** Precondition: format 6, 7 or 8. */
  constructor(
    { format, recordLength }: Pick<PointLayout, 'format' | 'recordLength'>,
    quantization: Quantization,
    coders: ChunkCoders,
    sizes = COPC_SIZES,
  ) {
    invariant(isLayeredFormat(format) && format <= 8, 'COPC holds points of the formats 6, 7 and 8');
    this.layout = packedLayout(format, recordLength);
    this.vlrs = [laszipVlr(itemsOf(format, recordLength), VARIABLE_CHUNKS)];
    this.quantization = quantization;
    this.coders = coders;
    this.sizes = sizes;
    this.piles = new RecordPiles({ memoryBytes: sizes.pileBytes, pageBytes: sizes.pageBytes });
    this.records = this.piles.pile(recordLength);
  }

  get firstVlrs(): readonly Vlr[] {
    const { center, halfsize, spacing } = cubeOf(this.survey.stored, this.quantization);
    return [copcInfoVlr({ center, halfsize, spacing, rootPage: this.rootPage, gpsTime: this.survey.gpsTime })];
  }

  start(position: number): Uint8Array {
    this.position = position;
    return tablePointer(this.tableAt);
  }

  async append({ count }: DataBatch, buffer: BlockBuffer, store: StoreRecords): Promise<void> {
    const { recordLength } = this.layout;
    for (let first = 0; first < count; ) {
      const { view, at, free } = this.records.place();
      const some = Math.min(count - first, free);
      store(view, at, first, some);
      this.survey.add(new DataView(view.buffer, at, some * recordLength), recordLength);
      this.records.advance(some);
      first += some;
      await this.piles.relieve(buffer);
    }
  }

  async end(buffer: BlockBuffer): Promise<void> {
    await this.writeNodes(buffer);
    this.tableAt = this.position + this.bytes;
    const chunks: ChunkEntry[] = this.nodes.filter(({ points }) => points > 0);
    await this.add(encodeChunkTable(await LazCodec.create(), chunks, true), buffer);
    await this.writeHierarchy(buffer);
  }

  private async writeNodes(buffer: BlockBuffer): Promise<void> {
    const takeTurns = turnTaker();
    const add = async ({ chunk }: CodedChunk, { key, points }: { key: NodeKey; points: number }) => {
      this.nodes.push({ key, at: this.position + this.bytes, bytes: chunk.length, points });
      await this.add(chunk, buffer);
      await takeTurns();
    };
    const queue = new BlockQueue(this.coders, add);
    if (this.records.count === 0) this.nodes.push({ key: ROOT_KEY, at: 0, bytes: 0, points: 0 });
    else {
      const cube = cubeOf(this.survey.stored, this.quantization);
      const tools = { cube, piles: this.piles, room: buffer, sizes: this.sizes };
      await divideRecords(this.records, tools, {
        take: async (key, records) => {
          await queue.add(this.workOf(records), { key, points: records.numbers.length });
        },
        settle: () => queue.drain(),
      });
    }
    await queue.drain();
  }

  /** Threads that share the memory gather the records of their chunks themselves. */
  private workOf({ bytes, stride, numbers }: NodeRecords): ChunkWork {
    const { layout } = this;
    if (!(bytes.buffer instanceof ArrayBuffer))
      return { format: 'laz', layout, records: bytes, picked: { numbers, stride } };
    return { format: 'laz', layout, records: gatherRecords(bytes, stride, layout.recordLength, numbers) };
  }

  private async writeHierarchy(buffer: BlockBuffer): Promise<void> {
    const at = this.position + this.bytes + EVLR_HEADER_BYTES;
    const { bytes, rootBytes } = encodeHierarchy(this.nodes, at);
    this.rootPage = { at, bytes: rootBytes };
    const head = { userId: COPC_USER_ID, recordId: COPC_HIERARCHY_RECORD_ID, description: 'COPC hierarchy VLR' };
    await buffer.append(encodeEvlrHeader({ ...head, dataLength: bytes.length }));
    await buffer.append(bytes);
  }

  private async add(bytes: Uint8Array, buffer: BlockBuffer): Promise<void> {
    await buffer.append(bytes);
    this.bytes += bytes.length;
  }
}
