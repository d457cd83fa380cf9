import { UserError } from '../../../base/errors.js';
import { latin1 } from '../../../base/latin1.js';
import { quoteText } from '../../../base/yaml/faults.js';

/*
 * A tensor file (Dupuy and Jakob 2018, the format of the RGL material database), little-endian: "tensor_file\0",
 * version 1.0, a count of fields (u32). For each field: the length of its name (u16), the name, the number of axes
 * (u16), the type (u8), the offset of its numbers (u64) and the length of each axis (u64). The numbers may be anywhere
 * after that, the last axis the fastest.
 */

/** A named array in a tensor file. */
export interface Tensor {
  name: string;
  type: TensorType;
  shape: readonly number[];
  /** Start of its bytes in the file. */
  offset: number;
  /** The numbers as stored in the file: a view of it. */
  bytes: Uint8Array;
}

/** Types by their number in the file, from 1. */
const TYPES = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f16', 'f32', 'f64'] as const;
export type TensorType = (typeof TYPES)[number];

const MAGIC = new TextEncoder().encode('tensor_file\0');
const VERSION_AT = MAGIC.length;
const COUNT_AT = VERSION_AT + 2;
const FIELDS_AT = COUNT_AT + 4;
/** Files of the database have 12 fields of up to 5 axes. */
const FIELDS_MAX = 1000;
const AXES_MAX = 16;
const SHAPE_ITEM_BYTES = 8;

/**
 * The fields of a tensor file by name; messages call the file `file`. Allocates only the header's contents: arrays are
 * views of `bytes`, no two of which overlap. Throws UserError for another format or version, and for a field that is
 * cut off, lies outside of the file, overlaps another or has a duplicate name.
 */
export function parseTensorFile(bytes: Uint8Array, file: string): Map<string, Tensor> {
  const reader = new HeaderReader(bytes, file);
  reader.demandFormat();
  const count = reader.fieldCount();
  const fields = new Map<string, Tensor>();
  for (let index = 0; index < count; index++) {
    const start = reader.at;
    const tensor = reader.field(index);
    if (fields.has(tensor.name)) throw reader.fault(start, `found a second field ${quoteText(tensor.name)}`);
    fields.set(tensor.name, tensor);
  }
  demandApart([...fields.values()], reader.at, file);
  return fields;
}

/** Reads the header step by step, checking every number against the file's length before it is used. */
class HeaderReader {
  at = FIELDS_AT;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly file: string;

  constructor(bytes: Uint8Array, file: string) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.file = file;
  }

  fault(offset: number, message: string): UserError {
    return new UserError(`byte ${offset}: ${message}`, { place: { file: this.file } });
  }

  /** Magic and version. */
  demandFormat(): void {
    if (MAGIC.some((byte, index) => this.bytes[index] !== byte))
      throw this.fault(0, 'found other bytes than "tensor_file", expected a tensor file of the RGL material database');
    this.demand(VERSION_AT, FIELDS_AT - VERSION_AT, 'the version and the number of fields');
    const [major, minor] = this.bytes.subarray(VERSION_AT, COUNT_AT);
    if (major !== 1 || minor !== 0) throw this.fault(VERSION_AT, `found version ${major}.${minor}, expected 1.0`);
  }

  fieldCount(): number {
    const count = this.view.getUint32(COUNT_AT, true);
    if (count > FIELDS_MAX) throw this.fault(COUNT_AT, `found ${count} fields, expected ${FIELDS_MAX} at most`);
    return count;
  }

  field(index: number): Tensor {
    const name = this.name(index);
    const axes = this.axes(name);
    const type = this.type(name);
    const offsetAt = this.take(8, `the offset of ${quoteText(name)}`);
    const shape = this.shape(name, axes);
    const length = shape.reduce((product, count) => product * BigInt(count), BigInt(bytesOf(type)));
    const offset = this.view.getBigUint64(offsetAt, true);
    // Sums and products of 64-bit numbers can overflow unless they are BigInts.
    if (offset + length > BigInt(this.bytes.length))
      throw this.fault(
        offsetAt,
        `found ${length} bytes from byte ${offset} on for ${quoteText(name)}, expected them within the file's ${this.bytes.length} bytes: it is cut off or damaged`,
      );
    const [start, end] = [Number(offset), Number(offset + length)];
    return { name, type, shape, offset: start, bytes: this.bytes.subarray(start, end) };
  }

  private name(index: number): string {
    const length = this.view.getUint16(this.take(2, `the name of field ${index + 1}`), true);
    const start = this.take(length, `the name of field ${index + 1}`);
    return latin1(this.bytes.subarray(start, start + length));
  }

  private axes(name: string): number {
    const at = this.take(2, `the number of axes of ${quoteText(name)}`);
    const axes = this.view.getUint16(at, true);
    if (axes > AXES_MAX) throw this.fault(at, `found ${axes} axes of ${quoteText(name)}, expected ${AXES_MAX} at most`);
    return axes;
  }

  private type(name: string): TensorType {
    const at = this.take(1, `the type of ${quoteText(name)}`);
    const type = TYPES[this.bytes[at] - 1];
    if (type === undefined)
      throw this.fault(at, `found type ${this.bytes[at]} of ${quoteText(name)}, expected 1 to ${TYPES.length}`);
    return type;
  }

  private shape(name: string, axes: number): number[] {
    const start = this.take(axes * SHAPE_ITEM_BYTES, `the shape of ${quoteText(name)}`);
    return Array.from({ length: axes }, (_, axis) => {
      const at = start + axis * SHAPE_ITEM_BYTES;
      const count = this.view.getBigUint64(at, true);
      if (count > BigInt(this.bytes.length))
        throw this.fault(
          at,
          `found ${count} items along axis ${axis + 1} of ${quoteText(name)}, more than the file has bytes`,
        );
      return Number(count);
    });
  }

  /** Start of the next `count` bytes; moves past them. */
  private take(count: number, what: string): number {
    const start = this.at;
    this.demand(start, count, what);
    this.at = start + count;
    return start;
  }

  private demand(start: number, count: number, what: string): void {
    if (start + count <= this.bytes.length) return;
    throw this.fault(this.bytes.length, `the file ends in the middle of ${what}, which starts in byte ${start}`);
  }
}

/** Bytes of one number of a type. */
const bytesOf = (type: TensorType): number => Number(type.slice(1)) / 8;

/** Arrays that share bytes would let a small file expand into a large one. */
function demandApart(tensors: readonly Tensor[], headerEnd: number, file: string): void {
  const filled = tensors.filter(({ bytes }) => bytes.length > 0).sort((a, b) => a.offset - b.offset);
  let [end, before] = [headerEnd, 'the header'];
  for (const { name, offset, bytes } of filled) {
    if (offset < end)
      throw new UserError(
        `byte ${offset}: found ${quoteText(name)} start inside ${before}, which ends in byte ${end}`,
        {
          place: { file },
        },
      );
    [end, before] = [offset + bytes.length, quoteText(name)];
  }
}
