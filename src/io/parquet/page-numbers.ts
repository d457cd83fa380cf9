/*
 * Encodings of numbers in pages (Apache Parquet, Encodings.md). Each returns as many as are asked for, allocates only these,
 * and throws PageFault if the bytes do not hold them.
 */
import { viewOf } from '../las/bytes.js';
import { type ParquetType, TYPE_BYTES } from './parquet-cloud.js';

/** The reason why a page cannot be read. */
export class PageFault extends Error {}

const cutOff = () => new PageFault('ends before its numbers do');

type Read = (view: DataView, at: number, unsigned: boolean) => number;

const READ: Readonly<Record<ParquetType, Read>> = Object.freeze({
  INT32: (view, at, unsigned) => (unsigned ? view.getUint32(at, true) : view.getInt32(at, true)),
  INT64: (view, at, unsigned) => Number(unsigned ? view.getBigUint64(at, true) : view.getBigInt64(at, true)),
  FLOAT: (view, at) => view.getFloat32(at, true),
  DOUBLE: (view, at) => view.getFloat64(at, true),
});

/** PLAIN: one number behind the other. */
export function plainNumbers(bytes: Uint8Array, count: number, type: ParquetType, unsigned: boolean): Float64Array {
  const size = TYPE_BYTES[type];
  if (count * size > bytes.length) throw cutOff();
  const [view, read] = [viewOf(bytes), READ[type]];
  const numbers = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++, at += size) numbers[i] = read(view, at, unsigned);
  return numbers;
}

/** BYTE_STREAM_SPLIT: the first bytes of all numbers, then the second ones, and so on. */
export function splitNumbers(bytes: Uint8Array, count: number, type: ParquetType, unsigned: boolean): Float64Array {
  const size = TYPE_BYTES[type];
  if (count * size > bytes.length) throw cutOff();
  const whole = new Uint8Array(count * size);
  for (let byte = 0, from = 0; byte < size; byte++)
    for (let to = byte; to < whole.length; to += size) whole[to] = bytes[from++];
  return plainNumbers(whole, count, type, unsigned);
}

/** Whole numbers of `width` bits, up to 32, in runs that repeat one or are packed (RLE / bit-packing hybrid). */
export function hybridNumbers(bytes: Uint8Array, count: number, width: number): Uint32Array {
  if (width > 32) throw new PageFault(`has whole numbers of ${width} bits`);
  const numbers = new Uint32Array(count);
  const reader = new BitReader(bytes);
  for (let done = 0; done < count; ) {
    const header = reader.varint();
    const run = Math.min(count - done, header % 2 === 1 ? Math.floor(header / 2) * 8 : Math.floor(header / 2));
    if (run === 0) throw new PageFault('has a run without numbers');
    if (header % 2 === 1) {
      const start = reader.at;
      for (let i = 0; i < run; i++) numbers[done + i] = reader.bits(width);
      reader.skipTo(start + Math.floor(header / 2) * width);
    } else numbers.fill(reader.bytes(Math.ceil(width / 8)), done, done + run);
    done += run;
  }
  return numbers;
}

/** Numbers of a block of differences, at most. */
const BLOCK_MAX = 65_536;

/** DELTA_BINARY_PACKED: differences from the least one of a block, packed in miniblocks of a width each. */
export function deltaNumbers(bytes: Uint8Array, count: number, type: ParquetType, unsigned: boolean): Float64Array {
  if (type !== 'INT32') throw new PageFault('has differences of other numbers than those of 32 bits');
  const reader = new BitReader(bytes);
  const [block, parts, total] = [reader.varint(), reader.varint(), reader.varint()];
  const size = block / parts;
  if (!(block <= BLOCK_MAX && size >= 8 && size % 8 === 0 && total >= count))
    throw new PageFault(`has blocks of ${block} numbers in ${parts} parts, ${total} in all`);
  const numbers = new Float64Array(count);
  let value = reader.zigzag();
  const put = (i: number) => {
    numbers[i] = unsigned ? value >>> 0 : value;
  };
  if (count > 0) put(0);
  for (let done = 1; done < count; ) {
    const least = reader.zigzag();
    const widths = Array.from({ length: parts }, () => reader.bytes(1));
    for (let part = 0; part < parts && done < count; part++) {
      if (widths[part] > 32) throw new PageFault(`has differences of ${widths[part]} bits`);
      const start = reader.at;
      for (let i = 0; i < size && done < count; i++) {
        value = (value + least + reader.bits(widths[part])) | 0;
        put(done++);
      }
      if (done < count) reader.skipTo(start + (size * widths[part]) / 8);
    }
  }
  return numbers;
}

/** Reads bytes one after the other, and bits from the lowest of each. */
class BitReader {
  at = 0;
  private readonly source: Uint8Array;
  private held = 0;
  private heldBits = 0;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  /** A whole number of up to four bytes, the lowest first. */
  bytes(count: number): number {
    if (this.at + count > this.source.length) throw cutOff();
    let value = 0;
    for (let k = 0; k < count; k++) value += this.source[this.at++] * 2 ** (8 * k);
    return value;
  }

  /** A whole number of 32 bits, 7 a byte. */
  varint(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.bytes(1);
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new PageFault('has a number of more than 32 bits');
  }

  /** A whole number whose sign is its lowest bit. */
  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The next `width` bits, up to 32; the rest of the last byte is kept. */
  bits(width: number): number {
    let [value, got] = [0, 0];
    while (got < width) {
      if (this.heldBits === 0) {
        this.held = this.bytes(1);
        this.heldBits = 8;
      }
      const take = Math.min(width - got, this.heldBits);
      value += (this.held & ((1 << take) - 1)) * 2 ** got;
      this.held >>>= take;
      this.heldBits -= take;
      got += take;
    }
    return value;
  }

  /** Goes on at byte `at`, which may be the end. */
  skipTo(at: number): void {
    this.heldBits = 0;
    this.at = Math.min(at, this.source.length);
  }
}
