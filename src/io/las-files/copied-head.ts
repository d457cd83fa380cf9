/*
 * The head of a LAS file that copies another one: its header and its records before the points. ASPRS LAS Specification
 * 1.4 – R15, tables 3 and 6.
 */

import type { InputFile } from '../../base/files/files.js';
import { joinArrays } from '../../base/join-arrays.js';
import { encodePaddedText, viewOf } from '../bytes/byte-fields.js';
import { COPC_USER_ID } from '../copc/copc-info.js';
import { GEOTIFF_USER_ID } from '../las/geotiff-keys.js';
import { dayOfYear } from '../las/las-head.js';
import { GLOBAL_ENCODING, HEADER_AT, HEADER_BYTES, RETURN_NUMBERS } from '../las/las-header.js';
import type { PointData } from '../las/point-data.js';
import type { RecordTally } from '../las/record-tally.js';
import { EVLR_HEADER_BYTES, encodeVlr, VLR_HEADER_BYTES } from '../las/vlr.js';
import { isWktRecord, wktVlr } from '../las/wkt.js';
import { LASZIP_USER_ID } from '../laz/laszip-record.js';
import type { Quantization } from '../records/quantization.js';
import type { LasFile, VlrEntry } from './las-file.js';

/** Values of an output that replace those of the source file. */
export interface CopiedHeadOptions {
  quantization: Quantization;
  /** Reference system that replaces that of the file. */
  wkt?: string;
  software: string;
  created: Date;
  /** The process, in the specification's words for the system identifier; absent: the identifier is kept. */
  process?: 'EXTRACTION' | 'MERGE';
}

/** Everything before the points of a file. */
export interface CopiedHead {
  header: Uint8Array;
  /** Records before the points, each with its header, and bytes behind the last one. */
  records: Uint8Array[];
  rest: Uint8Array;
}

/** Records about the packing or the positions of the points, which no longer hold. */
export const isOfPacking = ({ userId }: VlrEntry): boolean => userId === LASZIP_USER_ID || userId === COPC_USER_ID;

/** Records of the reference system: WKT and GeoTIFF keys have one owner, but for the WKT of libLAS. */
const isOfReference = (record: VlrEntry): boolean => record.userId === GEOTIFF_USER_ID || isWktRecord(record);

/** Whether an output keeps a record. */
export const isCopied = (entry: VlrEntry, { wkt }: CopiedHeadOptions): boolean =>
  !isOfPacking(entry) && !(wkt !== undefined && isOfReference(entry));

/** Bytes before the data of a record. */
export const recordHeaderBytes = ({ extended }: VlrEntry): number => (extended ? EVLR_HEADER_BYTES : VLR_HEADER_BYTES);

/** Reads the part of `file` before the points. */
export async function readCopiedHead(
  file: LasFile,
  handle: InputFile,
  options: CopiedHeadOptions,
): Promise<CopiedHead> {
  const read = async (from: number, to: number) => {
    const bytes = new Uint8Array(to - from);
    return bytes.subarray(0, await handle.read(bytes, from));
  };
  const { headerSize, pointDataOffset } = file.header;
  const own = file.vlrs.filter(({ extended }) => !extended);
  const endOf = ({ dataOffset, dataLength }: VlrEntry) => dataOffset + dataLength;
  const records: Uint8Array[] = [];
  for (const entry of own)
    if (isCopied(entry, options)) records.push(await read(entry.dataOffset - recordHeaderBytes(entry), endOf(entry)));
  const end = own.reduce((last, entry) => Math.max(last, endOf(entry)), headerSize);
  return { header: await read(0, headerSize), records, rest: await read(end, pointDataOffset) };
}

/** Places of the data behind the points. */
export interface TailPlaces {
  /** Number of extended records. They begin at the end of the points; the waveforms, if any, at this byte behind it. */
  evlrCount: number;
  waveformsAt?: number;
}

/** The head of a file with these points, of constant length. */
export function copiedHead(
  { header, records, rest }: CopiedHead,
  options: CopiedHeadOptions,
  data: PointData,
  tail: TailPlaces,
): (tally: RecordTally) => Uint8Array {
  const own = options.wkt === undefined ? header : upgradedHeader(header);
  const added = [...(options.wkt === undefined ? [] : [wktVlr(options.wkt)]), ...data.vlrs].map(encodeVlr);
  return (tally) => {
    const all = [...(data.firstVlrs ?? []).map(encodeVlr), ...records, ...added];
    const before = [own, ...all, rest];
    const size = before.reduce((sum, { length }) => sum + length, 0);
    const parts = [...before, data.start(size)];
    const bytes = joinArrays(Uint8Array, parts);
    const view = viewOf(bytes);
    view.setUint32(HEADER_AT.pointDataOffset, size, true);
    view.setUint32(HEADER_AT.vlrCount, all.length, true);
    patchOrigin(bytes, options, data.compressed);
    patchGeometry(view, options.quantization, tally);
    patchCounts(view, tally);
    patchTail(view, withOwn(tail, data), size + data.bytes);
    return bytes;
  };
}

