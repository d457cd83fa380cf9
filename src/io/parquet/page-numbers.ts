/*
 * Encodings of numbers in pages (Apache Parquet, Encodings.md). Each returns the requested count, allocates only these,
 * and throws PageFault if the bytes do not hold them.
 */
import { counted } from '../../base/text.js';
import { PARQUET_BYTES, type ParquetType } from './parquet-cloud.js';

/** The reason why a page cannot be read. */
export class PageFault extends Error {}

const cutOff = () => new PageFault('ends before its numbers do');

type Widen = (memory: ArrayBuffer, unsigned: boolean) => Float64Array;

/** Numbers of a type as f64; all machines on which subray runs are little endian. */
const WIDEN: Readonly<Record<ParquetType, Widen>> = Object.freeze({
  INT32: (memory, unsigned) => new Float64Array(unsigned ? new Uint32Array(memory) : new Int32Array(memory)),
  INT64: (memory, unsigned) =>
    unsigned
      ? Float64Array.from(new BigUint64Array(memory), Number)
      : Float64Array.from(new BigInt64Array(memory), Number),
  FLOAT: (memory) => new Float64Array(new Float32Array(memory)),
  DOUBLE: (memory) => new Float64Array(memory),
});

/** PLAIN: one number behind the other. */
export function plainNumbers(bytes: Uint8Array, count: number, type: ParquetType, unsigned: boolean): Float64Array {
  const length = count * PARQUET_BYTES[type];
  if (length > bytes.length) throw cutOff();
  return WIDEN[type](new Uint8Array(bytes.subarray(0, length)).buffer, unsigned);
}

/** BYTE_STREAM_SPLIT: the first bytes of all numbers, then the second ones, and so on. */
export function splitNumbers(bytes: Uint8Array, count: number, type: ParquetType, unsigned: boolean): Float64Array {
  const words = PARQUET_BYTES[type] / 4;
  if (count * PARQUET_BYTES[type] > bytes.length) throw cutOff();
  const whole = new Uint32Array(count * words);
  for (let word = 0; word < words; word++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((byte) => (4 * word + byte) * count);
    for (let i = 0, to = word; i < count; i++, to += words)
      whole[to] = bytes[a + i] | (bytes[b + i] << 8) | (bytes[c + i] << 16) | (bytes[d + i] << 24);
  }
  return WIDEN[type](whole.buffer, unsigned);
}

/** Whole numbers of `width` bits, up to 32, in runs that repeat one or are packed (RLE / bit-packing hybrid). */
export function hybridNumbers(bytes: Uint8Array, count: number, width: number): Uint32Array {
  if (width > 32) throw new PageFault(`has whole numbers of ${counted(width, 'bit')}`);
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
    throw new PageFault(`has blocks of ${counted(block, 'number')} in ${counted(parts, 'part')}, ${total} in all`);
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
      if (widths[part] > 32) throw new PageFault(`has differences of ${counted(widths[part], 'bit')}`);
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

/** Up to 7 held bits and this many fit into 31. */
const SHORT_BITS = 24;

/** Reads bytes one after the other, and bits from the lowest of each. */
class BitReader {
  at = 0;
  private readonly source: Uint8Array;
  private held = 0;
  private heldBits = 0;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  byte(): number {
    if (this.at >= this.source.length) throw cutOff();
    return this.source[this.at++];
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
    if (width <= SHORT_BITS) {
      for (; this.heldBits < width; this.heldBits += 8) this.held |= this.byte() << this.heldBits;
      const short = this.held & ((1 << width) - 1);
      this.held >>>= width;
      this.heldBits -= width;
      return short;
    }
    let [value, got] = [0, 0];
    while (got < width) {
      if (this.heldBits === 0) {
        this.held = this.byte();
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
