/*
 * The classification lookup: names of classes by number, in records of 16 bytes. ASPRS LAS Specification 1.4 – R15,
 * "Classification Lookup (optional)".
 */
import { decodePaddedText, encodePaddedText } from '../bytes/byte-fields.js';
import type { Vlr } from './vlr.js';

export const CLASS_LOOKUP_USER_ID = 'LASF_Spec';
export const CLASS_LOOKUP_RECORD_ID = 0;

const CLASSES = 256;
const ENTRY_BYTES = 16;
const NAME_BYTES = 15;

/** The record of these names, each cut to 15 bytes; none without names. */
export function classLookupVlrs(names: Readonly<Record<number, string>> = {}): Vlr[] {
  if (Object.keys(names).length === 0) return [];
  const data = new Uint8Array(CLASSES * ENTRY_BYTES);
  for (let number = 0; number < CLASSES; number++) {
    data[ENTRY_BYTES * number] = number;
    data.set(encodePaddedText(names[number] ?? '', NAME_BYTES), ENTRY_BYTES * number + 1);
  }
  const description = 'Classification lookup';
  return [{ userId: CLASS_LOOKUP_USER_ID, recordId: CLASS_LOOKUP_RECORD_ID, description, data }];
}

/** The names in a classification lookup by number; classes without a name are left out. */
export function readClassLookup(data: Uint8Array): Record<number, string> {
  const names: Record<number, string> = {};
  for (let at = 0; at + ENTRY_BYTES <= Math.min(data.length, CLASSES * ENTRY_BYTES); at += ENTRY_BYTES) {
    const name = decodePaddedText(data.subarray(at + 1, at + ENTRY_BYTES), 0, NAME_BYTES).trim();
    if (name !== '') names[data[at]] = name;
  }
  return names;
}
