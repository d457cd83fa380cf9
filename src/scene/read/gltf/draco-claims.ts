/*
 * The head of Draco's compressed data up to the numbers by which its decoder reserves memory: "Draco 3D Data
 * Compression Bitstream Specification" 2.2, sections 4 to 7; older versions as its decoder reads them.
 */

/** The numbers that compressed data claim to hold. */
export interface DracoClaims {
  faces: number;
  /** Number of points, or of vertices, each of which is at least one point. */
  points: number;
  /** Whether `points` is their exact number. */
  isExact: boolean;
}

const MAGIC = [0x44, 0x52, 0x41, 0x43, 0x4f];
const TRIANGULAR_MESH = 1;
const EDGEBREAKER = 1;
const HAS_METADATA = 0x8000;
/** Deepest nesting of metadata; programs use a level or two. */
const METADATA_DEPTH_MAX = 16;

/** The claims in the head of compressed data; undefined if it is not the head of a mesh. */
export function dracoClaims(bytes: Uint8Array): DracoClaims | undefined {
  const head = new HeadReader(bytes);
  if (!MAGIC.every((byte) => head.byte() === byte)) return undefined;
  const version = 100 * head.byte() + head.byte();
  const [type, method] = [head.byte(), head.byte()];
  if (type !== TRIANGULAR_MESH || method > EDGEBREAKER) return undefined;
  const flags = head.byte() + 256 * head.byte();
  if (flags & HAS_METADATA) skipMetadata(head);
  const isExact = method !== EDGEBREAKER;
  const [faces, points] = isExact ? sequentialCounts(head, version) : edgebreakerCounts(head, version);
  return head.isBeyond ? undefined : { faces, points, isExact };
}

function sequentialCounts(head: HeadReader, version: number): [faces: number, points: number] {
  const number = () => (version < 202 ? head.word() : head.varint());
  return [number(), number()];
}

function edgebreakerCounts(head: HeadReader, version: number): [faces: number, points: number] {
  const number = () => (version < 200 ? head.word() : head.varint());
  // Coding of the symbols; before 2.2, the number of split vertices follows.
  head.byte();
  if (version < 202) number();
  const points = number();
  return [number(), points];
}

/** Metadata of attributes, each with its number, then those of the whole. */
function skipMetadata(head: HeadReader): void {
  const attributes = head.varint();
  for (let k = 0; k < attributes && !head.isBeyond; k++) {
    head.varint();
    skipElement(head, 0);
  }
  skipElement(head, 0);
}

/** Entries by name, then further elements by name. */
function skipElement(head: HeadReader, depth: number): void {
  if (depth > METADATA_DEPTH_MAX) head.skip(Infinity);
  const entries = head.varint();
  for (let k = 0; k < entries && !head.isBeyond; k++) {
    head.skip(head.byte());
    head.skip(head.varint());
  }
  const elements = head.varint();
  for (let k = 0; k < elements && !head.isBeyond; k++) {
    head.skip(head.byte());
    skipElement(head, depth + 1);
  }
}

/** Numbers of 7 bits a byte take up to five. */
const VARINT_BYTES_MAX = 5;

/** Reads numbers from the start of bytes; beyond their end they are 0. */
class HeadReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isBeyond(): boolean {
    return this.at > this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** 32 bits, the lowest byte first. */
  word(): number {
    return this.byte() + 0x100 * this.byte() + 0x10000 * this.byte() + 0x1000000 * this.byte();
  }

  varint(): number {
    let value = 0;
    for (let k = 0; k < VARINT_BYTES_MAX; k++) {
      const byte = this.byte();
      value += (byte & 127) * 128 ** k;
      if (byte < 128) break;
    }
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }
}
