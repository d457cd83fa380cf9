import { invariant } from '../../base/errors.js';
import { inflateBase64 } from '../../base/inflate-base64.js';
import { LAZ_CODEC } from './codec-binary.generated.js';
import { Fault } from './layouts.generated.js';
import type { PackedLayout } from './packed-layout.js';

/** The exports of laz. */
interface CodecExports {
  memory: WebAssembly.Memory;
  begin(bytes: number): number;
  encodeChunk(at: number, points: number, recordBytes: number, items: number): void;
  decodeChunk(
    at: number,
    bytes: number,
    points: number,
    recordBytes: number,
    items: number,
    wanted: number,
  ): ChunkFaultCode;
  resultAt(): number;
  resultLength(): number;
  encodeTable(entries: number, chunks: number, withPoints: boolean): number;
  decodeTable(at: number, bytes: number, chunks: number, withPoints: boolean): number;
  tableLength(): number;
}

/** An entry of the table of chunks. */
export interface ChunkEntry {
  points: number;
  bytes: number;
}

type ChunkFaultCode = (typeof Fault)[keyof typeof Fault];

/** Faults of a chunk. */
const CHUNK_FAULTS = Object.freeze({
  [Fault.none]: undefined,
  [Fault.cut]: 'it ends within the list of its layers',
  [Fault.count]: 'its own number of points is another',
  [Fault.sizes]: 'its layers do not fill it',
  [Fault.bytes]: 'a layer has bytes that no encoder writes',
  [Fault.places]: 'its first layer is empty',
} as const);

export type ChunkFault = Exclude<(typeof CHUNK_FAULTS)[ChunkFaultCode], undefined>;

const ENTRY_BYTES = 8;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Codes and decodes chunks of compressed points, one after the other, in its own memory. */
export class LazCodec {
  private readonly exports: CodecExports;

  private constructor(exports: CodecExports) {
    this.exports = exports;
  }

  static async create(): Promise<LazCodec> {
    compiled ??= inflateBase64(LAZ_CODEC).then((binary) => WebAssembly.compile(binary));
    const { exports } = await WebAssembly.instantiate(await compiled);
    return new LazCodec(exports as unknown as CodecExports);
  }

  /**
   * The chunk of these records, `layout.recordLength` bytes each, at least one: LASzip's compressor 3 with items of
   * version 3. The bytes stay valid until the next call.
   */
  encode(records: Uint8Array, layout: PackedLayout): Uint8Array {
    const points = records.length / layout.recordLength;
    invariant(points >= 1 && Number.isInteger(points), 'a chunk is made of whole records');
    const at = this.place(records);
    this.exports.encodeChunk(at, points, layout.recordLength, layout.items);
    return this.result();
  }

  /**
   * The `points` records of a chunk, or its fault. In layers that `wanted` leaves out (a byte each, 0: not wanted), all
   * points have the value of the first. The bytes stay valid until the next call. Memory is in proportion to `points`:
   * the caller limits it.
   */
  decode(
    chunk: Uint8Array,
    points: number,
    { recordLength, items }: PackedLayout,
    wanted?: Uint8Array,
  ): Uint8Array | ChunkFault {
    if (chunk.length < recordLength) return CHUNK_FAULTS[Fault.cut];
    const room = this.exports.begin(chunk.length + (wanted?.length ?? 0));
    this.bytes().set(chunk, room);
    if (wanted) this.bytes().set(wanted, room + chunk.length);
    const wantedAt = wanted ? room + chunk.length : 0;
    const fault = this.exports.decodeChunk(room, chunk.length, points, recordLength, items, wantedAt);
    return CHUNK_FAULTS[fault] ?? this.result();
  }

  /** The coded entries of a chunk table, without its head; empty without entries. */
  encodeTable(entries: readonly ChunkEntry[], withPoints: boolean): Uint8Array {
    if (entries.length === 0) return new Uint8Array(0);
    const at = this.exports.begin(entries.length * ENTRY_BYTES);
    const view = new DataView(this.exports.memory.buffer, at);
    entries.forEach(({ points, bytes }, k) => {
      view.setUint32(ENTRY_BYTES * k, points, true);
      view.setUint32(ENTRY_BYTES * k + 4, bytes, true);
    });
    const coded = this.exports.encodeTable(at, entries.length, withPoints);
    return this.bytes().slice(coded, coded + this.exports.tableLength());
  }

  /**
   * The `count` entries of a chunk table, undefined for bytes that no encoder writes; `points` are 0 if the table lacks
   * them.
   */
  decodeTable(coded: Uint8Array, count: number, withPoints: boolean): ChunkEntry[] | undefined {
    const at = this.exports.decodeTable(this.place(coded), coded.length, count, withPoints);
    if (at === 0) return undefined;
    const view = new DataView(this.exports.memory.buffer, at);
    return Array.from({ length: count }, (_, k) => ({
      points: withPoints ? view.getUint32(ENTRY_BYTES * k, true) : 0,
      bytes: view.getUint32(ENTRY_BYTES * k + 4, true),
    }));
  }

  private place(bytes: Uint8Array): number {
    const at = this.exports.begin(bytes.length);
    this.bytes().set(bytes, at);
    return at;
  }

  private result(): Uint8Array {
    const at = this.exports.resultAt();
    return this.bytes().subarray(at, at + this.exports.resultLength());
  }

  /** Not kept: memory that grows gets another buffer. */
  private bytes(): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer);
  }
}
