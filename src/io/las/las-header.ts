/*
 * The public header block. Byte offsets: ASPRS LAS Specification 1.4 – R15, table 3. The header of LAS 1.0–1.2 is its
 * first 227 bytes, that of 1.3 its first 235.
 */
import type { Box3, Vec3 } from '../../base/vec3.js';
import { decodePaddedText, encodePaddedText, viewOf } from '../bytes/byte-fields.js';

export interface LasHeader {
  versionMajor: number;
  versionMinor: number;
  globalEncoding: number;
  fileSourceId: number;
  /** GUID of the project that the file belongs to, 16 bytes; absent: none. */
  projectId?: Uint8Array;
  systemIdentifier: string;
  generatingSoftware: string;
  creationDayOfYear: number;
  creationYear: number;
  headerSize: number;
  pointDataOffset: number;
  vlrCount: number;
  /** 0…10, without the bits that mark compression. */
  pointFormat: number;
  /** Whether the points are compressed (LAZ). */
  compressed: boolean;
  recordLength: number;
  scale: Vec3;
  offset: Vec3;
  bounds: Box3;
  /** Start of the record with the waveforms in this file, bytes; 0: none. LAS 1.3 and later. */
  waveformOffset: number;
  evlrOffset: number;
  evlrCount: number;
  pointCount: number;
  /** Points by return, from the first; 15 in LAS 1.4, 5 before. */
  pointsByReturn: number[];
  /** The 32-bit counts that LAS 1.4 keeps for older formats. */
  legacyPointCount: number;
}

/** Sizes of the header in LAS 1.0–1.2, 1.3 and 1.4. */
export const HEADER_BYTES = Object.freeze({ v12: 227, v13: 235, v14: 375 });

/**
 * Global encoding: bit 0, times are adjusted standard GPS times; bits 1 and 2, waveforms are in this file, or in one
 * beside it; bit 4, the reference system is WKT.
 */
export const GLOBAL_ENCODING = Object.freeze({
  standardGpsTime: 1 << 0,
  internalWaveforms: 1 << 1,
  externalWaveforms: 1 << 2,
  wkt: 1 << 4,
});

/** Return numbers that the header counts in LAS 1.4, and in older versions. */
export const RETURN_NUMBERS = 15;
export const LEGACY_RETURN_NUMBERS = 5;

/** First bytes of LAS and LAZ. */
export const LAS_SIGNATURE = 'LASF';
const TEXT_BYTES = 32;

/** LASzip marks a compressed file in the two upper bits of the point format, since LAS 1.4 in the upper one. */
const COMPRESSED_BITS = 0xc0;
const COMPRESSED_BIT = 0x80;

/** Offsets of the fields, bytes. */
export const HEADER_AT = Object.freeze({
  fileSourceId: 4,
  globalEncoding: 6,
  projectId: 8,
  versionMajor: 24,
  versionMinor: 25,
  systemIdentifier: 26,
  generatingSoftware: 58,
  creationDayOfYear: 90,
  creationYear: 92,
  headerSize: 94,
  pointDataOffset: 96,
  vlrCount: 100,
  pointFormat: 104,
  recordLength: 105,
  legacyPointCount: 107,
  legacyPointsByReturn: 111,
  scale: 131,
  offset: 155,
  bounds: 179,
  waveformOffset: 227,
  evlrOffset: 235,
  evlrCount: 243,
  pointCount: 247,
  pointsByReturn: 255,
});

/**
 * The 375 bytes of a LAS 1.4 header. Ignores `headerSize`; the legacy counts stay 0, as required for point formats from
 * 6 on.
 */
export function encodeHeader(header: LasHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES.v14);
  const view = viewOf(bytes);
  bytes.set(encodePaddedText(LAS_SIGNATURE, LAS_SIGNATURE.length), 0);
  view.setUint16(HEADER_AT.fileSourceId, header.fileSourceId, true);
  view.setUint16(HEADER_AT.globalEncoding, header.globalEncoding, true);
  if (header.projectId) bytes.set(header.projectId, HEADER_AT.projectId);
  view.setUint8(HEADER_AT.versionMajor, header.versionMajor);
  view.setUint8(HEADER_AT.versionMinor, header.versionMinor);
  bytes.set(encodePaddedText(header.systemIdentifier, TEXT_BYTES), HEADER_AT.systemIdentifier);
  bytes.set(encodePaddedText(header.generatingSoftware, TEXT_BYTES), HEADER_AT.generatingSoftware);
  view.setUint16(HEADER_AT.creationDayOfYear, header.creationDayOfYear, true);
  view.setUint16(HEADER_AT.creationYear, header.creationYear, true);
  view.setUint16(HEADER_AT.headerSize, HEADER_BYTES.v14, true);
  view.setUint32(HEADER_AT.pointDataOffset, header.pointDataOffset, true);
  view.setUint32(HEADER_AT.vlrCount, header.vlrCount, true);
  view.setUint8(HEADER_AT.pointFormat, header.pointFormat | (header.compressed ? COMPRESSED_BIT : 0));
  view.setUint16(HEADER_AT.recordLength, header.recordLength, true);
  encodeGeometry(view, header);
  view.setBigUint64(HEADER_AT.waveformOffset, BigInt(header.waveformOffset), true);
  view.setBigUint64(HEADER_AT.evlrOffset, BigInt(header.evlrOffset), true);
  view.setUint32(HEADER_AT.evlrCount, header.evlrCount, true);
  view.setBigUint64(HEADER_AT.pointCount, BigInt(header.pointCount), true);
  header.pointsByReturn.forEach((count, i) => {
    view.setBigUint64(HEADER_AT.pointsByReturn + 8 * i, BigInt(count), true);
  });
  return bytes;
}

