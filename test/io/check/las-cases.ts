/** For each rule of a check, a file that breaks it: a whole file, with some bytes changed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADER_AT } from '../../../src/io/las/las-header.js';
import { extraField, type LasContent, lasBytes, WKT_RECORD } from '../../support/las-files.js';
import { WHOLE } from '../../support/reference-data.js';

/** Files that LASzip wrote, for those who have them. */
const ORACLE = join(WHOLE, 'data/laz');
export const HAS_ORACLE = existsSync(ORACLE);

export interface Case {
  /** The file, or undefined if the file that it is made of does not exist. */
  bytes(): Uint8Array | undefined;
  /** Byte of the fault. */
  at: number | ((bytes: Uint8Array) => number);
  found: RegExp;
  /** Ends of the file's name. */
  ending?: string;
}

type Change = (view: DataView, bytes: Uint8Array) => void;

/** A file of ours with changed bytes. */
const made = (content: LasContent, change: Change = () => {}, at: Case['at'], found: RegExp): Case => ({
  bytes: () => changed(lasBytes(content), change),
  at,
  found,
});

function changed(bytes: Uint8Array, change: Change): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy);
  return copy;
}

const LEGACY_LAZ = fileURLToPath(new URL('../fixtures/format-1.laz', import.meta.url));

/** A file of LASzip with changed bytes: of the project, or one of the oracle. */
const packed = (name: string, change: Change, at: Case['at'], found: RegExp, ending = 'laz'): Case => ({
  bytes: () => {
    if (name === 'format-1') return changed(readFileSync(LEGACY_LAZ), change);
    return HAS_ORACLE ? changed(readFileSync(join(ORACLE, `${name}.laz`)), change) : undefined;
  },
  at,
  found,
  ending,
});

const f64 =
  (at: number, value: number): Change =>
  (view) =>
    view.setFloat64(at, value, true);
const u8 =
  (at: number, value: number): Change =>
  (view) =>
    view.setUint8(at, value);
const u16 =
  (at: number, value: number): Change =>
  (view) =>
    view.setUint16(at, value, true);
const u32 =
  (at: number, value: number): Change =>
  (view) =>
    view.setUint32(at, value, true);
const u64 =
  (at: number, value: number): Change =>
  (view) =>
    view.setBigUint64(at, BigInt(value), true);

const POINT = { x: 1, y: 2, z: 3 };
const WAVES: LasContent = {
  format: 9,
  encoding: 19,
  vlrs: [WKT_RECORD, { userId: 'LASF_Spec', recordId: 100, data: descriptor(8, 4, 1000) }],
  evlrs: [{ userId: 'LASF_Spec', recordId: 65535, data: new Uint8Array(8) }],
};

function descriptor(bits: number, samples: number, spacing: number): Uint8Array {
  const data = new Uint8Array(26);
  const view = new DataView(data.buffer);
  view.setUint8(0, bits);
  view.setUint32(2, samples, true);
  view.setUint32(6, spacing, true);
  return data;
}

/** A point with a packet. */
const withPacket = (index: number, offset: number, bytes: number): LasContent => {
  const packet = new Uint8Array(29);
  const view = new DataView(packet.buffer);
  view.setUint8(0, index);
  view.setBigUint64(1, BigInt(offset), true);
  view.setUint32(9, bytes, true);
  return { ...WAVES, points: [{ ...POINT, bytes: [[30, [...packet]]] }] };
};

/** Start of the waveforms by the header. */
const inWaveforms: Change = (view, bytes) => {
  view.setBigUint64(HEADER_AT.waveformOffset, BigInt(bytes.length - 68), true);
};
const waves = (content: LasContent, at: Case['at'], found: RegExp, change: Change = () => {}): Case =>
  made(
    content,
    (view, bytes) => {
      inWaveforms(view, bytes);
      change(view, bytes);
    },
    at,
    found,
  );

const DATA_AT = HEADER_AT.pointDataOffset;
const pointAt =
  (offset: number): Case['at'] =>
  (bytes) =>
    new DataView(bytes.buffer).getUint32(DATA_AT, true) + offset;

/** A field of i32 in steps of `scale`. */
function scaledField(name: string, scale: number): Uint8Array {
  const data = extraField(name, 6);
  data[3] = 1 << 3;
  new DataView(data.buffer, data.byteOffset).setFloat64(112, scale, true);
  return data;
}

