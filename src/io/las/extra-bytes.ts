/*
 * Fields behind the standard point record and the record that describes them, 192 bytes a field. ASPRS LAS
 * Specification 1.4 – R15, "Extra Bytes" (LASF_Spec, record 4).
 *
 * A scale and an offset are numbers of eight bytes, little endian like all of LAS; copc 0.0.8 reads them in the wrong
 * byte order.
 */
import { decodePaddedText, encodePaddedText, viewOf } from '../bytes/byte-fields.js';
import { NUMBER_BYTES, NUMBER_TYPES, type NumberType } from '../records/number-type.js';
import type { Vlr } from './vlr.js';

export const EXTRA_BYTES_USER_ID = 'LASF_Spec';
export const EXTRA_BYTES_RECORD_ID = 4;

const DESCRIPTOR_BYTES = 192;
const TEXT_BYTES = 32;

const AT = Object.freeze({ dataType: 2, options: 3, name: 4, scale: 112, offset: 136, description: 160 });

/** Bits of `options`. */
const SCALE_BIT = 1 << 3;
const OFFSET_BIT = 1 << 4;

/** A field as described in the file. */
export interface ExtraField {
  name: string;
  description: string;
  /** Type of its number; absent: bytes of unknown meaning. */
  type?: NumberType;
  bytes: number;
  /** The value is number × scale + shift. */
  scale: number;
  shift: number;
}

/** A field that is written. */
export interface ExtraDescription {
  name: string;
  description: string;
  /** Absent: no unit. */
  unit?: string;
  type: NumberType;
  /** The value is number × scale + shift; absent: 1 and 0. */
  scale?: number;
  shift?: number;
}

/** Describes the extra bytes that hold `fields`, in this order and without gaps. */
export function extraBytesVlr(fields: readonly ExtraDescription[]): Vlr {
  const data = new Uint8Array(DESCRIPTOR_BYTES * fields.length);
  fields.forEach((field, i) => {
    data.set(encodeDescriptor(field), i * DESCRIPTOR_BYTES);
  });
  return { userId: EXTRA_BYTES_USER_ID, recordId: EXTRA_BYTES_RECORD_ID, description: 'Extra bytes of a point', data };
}

function encodeDescriptor(field: ExtraDescription): Uint8Array {
  const bytes = new Uint8Array(DESCRIPTOR_BYTES);
  bytes[AT.dataType] = dataTypeOf(field.type);
  bytes.set(encodePaddedText(field.name, TEXT_BYTES), AT.name);
  bytes.set(encodePaddedText(descriptionOf(field), TEXT_BYTES), AT.description);
  const { scale = 1, shift = 0 } = field;
  if (scale !== 1) setNumber(bytes, SCALE_BIT, AT.scale, scale);
  if (shift !== 0) setNumber(bytes, OFFSET_BIT, AT.offset, shift);
  return bytes;
}

/** Sets a number of a descriptor, and the bit that marks it as present. */
function setNumber(bytes: Uint8Array, bit: number, at: number, value: number): void {
  bytes[AT.options] |= bit;
  viewOf(bytes).setFloat64(at, value, true);
}

/** A type by its number in the file, 1…10. */
const dataTypeOf = (type: NumberType): number => NUMBER_TYPES.indexOf(type) + 1;

const descriptionOf = ({ description, unit }: ExtraDescription): string =>
  unit ? `${description} [${unit}]` : description;

/**
 * The fields described in the data of an extra-bytes record. Withdrawn types (11–30) are returned as undescribed bytes
 * of their length. The list ends at a reserved type, because its length is unknown.
 */
export function decodeExtraBytes(data: Uint8Array): ExtraField[] {
  const fields: ExtraField[] = [];
  for (let at = 0; at + DESCRIPTOR_BYTES <= data.length; at += DESCRIPTOR_BYTES) {
    const field = decodeDescriptor(data.subarray(at, at + DESCRIPTOR_BYTES));
    if (!field) break;
    fields.push(field);
  }
  return fields;
}

function decodeDescriptor(bytes: Uint8Array): ExtraField | undefined {
  const view = viewOf(bytes);
  const code = bytes[AT.dataType];
  const options = bytes[AT.options];
  const storage = storageOf(code, options);
  if (!storage) return undefined;
  return {
    name: decodePaddedText(bytes, AT.name, TEXT_BYTES),
    description: decodePaddedText(bytes, AT.description, TEXT_BYTES),
    ...storage,
    scale: code > 0 && options & SCALE_BIT ? view.getFloat64(AT.scale, true) : 1,
    shift: code > 0 && options & OFFSET_BIT ? view.getFloat64(AT.offset, true) : 0,
  };
}

function storageOf(code: number, options: number): Pick<ExtraField, 'type' | 'bytes'> | undefined {
  // Bytes of type 0 are undocumented; `options` is their number.
  if (code === 0) return { bytes: options };
  const type = NUMBER_TYPES[(code - 1) % NUMBER_TYPES.length];
  // 11–20 were arrays of two of the types 1–10, 21–30 of three, until revision 14.
  const members = Math.ceil(code / NUMBER_TYPES.length);
  if (members > 3) return undefined;
  return members === 1 ? { type, bytes: NUMBER_BYTES[type] } : { bytes: members * NUMBER_BYTES[type] };
}