/** With the extended records of the point data, which precede the others. Precondition: then there are no waveforms. */
const withOwn = ({ evlrCount, waveformsAt }: TailPlaces, { extendedRecords = 0 }: PointData): TailPlaces => ({
  evlrCount: evlrCount + extendedRecords,
  waveformsAt,
});

/**
 * The header in the form of LAS 1.4, the only one that allows WKT; user bytes behind the header of older versions are
 * dropped.
 */
function upgradedHeader(header: Uint8Array): Uint8Array {
  if (header[HEADER_AT.versionMinor] >= 4) {
    const same = header.slice();
    setEncoding(same);
    return same;
  }
  const upgraded = new Uint8Array(HEADER_BYTES.v14);
  const known = header[HEADER_AT.versionMinor] >= 3 ? HEADER_BYTES.v13 : HEADER_BYTES.v12;
  upgraded.set(header.subarray(0, known));
  upgraded[HEADER_AT.versionMinor] = 4;
  viewOf(upgraded).setUint16(HEADER_AT.headerSize, HEADER_BYTES.v14, true);
  setEncoding(upgraded);
  return upgraded;
}

function setEncoding(header: Uint8Array): void {
  const view = viewOf(header);
  const bits = view.getUint16(HEADER_AT.globalEncoding, true);
  view.setUint16(HEADER_AT.globalEncoding, bits | GLOBAL_ENCODING.wkt, true);
}

const TEXT_BYTES = 32;
const GUID_BYTES = 16;
/** The two upper bits of the point format mark compressed points. */
const FORMAT_MASK = 0x3f;
const COMPRESSED_BIT = 0x80;

function patchOrigin(bytes: Uint8Array, { software, created, process }: CopiedHeadOptions, compressed: boolean): void {
  const view = viewOf(bytes);
  bytes[HEADER_AT.pointFormat] = (bytes[HEADER_AT.pointFormat] & FORMAT_MASK) | (compressed ? COMPRESSED_BIT : 0);
  bytes.set(encodePaddedText(software, TEXT_BYTES), HEADER_AT.generatingSoftware);
  view.setUint16(HEADER_AT.creationDayOfYear, dayOfYear(created), true);
  view.setUint16(HEADER_AT.creationYear, created.getUTCFullYear(), true);
  if (process) bytes.set(encodePaddedText(process, TEXT_BYTES), HEADER_AT.systemIdentifier);
  if (process !== 'MERGE') return;
  view.setUint16(HEADER_AT.fileSourceId, 0, true);
  bytes.fill(0, HEADER_AT.projectId, HEADER_AT.projectId + GUID_BYTES);
}

function patchGeometry(view: DataView, quantization: Quantization, tally: RecordTally): void {
  const { min, max } = tally.bounds(quantization);
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(HEADER_AT.scale + 8 * axis, quantization.scale[axis], true);
    view.setFloat64(HEADER_AT.offset + 8 * axis, quantization.offset[axis], true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis, max[axis], true);
    view.setFloat64(HEADER_AT.bounds + 16 * axis + 8, min[axis], true);
  }
}

const LEGACY_RETURN_NUMBERS = 5;
/** Largest count of 32 bits. */
export const LEGACY_COUNT_MAX = 2 ** 32 - 1;

/** LAS 1.4 keeps the 32-bit counts for formats up to 5 if the points fit them. */
function patchCounts(view: DataView, { points, byReturn }: RecordTally): void {
  const isLegacy = view.getUint8(HEADER_AT.pointFormat) < 6 && points <= LEGACY_COUNT_MAX;
  view.setUint32(HEADER_AT.legacyPointCount, isLegacy ? points : 0, true);
  for (let i = 0; i < LEGACY_RETURN_NUMBERS; i++)
    view.setUint32(HEADER_AT.legacyPointsByReturn + 4 * i, isLegacy ? byReturn[i + 1] : 0, true);
  if (view.getUint8(HEADER_AT.versionMinor) < 4) return;
  view.setBigUint64(HEADER_AT.pointCount, BigInt(points), true);
  for (let i = 0; i < RETURN_NUMBERS; i++)
    view.setBigUint64(HEADER_AT.pointsByReturn + 8 * i, BigInt(byReturn[i + 1]), true);
}

function patchTail(view: DataView, { evlrCount, waveformsAt }: TailPlaces, end: number): void {
  const minor = view.getUint8(HEADER_AT.versionMinor);
  const headerSize = view.getUint16(HEADER_AT.headerSize, true);
  if (minor >= 3 && headerSize >= HEADER_BYTES.v13)
    view.setBigUint64(HEADER_AT.waveformOffset, BigInt(waveformsAt === undefined ? 0 : end + waveformsAt), true);
  if (minor < 4) return;
  view.setBigUint64(HEADER_AT.evlrOffset, BigInt(evlrCount > 0 ? end : 0), true);
  view.setUint32(HEADER_AT.evlrCount, evlrCount, true);
}