const fields = (...data: Uint8Array[]): LasContent => ({
  vlrs: [WKT_RECORD, { userId: 'LASF_Spec', recordId: 4, data: Uint8Array.from(data.flatMap((part) => [...part])) }],
  extraBytes: 4,
});
/** Start of the second record: behind the header and the one with WKT. */
const SECOND = 375 + 54 + WKT_RECORD.data.length;

/** In copc.laz: the header, the record copc 1, and its data. */
const INFO = 375 + 54;
const rootOf = (view: DataView): number => Number(view.getBigUint64(INFO + 40, true));
const chunkTableOf = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer);
  return Number(view.getBigUint64(view.getUint32(DATA_AT, true), true));
};

/** The laszip record of a file of the oracle with no other record: its data. */
const LASZIP = 375 + 54;
/** Start of the first chunk of format-1.laz: behind the header of LAS 1.2 and 54 bytes. */
const firstChunk = (bytes: Uint8Array): number => new DataView(bytes.buffer).getUint32(DATA_AT, true) + 8;

export const CASES: Readonly<Record<string, Case>> = {
  signature: made({}, u8(3, 0x47), 0, /"LASG"/),
  'header-end': { bytes: () => lasBytes().subarray(0, 300), at: 300, found: /the end of the file/ },
  version: made({}, u8(HEADER_AT.versionMinor, 9), 24, /version 1\.9/),
  'header-size': made({}, u16(HEADER_AT.headerSize, 227), 94, /227 bytes/),
  'encoding-reserved': made({}, u16(6, 0x8011), 6, /bits 0x8000 set/),
  'waveform-encoding': made({}, u16(6, 0x13), 6, /waveform bits 0x2/),
  'wkt-bit': made({}, u16(6, 1), 6, /bit 4 not set/),
  'header-text': made({}, u8(60, 0x80), 60, /generating software/),
  'creation-day': made({}, u16(90, 400), 90, /day 400/),
  'point-data-offset': made({}, u32(DATA_AT, 3), 96, /from byte 3 on/),
  'point-format': made({ format: 3, minor: 2 }, u8(HEADER_AT.versionMinor, 1), 104, /point format 3/),
  'compression-bits': made({}, u8(104, 0x46), 104, /0x46/),
  'record-length': made({}, u16(105, 29), 105, /29 bytes/),
  'legacy-counts': made({}, u32(107, 1), 107, /^1 in 32 bits/),
  scale: made({}, f64(139, 0), 139, /scale of 0/),
  offset: made({}, f64(163, Number.NaN), 163, /offset of NaN/),
  'bounds-order': made({}, f64(179, -1), 179, /x from 0.001 to -1/),
  'bounds-reach': made({}, f64(195, 1e9), 195, /y of 1000000000/),
  'returns-sum': made({}, u64(255, 2), 255, /2 points by return/),
  'points-in-file': made({}, u64(247, 5), 247, /5 points, which end/),
  'evlr-offset': made({}, u32(243, 1), 235, /from byte 0 on/),
  'waveform-offset': made({}, u64(227, 77), 227, /from byte 77 on/),
  'vlr-chain': made({}, u32(100, 2), 100, /2 records, of which 1 are there/),
  'evlr-chain': made(
    WAVES,
    (view, bytes) => view.setBigUint64(bytes.length - 48, 999n, true),
    (bytes) => bytes.length - 48,
    /999 bytes/,
  ),
  'vlr-reserved': made({}, u16(375, 5), 375, /0x5/),
  'vlr-user-id': made({}, u8(377, 0), 377, /no user id/),
  'record-twice': made(
    { vlrs: [WKT_RECORD, WKT_RECORD] },
    undefined,
    SECOND,
    /LASF_Projection 2112 for the second time/,
  ),
  'wkt-present': made(
    { vlrs: [{ userId: 'LASF_Projection', recordId: 34735, data: new Uint8Array(8) }] },
    undefined,
    375,
    /GeoTIFF keys and no WKT/,
  ),
  'wkt-end': made(
    { vlrs: [{ ...WKT_RECORD, data: WKT_RECORD.data.subarray(0, -1) }] },
    undefined,
    SECOND - 2,
    /no zero/,
  ),
  'wkt-text': made({ vlrs: [{ ...WKT_RECORD, data: Uint8Array.of(0x41, 0) }] }, undefined, 429, /./),
  'extra-bytes-size': made(fields(extraField('a', 5), new Uint8Array(3)), undefined, SECOND, /195 bytes/),
  'extra-bytes-type': made(fields(extraField('a', 12)), undefined, SECOND + 56, /type 12/),
  'extra-bytes-scale': made(
    fields(scaledField('a', Number.NaN)),
    undefined,
    SECOND + 54 + 112,
    /a scale that is not finite/,
  ),
  'extra-bytes-name': made(
    fields(extraField('a', 1), extraField('a', 1)),
    undefined,
    SECOND + 54 + 196,
    /a for the second time/,
  ),
  'extra-bytes-length': made(fields(extraField('a', 10)), undefined, SECOND, /8 bytes described/),
  'class-lookup-size': made(
    { vlrs: [WKT_RECORD, { userId: 'LASF_Spec', recordId: 0, data: new Uint8Array(32) }] },
    undefined,
    SECOND,
    /32 bytes/,
  ),
  'waveform-descriptor': waves(
    { ...WAVES, vlrs: [WKT_RECORD, { userId: 'LASF_Spec', recordId: 100, data: descriptor(1, 4, 1000) }] },
    SECOND + 54,
    /4 samples of 1 bit,/,
  ),
  'waveform-record': waves(WAVES, 227, /no record of waveforms/, (view, bytes) =>
    view.setUint16(bytes.length - 68 + 18, 7, true),
  ),
  'bytes-behind': {
    bytes: () => Uint8Array.from([...lasBytes(), 1, 2, 3]),
    at: (bytes) => bytes.length - 3,
    found: /3 bytes behind the points/,
  },
  'return-number': made({ points: [POINT, { ...POINT, returns: 0x10 }] }, undefined, pointAt(30), /0 at point 2$/),
  'number-of-returns': made({ points: [{ ...POINT, returns: 0x12 }] }, undefined, pointAt(0), /return 2 of 1/),
  class: made({ points: [{ ...POINT, classification: 40 }] }, undefined, pointAt(0), /class 40/),
  'scan-angle': made({ points: [{ ...POINT, scanAngle: 30_001 }] }, undefined, pointAt(0), /30001/),
  'gps-time': made({ points: [{ ...POINT, gpsTime: Infinity }] }, undefined, pointAt(0), /Infinity/),
  'gps-week-time': made({ encoding: 16, points: [{ ...POINT, gpsTime: 700_000 }] }, undefined, pointAt(0), /700000/),
  'packet-descriptor': waves(withPacket(7, 60, 4), pointAt(0), /descriptor 7/),
  'packet-range': waves(withPacket(1, 66, 4), pointAt(0), /66 to 70/),
  'packet-size': waves(withPacket(1, 60, 5), pointAt(0), /5 bytes for 4 samples of 8 bits/),
  'returns-counted': made({ points: [POINT, POINT] }, u64(255, 1), 255, /1 point of return 1/),
  'bounds-of-points': made({}, f64(179, 0.5), 179, /maximum of x of 0.5/),
  'laszip-record': packed('format-1', (_, bytes) => renameLaszip(bytes), HEADER_AT.vlrCount, /0 records of LASzip/),
  'laszip-compressor': packed('lines-6', u16(LASZIP, 2), LASZIP, /compressor 2/),
  'laszip-coder': packed('lines-6', u16(LASZIP + 2, 1), LASZIP + 2, /coder 1/),
  'laszip-items': packed('lines-7', u16(LASZIP + 34 + 8, 8), LASZIP + 34, /11 of 8 bytes/),
  'laszip-version': packed(
    'version-4',
    () => {},
    (bytes) => laszipOf(bytes) + 38,
    /coding of version 4/,
  ),
  'chunk-table-pointer': packed(
    'lines-6',
    (view, bytes) => view.setBigInt64(firstChunk(bytes) - 8, 5n, true),
    (bytes) => firstChunk(bytes) - 8,
    /table of chunks at byte 5/,
  ),
  'chunk-table-version': packed(
    'lines-6',
    (_, bytes) => bytes.fill(1, chunkTableOf(bytes), chunkTableOf(bytes) + 1),
    chunkTableOf,
    /version 1/,
  ),
  'chunk-table-count': packed(
    'chunks-100',
    (view, bytes) => view.setUint32(chunkTableOf(bytes) + 4, 3, true),
    (bytes) => chunkTableOf(bytes) + 4,
    /3 chunks/,
  ),
  'chunk-table-entries': packed(
    'lines-6',
    (view, bytes) => view.setUint32(chunkTableOf(bytes) + 4, 2 ** 31, true),
    (bytes) => chunkTableOf(bytes) + 8,
    /2147483648 chunks/,
  ),
  'chunk-bytes': packed(
    'chunks-100',
    (view, bytes) => view.setUint32(chunkTableOf(bytes) + 4, 10, true),
    chunkTableOf,
    /bytes of chunks/,
  ),
  'chunk-points-sum': packed(
    'chunks-variable',
    u64(HEADER_AT.pointCount, 801),
    chunkTableOf,
    /800 points in the chunks/,
  ),
  'chunk-points': packed(
    'lines-6',
    (view, bytes) => view.setUint32(firstChunk(bytes) + 30, 7, true),
    (bytes) => firstChunk(bytes) + 30,
    /a chunk of 7 points/,
  ),
  'chunk-layers': packed(
    'lines-6',
    (view, bytes) => view.setUint32(firstChunk(bytes) + 34, view.getUint32(firstChunk(bytes) + 34, true) + 1, true),
    (bytes) => firstChunk(bytes) + 34,
    /layers that end after/,
  ),
  'chunk-decodes': packed(
    'lines-6',
    (_, bytes) => bytes.fill(0xff, firstChunk(bytes) + 70, firstChunk(bytes) + 400),
    firstChunk,
    /a layer has bytes/,
  ),
  'copc-head': packed('format-1', () => {}, HEADER_AT.versionMinor, /LAS 1.\d, point format 1/, 'copc.laz'),
  'copc-info': packed('lines-6', () => {}, 375, /no record copc 1/, 'copc.laz'),
  'copc-reserved': packed('copc', u8(INFO + 100, 1), INFO + 100, /^1$/),
  'copc-cube': packed('copc', f64(INFO + 32, 0), INFO + 24, /points 0 m apart/),
  'copc-hierarchy': packed('copc', u64(INFO + 40, 400), INFO + 40, /at byte 400/),
  'copc-page': packed('copc', u64(INFO + 48, 33), INFO + 40, /33 bytes/),
  'copc-chunks': packed(
    'copc',
    (view, bytes) => view.setUint32(laszipOf(bytes) + 12, 50_000, true),
    (bytes) => laszipOf(bytes) + 12,
    /chunks of 50000/,
  ),
  'copc-key': packed(
    'copc',
    (view) => view.setInt32(rootOf(view) + 4, 9, true),
    (bytes) => rootOf(new DataView(bytes.buffer)),
    /0-9-/,
  ),
  'copc-parent': packed(
    'copc',
    (view) => view.setInt32(rootOf(view), 3, true),
    (bytes) => 32 + rootOf(new DataView(bytes.buffer)),
    /without 0-0-0-0/,
  ),
  'copc-root': packed(
    'copc',
    (view) => view.setInt32(rootOf(view), 3, true),
    (bytes) => rootOf(new DataView(bytes.buffer)),
    /no node 0-0-0-0/,
  ),
  'copc-entry': packed(
    'copc',
    (view) => view.setInt32(rootOf(view) + 28, 0, true),
    (bytes) => 16 + rootOf(new DataView(bytes.buffer)),
    /^0 points/,
  ),
  'copc-nodes': packed(
    'copc',
    (view) => view.setInt32(rootOf(view) + 24, 9, true),
    (bytes) => 16 + rootOf(new DataView(bytes.buffer)),
    /in 9 bytes/,
  ),
  'copc-points': packed(
    'copc',
    (view) => view.setInt32(rootOf(view) + 28, 1, true),
    (bytes) => rootOf(new DataView(bytes.buffer)),
    /points in the nodes/,
  ),
  'copc-cell': packed(
    'copc',
    (view) => view.setFloat64(INFO, view.getFloat64(INFO, true) + 1, true),
    (bytes) => firstChunk(bytes),
    /points of the node/,
  ),
  'copc-gps-time': packed('copc', f64(INFO + 56, -7), INFO + 56, /times from -7/),
};

/** The data of the record of LASzip. */
function laszipOf(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('laszip encoded') + 52;
}

function renameLaszip(bytes: Uint8Array): void {
  bytes[laszipOf(bytes) - 52] = 0x4c;
}
