/** LAS files of any version and point format, as other programs write them. */
import { encodePaddedText } from '../../src/io/bytes/byte-fields.js';
import { HEADER_AT } from '../../src/io/las/las-header.js';
import { RECORD_BYTES } from '../../src/io/las/point-layout.js';
import { LOCAL_WKT } from '../../src/io/las/wkt.js';

/** A point by the stored numbers; missing ones are 0, or 1 of 1. */
export interface StoredPoint {
  x: number;
  y: number;
  z: number;
  intensity?: number;
  /** The byte with return number and number of returns. */
  returns?: number;
  /** The byte with flags; of formats up to 5, that of the class. */
  flags?: number;
  classification?: number;
  userData?: number;
  scanAngle?: number;
  pointSourceId?: number;
  gpsTime?: number;
  /** Bytes behind the standard record, or in the middle of it: place and content. */
  bytes?: readonly (readonly [at: number, content: readonly number[]])[];
}

export interface StoredRecord {
  userId: string;
  recordId: number;
  description?: string;
  data: Uint8Array;
}

export interface LasContent {
  minor?: 0 | 1 | 2 | 3 | 4;
  format?: number;
  points?: readonly StoredPoint[];
  /** Bytes behind the standard record. */
  extraBytes?: number;
  vlrs?: readonly StoredRecord[];
  evlrs?: readonly StoredRecord[];
  /** Bytes between the records and the points. */
  rest?: readonly number[];
  scale?: readonly [number, number, number];
  offset?: readonly [number, number, number];
  /** Global encoding. */
  encoding?: number;
}

export const WKT_RECORD: StoredRecord = {
  userId: 'LASF_Projection',
  recordId: 2112,
  data: new TextEncoder().encode(`${LOCAL_WKT}\0`),
};

const HEADER_SIZES = [227, 227, 227, 235, 375];
const TIME_AT: Readonly<Record<number, number>> = { 1: 20, 3: 20, 4: 20, 5: 20 };

/** The bytes of a file, whose header describes its content. */
export function lasBytes({
  minor = 4,
  format = 6,
  points = [{ x: 1, y: 2, z: 3 }],
  extraBytes = 0,
  vlrs = format >= 6 ? [WKT_RECORD] : [],
  evlrs = [],
  rest = [],
  scale = [0.001, 0.001, 0.001],
  offset = [0, 0, 0],
  encoding = format >= 6 ? 17 : 1,
}: LasContent = {}): Uint8Array {
  const recordLength = RECORD_BYTES[format] + extraBytes;
  const records = points.map((point) => pointBytes(point, format, recordLength));
  const before = vlrs.map((record) => recordBytes(record, false));
  const behind = evlrs.map((record) => recordBytes(record, true));
  const headerSize = HEADER_SIZES[minor];
  const dataAt = headerSize + sizeOf(before) + rest.length;
  const header = new Uint8Array(headerSize);
  const view = new DataView(header.buffer);
  header.set(encodePaddedText('LASF', 4));
  view.setUint16(HEADER_AT.globalEncoding, encoding, true);
  view.setUint8(HEADER_AT.versionMajor, 1);
  view.setUint8(HEADER_AT.versionMinor, minor);
  header.set(encodePaddedText('OTHER', 32), HEADER_AT.systemIdentifier);
  header.set(encodePaddedText('a test', 32), HEADER_AT.generatingSoftware);
  view.setUint16(HEADER_AT.creationDayOfYear, 100, true);
  view.setUint16(HEADER_AT.creationYear, 2020, true);
  view.setUint16(HEADER_AT.headerSize, headerSize, true);
  view.setUint32(HEADER_AT.pointDataOffset, dataAt, true);
  view.setUint32(HEADER_AT.vlrCount, vlrs.length, true);
  view.setUint8(HEADER_AT.pointFormat, format);
  view.setUint16(HEADER_AT.recordLength, recordLength, true);
  const byReturn = new Array(16).fill(0);
  for (const { returns } of points) byReturn[(returns ?? 1) & (format >= 6 ? 15 : 7)]++;
  if (format < 6) {
    view.setUint32(HEADER_AT.legacyPointCount, points.length, true);
    for (let k = 0; k < 5; k++) view.setUint32(HEADER_AT.legacyPointsByReturn + 4 * k, byReturn[k + 1], true);
  }
  (['x', 'y', 'z'] as const).forEach((name, axis) => {
    const values = points.map((point) => point[name] * scale[axis] + offset[axis]);
    view.setFloat64(HEADER_AT.scale + 8 * axis, scale[axis], true);
    view.setFloat64(HEADER_AT.offset + 8 * axis, offset[axis], true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis, points.length ? Math.max(...values) : 0, true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis + 8, points.length ? Math.min(...values) : 0, true);
  });
  if (minor >= 4) {
    view.setBigUint64(HEADER_AT.pointCount, BigInt(points.length), true);
    for (let k = 0; k < 15; k++) view.setBigUint64(HEADER_AT.pointsByReturn + 8 * k, BigInt(byReturn[k + 1]), true);
    view.setUint32(HEADER_AT.evlrCount, evlrs.length, true);
    view.setBigUint64(HEADER_AT.evlrOffset, BigInt(evlrs.length ? dataAt + sizeOf(records) : 0), true);
  }
  return joined([header, ...before, Uint8Array.from(rest), ...records, ...behind]);
}

function pointBytes(point: StoredPoint, format: number, recordLength: number): Uint8Array {
  const bytes = new Uint8Array(recordLength);
  const view = new DataView(bytes.buffer);
  for (const [axis, value] of [point.x, point.y, point.z].entries()) view.setInt32(4 * axis, value, true);
  view.setUint16(12, point.intensity ?? 0, true);
  if (format >= 6) {
    bytes[14] = point.returns ?? 0x11;
    bytes[15] = point.flags ?? 0;
    bytes[16] = point.classification ?? 0;
    bytes[17] = point.userData ?? 0;
    view.setInt16(18, point.scanAngle ?? 0, true);
    view.setUint16(20, point.pointSourceId ?? 0, true);
    view.setFloat64(22, point.gpsTime ?? 0, true);
  } else {
    bytes[14] = point.returns ?? 0x09;
    bytes[15] = (point.classification ?? 0) | (point.flags ?? 0);
    view.setInt8(16, point.scanAngle ?? 0);
    bytes[17] = point.userData ?? 0;
    view.setUint16(18, point.pointSourceId ?? 0, true);
    if (format in TIME_AT) view.setFloat64(TIME_AT[format], point.gpsTime ?? 0, true);
  }
  for (const [at, content] of point.bytes ?? []) bytes.set(content, at);
  return bytes;
}

function recordBytes({ userId, recordId, description = '', data }: StoredRecord, extended: boolean): Uint8Array {
  const head = extended ? 60 : 54;
  const bytes = new Uint8Array(head + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(encodePaddedText(userId, 16), 2);
  view.setUint16(18, recordId, true);
  if (extended) view.setBigUint64(20, BigInt(data.length), true);
  else view.setUint16(20, data.length, true);
  bytes.set(encodePaddedText(description, 32), extended ? 28 : 22);
  bytes.set(data, head);
  return bytes;
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** An entry of an extra-bytes record. */
export function extraField(name: string, type: number, options = 0): Uint8Array {
  const bytes = new Uint8Array(192);
  bytes[2] = type;
  bytes[3] = options;
  bytes.set(encodePaddedText(name, 32), 4);
  return bytes;
}