/** The 227 bytes of a LAS 1.2 header, with counts of 32 bits, five of them by return. */
export function encodeOlderHeader(header: LasHeader): Uint8Array {
  const bytes = encodeHeader(header).slice(0, HEADER_BYTES.v12);
  const view = viewOf(bytes);
  view.setUint16(HEADER_AT.headerSize, HEADER_BYTES.v12, true);
  view.setUint32(HEADER_AT.legacyPointCount, header.pointCount, true);
  for (let i = 0; i < LEGACY_RETURN_NUMBERS; i++)
    view.setUint32(HEADER_AT.legacyPointsByReturn + 4 * i, header.pointsByReturn[i], true);
  return bytes;
}

function encodeGeometry(view: DataView, header: LasHeader): void {
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(HEADER_AT.scale + 8 * axis, header.scale[axis], true);
    view.setFloat64(HEADER_AT.offset + 8 * axis, header.offset[axis], true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis, header.bounds.max[axis], true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis + 8, header.bounds.min[axis], true);
  }
}

export const hasLasSignature = (bytes: Uint8Array): boolean =>
  decodePaddedText(bytes, 0, LAS_SIGNATURE.length) === LAS_SIGNATURE;

/**
 * The header at the start of `bytes`, which must have at least 227 bytes, and the whole header of its version. Does not
 * check the plausibility of its numbers.
 */
export function decodeHeader(bytes: Uint8Array): LasHeader {
  const view = viewOf(bytes);
  const versionMinor = view.getUint8(HEADER_AT.versionMinor);
  const formatByte = view.getUint8(HEADER_AT.pointFormat);
  const projectId = bytes.slice(HEADER_AT.projectId, HEADER_AT.versionMajor);
  return {
    versionMajor: view.getUint8(HEADER_AT.versionMajor),
    versionMinor,
    globalEncoding: view.getUint16(HEADER_AT.globalEncoding, true),
    fileSourceId: view.getUint16(HEADER_AT.fileSourceId, true),
    ...(projectId.some((byte) => byte !== 0) && { projectId }),
    systemIdentifier: decodePaddedText(bytes, HEADER_AT.systemIdentifier, TEXT_BYTES),
    generatingSoftware: decodePaddedText(bytes, HEADER_AT.generatingSoftware, TEXT_BYTES),
    creationDayOfYear: view.getUint16(HEADER_AT.creationDayOfYear, true),
    creationYear: view.getUint16(HEADER_AT.creationYear, true),
    headerSize: view.getUint16(HEADER_AT.headerSize, true),
    pointDataOffset: view.getUint32(HEADER_AT.pointDataOffset, true),
    vlrCount: view.getUint32(HEADER_AT.vlrCount, true),
    pointFormat: formatByte & ~COMPRESSED_BITS,
    compressed: (formatByte & COMPRESSED_BITS) !== 0,
    recordLength: view.getUint16(HEADER_AT.recordLength, true),
    ...decodeGeometry(view),
    waveformOffset: versionMinor >= 3 ? Number(view.getBigUint64(HEADER_AT.waveformOffset, true)) : 0,
    ...(versionMinor >= 4 ? decodeCounts(view) : decodeLegacyCounts(view)),
    legacyPointCount: view.getUint32(HEADER_AT.legacyPointCount, true),
  };
}

function decodeGeometry(view: DataView): Pick<LasHeader, 'scale' | 'offset' | 'bounds'> {
  const triple = (at: number, stride: number): [number, number, number] => [
    view.getFloat64(at, true),
    view.getFloat64(at + stride, true),
    view.getFloat64(at + 2 * stride, true),
  ];
  return {
    scale: triple(HEADER_AT.scale, 8),
    offset: triple(HEADER_AT.offset, 8),
    bounds: { max: triple(HEADER_AT.bounds, 16), min: triple(HEADER_AT.bounds + 8, 16) },
  };
}

type Counts = Pick<LasHeader, 'evlrOffset' | 'evlrCount' | 'pointCount' | 'pointsByReturn'>;

function decodeCounts(view: DataView): Counts {
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  return {
    evlrOffset: u64(HEADER_AT.evlrOffset),
    evlrCount: view.getUint32(HEADER_AT.evlrCount, true),
    pointCount: u64(HEADER_AT.pointCount),
    pointsByReturn: Array.from({ length: RETURN_NUMBERS }, (_, i) => u64(HEADER_AT.pointsByReturn + 8 * i)),
  };
}

function decodeLegacyCounts(view: DataView): Counts {
  return {
    evlrOffset: 0,
    evlrCount: 0,
    pointCount: view.getUint32(HEADER_AT.legacyPointCount, true),
    pointsByReturn: Array.from({ length: LEGACY_RETURN_NUMBERS }, (_, i) =>
      view.getUint32(HEADER_AT.legacyPointsByReturn + 4 * i, true),
    ),
  };
}

/** The day that a header states, at midnight UTC. */
export const creationDay = ({ creationYear, creationDayOfYear }: LasHeader): Date =>
  new Date(Date.UTC(creationYear, 0, creationDayOfYear));
