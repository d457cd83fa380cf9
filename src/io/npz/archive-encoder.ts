/*
 * An archive holds one array after the other, but points arrive with all their attributes, and their number is known
 * last. So blocks of points, column by column, go to a scratch file, and at the end each column is gathered from all
 * blocks. Memory is that of a block, some 1.4 MB, for any number of points; the bytes are written twice and read once.
 */
import { invariant } from '../../base/errors.js';
import type { ScratchFile } from '../../base/files/files.js';
import type { PointKey } from '../../cloud/point-batch.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { CodedPoints, PointCoder } from '../records/coded-points.js';
import { type ColumnBlock, ColumnBlocks } from '../records/column-blocks.js';
import { arrayColumn, columnCoder } from '../records/column-coder.js';
import { crc32, joinedCrc32 } from './crc32.js';
import { NPY_HEAD_BYTES, NPY_ITEM_BYTES, type NpyType, npyHead } from './npy-head.js';
import { centralDirectory, localHeader, type StoredFile } from './zip-records.js';

/** The coder of an archive: a stretch of bytes for each of its columns, and its sum. */
export function archiveCoder(columns: readonly ArchivedColumn[]): PointCoder {
  const coder = columnCoder(columns.map((column) => arrayColumn(column.key, bytesOf(column))));
  return {
    code(batch, findBytes) {
      const coded = coder.code(batch, findBytes);
      return { ...coded, sums: coded.bytes.map((bytes) => crc32(bytes)) };
    },
  };
}

const bytesOf = ({ components, type }: ArchivedArray): number => components * NPY_ITEM_BYTES[type];

/** An array of the archive. */
export interface ArchivedArray {
  name: string;
  type: NpyType;
  /** Numbers of a row. */
  components: number;
}

/** An array of points. */
export interface ArchivedColumn extends ArchivedArray {
  /** Array of a batch of this type, with `components` numbers a point. */
  key: PointKey;
}

/** A multiple of eight: columns of a block lie one behind the other without a gap. */
const BLOCK_POINTS = 16_384;

/** A column with its place in a block. */
interface PlacedColumn extends ArchivedArray {
  /** Bytes of a point. */
  bytes: number;
  at: number;
  /** Sum of its numbers so far. */
  crc: number;
}

/** Encodes an archive with an array for each column, and the program's name and version as its comment. */
export class ArchiveEncoder implements CloudEncoder {
  private readonly columns: PlacedColumn[] = [];
  private readonly software: string;
  private readonly blocks: ColumnBlocks;
  private readonly scratchBlock: number;
  /** Points in blocks that are full. */
  private stored = 0;
  private scratch: ScratchFile | undefined;

  constructor(columns: readonly ArchivedArray[], software: string) {
    this.software = software.replace(/[^\x20-\x7e]/g, '?');
    let at = 0;
    for (const column of columns) {
      const bytes = bytesOf(column);
      this.columns.push({ ...column, bytes, at, crc: 0 });
      at += bytes * BLOCK_POINTS;
    }
    this.blocks = new ColumnBlocks(columns.map(bytesOf), BLOCK_POINTS);
    this.scratchBlock = at;
  }

  head(points: number): Uint8Array {
    return this.headOf(this.columns[0], points);
  }

  append(points: CodedPoints, buffer: BlockBuffer): Promise<void> {
    this.addSums(points);
    return this.blocks.add(points, (block) => this.store(block, buffer));
  }

  async end(buffer: BlockBuffer): Promise<void> {
    const rest = this.blocks.take();
    const points = this.stored + rest.count;
    const files: StoredFile[] = [];
    let at = 0;
    for (const [k, column] of this.columns.entries()) {
      // The first one has its place already.
      const head = this.headOf(column, points);
      if (at > 0) await buffer.append(head);
      await this.gather(column, buffer);
      await buffer.append(rest.columns[k]);
      files.push({ ...this.entryOf(column, points), at });
      at += head.length + points * column.bytes;
    }
    await buffer.append(centralDirectory(files, at, this.software));
  }

  /** Moves a full block to the scratch file; returns its memory. */
  private async store({ count, columns }: ColumnBlock, buffer: BlockBuffer): Promise<ArrayBuffer> {
    this.scratch ??= await buffer.openScratch();
    const memory = columns[0].buffer;
    await this.scratch.write(
      new Uint8Array(memory, 0, this.scratchBlock),
      (this.stored / BLOCK_POINTS) * this.scratchBlock,
    );
    this.stored += count;
    return memory;
  }

  private addSums({ bytes, sums }: CodedPoints): void {
    invariant(sums, 'points of an archive come with the sums of their columns');
    for (const [k, column] of this.columns.entries()) column.crc = joinedCrc32(column.crc, sums[k], bytes[k].length);
  }

  /** Appends the numbers of a column in full blocks. */
  private async gather({ bytes, at }: PlacedColumn, buffer: BlockBuffer): Promise<void> {
    const part = new Uint8Array(bytes * BLOCK_POINTS);
    for (let block = 0; block < this.stored / BLOCK_POINTS; block++) {
      await this.scratch?.read(part, block * this.scratchBlock + at);
      await buffer.append(part);
    }
  }

  private headOf(column: PlacedColumn, points: number): Uint8Array {
    const header = localHeader(this.entryOf(column, points));
    const head = new Uint8Array(header.length + NPY_HEAD_BYTES);
    head.set(header);
    head.set(npyHead(column.type, points, column.components), header.length);
    return head;
  }

  private entryOf({ name, type, components, bytes, crc }: PlacedColumn, points: number): Omit<StoredFile, 'at'> {
    const head = npyHead(type, points, components);
    const length = points * bytes;
    return { name: `${name}.npy`, crc: joinedCrc32(crc32(head), crc, length), bytes: head.length + length };
  }
}
