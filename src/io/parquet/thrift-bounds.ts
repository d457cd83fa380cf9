/*
 * Thrift's compact protocol (apache/thrift, doc/specs/thrift-compact-protocol.md), in which Parquet writes its footer
 * and the heads of its pages. The library that reads them allocates what a list announces, takes numbers of any length
 * and nests without end, so structures are followed here first, without allocation.
 */

/** The reason why a structure is not read. */
export class ThriftFault extends Error {}

/** Limits of a structure. */
export interface ThriftLimits {
  /** Values of all kinds, those that lists announce included. */
  values: number;
  /** Structures, lists and texts, which take some hundred bytes of memory each, and as few as one of a file. */
  objects: number;
}

const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I32 = 5;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** Nesting of structures and lists; those of Parquet are eight deep (parquet.thrift). */
const DEPTH_MAX = 16;
/** Parquet's structures have up to 17 fields. */
const FIELD_MAX = 255;
/** A list of this size has its size behind the byte of its type. */
const LONG_LIST = 15;
/** Bytes of numbers of 32 and 64 bits, seven a byte. */
const VARINT_32 = 5;
const VARINT_64 = 10;

/**
 * Follows the structure that begins with byte `at`; returns the byte behind it. Throws ThriftFault if it goes beyond
 * the bytes, `limits`, or what Parquet writes.
 */
export function boundThrift(bytes: Uint8Array, at: number, limits: ThriftLimits): number {
  const walk = new ThriftWalk(bytes, at, limits);
  walk.struct(1);
  return walk.at;
}

class ThriftWalk {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly limits: ThriftLimits;
  private values = 0;
  private objects = 0;

  constructor(bytes: Uint8Array, at: number, limits: ThriftLimits) {
    this.bytes = bytes;
    this.at = at;
    this.limits = limits;
  }

  struct(depth: number): void {
    this.enter(depth);
    let field = 0;
    for (let head = this.byte(); (head & 15) !== STOP; head = this.byte()) {
      field = head >> 4 ? field + (head >> 4) : this.zigzag();
      if (!(field >= 0 && field <= FIELD_MAX)) throw new ThriftFault(`has a field ${field}`);
      this.count(1);
      this.value(head & 15, depth);
    }
  }

  /** A value of a field; as an element of a list, a truth is a byte. */
  private value(type: number, depth: number): void {
    if (type === BYTE) this.skip(1);
    else if (type === I16 || type === I32) this.varint(VARINT_32);
    else if (type === I64) this.varint(VARINT_64);
    else if (type === DOUBLE) this.skip(8);
    else if (type === BINARY) this.text();
    else if (type === LIST) this.list(depth + 1);
    else if (type === STRUCT) this.struct(depth + 1);
    else if (type !== TRUE && type !== FALSE) throw new ThriftFault(`has a value of the type ${type}`);
  }

  private list(depth: number): void {
    this.enter(depth);
    const head = this.byte();
    const size = head >> 4 === LONG_LIST ? this.varint(VARINT_32) : head >> 4;
    // Every element takes a byte or more.
    if (size > this.bytes.length - this.at) throw new ThriftFault(`has a list of ${size} values, longer than itself`);
    this.count(size);
    const type = head & 15;
    const element = type === TRUE || type === FALSE ? BYTE : type;
    for (let k = 0; k < size; k++) this.value(element, depth);
  }

  private text(): void {
    this.countObject();
    this.skip(this.varint(VARINT_32));
  }

  private enter(depth: number): void {
    if (depth > DEPTH_MAX) throw new ThriftFault(`is nested more than ${DEPTH_MAX} deep`);
    this.countObject();
  }

  private countObject(): void {
    if (++this.objects > this.limits.objects)
      throw new ThriftFault(`has more than ${this.limits.objects} lists, texts and structures, the most that are read`);
  }

  private count(values: number): void {
    this.values += values;
    if (this.values > this.limits.values)
      throw new ThriftFault(`has more than ${this.limits.values} values, the most that are read`);
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new ThriftFault('is cut off');
    return this.bytes[this.at++];
  }

  private skip(count: number): void {
    if (count > this.bytes.length - this.at) throw new ThriftFault('is cut off');
    this.at += count;
  }

  /** A whole number of up to `most` bytes, the lowest seven bits first. */
  private varint(most: number): number {
    let value = 0;
    for (let k = 0; k < most; k++) {
      const byte = this.byte();
      value += (byte & 127) * 128 ** k;
      if (byte < 128) return value;
    }
    throw new ThriftFault(`has a number of more than ${most} bytes`);
  }

  /** A whole number whose sign is its lowest bit. */
  private zigzag(): number {
    const value = this.varint(VARINT_32);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
