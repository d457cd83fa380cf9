/*
 * Variable length records: a header with owner and kind, then data. ASPRS LAS Specification 1.4 – R15, tables 6 (VLR,
 * 54 bytes, before the points) and 22 (extended, 60 bytes, behind them).
 */
import { decodePaddedText, encodePaddedText, viewOf } from '../bytes/byte-fields.js';

export interface Vlr {
  userId: string;
  recordId: number;
  description: string;
  data: Uint8Array;
}

export const VLR_HEADER_BYTES = 54;
export const EVLR_HEADER_BYTES = 60;

/** The length of a VLR's data is a 16-bit number. */
export const VLR_DATA_MAX = 65535;

const AT = Object.freeze({ userId: 2, recordId: 18, dataLength: 20, description: 22, evlrDescription: 28 });
const USER_ID_BYTES = 16;
const DESCRIPTION_BYTES = 32;

/** The record with its header. Precondition: at most 65535 bytes of data. */
export function encodeVlr(vlr: Vlr): Uint8Array {
  const bytes = new Uint8Array(VLR_HEADER_BYTES + vlr.data.length);
  const view = viewOf(bytes);
  bytes.set(encodePaddedText(vlr.userId, USER_ID_BYTES), AT.userId);
  view.setUint16(AT.recordId, vlr.recordId, true);
  view.setUint16(AT.dataLength, vlr.data.length, true);
  bytes.set(encodePaddedText(vlr.description, DESCRIPTION_BYTES), AT.description);
  bytes.set(vlr.data, VLR_HEADER_BYTES);
  return bytes;
}

/** The 60 bytes before the data of an extended record. */
export function encodeEvlrHeader(header: VlrHeader): Uint8Array {
  const bytes = new Uint8Array(EVLR_HEADER_BYTES);
  const view = viewOf(bytes);
  bytes.set(encodePaddedText(header.userId, USER_ID_BYTES), AT.userId);
  view.setUint16(AT.recordId, header.recordId, true);
  view.setBigUint64(AT.dataLength, BigInt(header.dataLength), true);
  bytes.set(encodePaddedText(header.description, DESCRIPTION_BYTES), AT.evlrDescription);
  return bytes;
}

export interface VlrHeader {
  userId: string;
  recordId: number;
  description: string;
  dataLength: number;
}

/** The header of a record from its 54 bytes, or 60 if `extended`. */
export function decodeVlrHeader(bytes: Uint8Array, extended: boolean): VlrHeader {
  const view = viewOf(bytes);
  return {
    userId: decodePaddedText(bytes, AT.userId, USER_ID_BYTES),
    recordId: view.getUint16(AT.recordId, true),
    dataLength: extended ? Number(view.getBigUint64(AT.dataLength, true)) : view.getUint16(AT.dataLength, true),
    description: decodePaddedText(bytes, extended ? AT.evlrDescription : AT.description, DESCRIPTION_BYTES),
  };
}
