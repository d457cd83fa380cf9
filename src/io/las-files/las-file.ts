import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import type { Box3 } from '../../base/vec3.js';
import type { LimitRow } from '../../cloud/tone-mapping/amplitude-limits.js';
import { GEO_DIRECTORY, GEO_DOUBLES, GEO_TEXTS } from '../../crs/geo-keys.js';
import { COPC_INFO_RECORD_ID, COPC_USER_ID, readCopcInfo } from '../copc/copc-info.js';
import { type Octree, type OctreePart, octreeOf, partOf } from '../copc/octree-part.js';
import { readHierarchy } from '../copc/read-hierarchy.js';
import { CLASS_LOOKUP_RECORD_ID, CLASS_LOOKUP_USER_ID, readClassLookup } from '../las/class-lookup.js';
import { decodeExtraBytes, EXTRA_BYTES_RECORD_ID, EXTRA_BYTES_USER_ID, type ExtraField } from '../las/extra-bytes.js';
import { GEOTIFF_USER_ID } from '../las/geotiff-keys.js';
import { decodeIntensityScale, INTENSITY_SCALE_RECORD_ID, INTENSITY_SCALE_USER_ID } from '../las/intensity-scale.js';
import { decodeHeader, GLOBAL_ENCODING, HEADER_BYTES, hasLasSignature, type LasHeader } from '../las/las-header.js';
import { RECORD_BYTES, WAVE_PACKET_AT } from '../las/point-layout.js';
import { decodeVlrHeader, EVLR_HEADER_BYTES, VLR_HEADER_BYTES, type VlrHeader } from '../las/vlr.js';
import { waveformPath } from '../las/waveform-path.js';
import { isWktRecord, WKT_USER_ID } from '../las/wkt.js';
import {
  COMPRESSOR,
  LASZIP_RECORD_ID,
  LASZIP_USER_ID,
  type LaszipRecord,
  readLaszipRecord,
} from '../laz/laszip-record.js';
import type { GeotiffRecords } from '../records/geotiff-records.js';
import type { Detail, ReadableCloud } from '../records/readable-cloud.js';
import { type LasReference, lasReference } from './las-reference.js';

/** A record of the file's list, without its data. */
export interface VlrEntry extends VlrHeader {
  /** Whether it follows the points, with a 64-bit length. */
  extended: boolean;
  /** Offset of the data, in bytes from the start of the file. */
  dataOffset: number;
}

/** The header of a file, and the fields of its points besides those of their format. */
export interface LasFacts {
  header: LasHeader;
  /** Described fields, with their offset in the record in bytes. */
  extraFields: (ExtraField & { at: number })[];
}

/** Everything in a LAS or LAZ file before its first point. */
export interface LasFile extends ReadableCloud, LasReference, LasFacts {
  format: 'las';
  bounds: Box3;
  vlrs: VlrEntry[];
  /** Compression of its points, if they are compressed and the file describes it. */
  laszip?: LaszipRecord;
  /** The detection limits from which energies are derived, if the file states them. */
  limitRows?: readonly LimitRow[];
  /** The octree with its points in nodes (COPC); absent: there is none. */
  octree?: Octree;
  /** The part of the octree to read; absent: all. */
  part?: OctreePart;
  /** Names of classes that the file states, by number. */
  classNames: Readonly<Record<number, string>>;
}

/** More than in any real file; a corrupt list may be as long as the file. */
const VLRS_MAX = 10_000;

/** A reference system or a list of fields of this size indicates a broken length. */
const VLR_DATA_READ_MAX = 1024 * 1024;

/**
 * Opens a LAS 1.0–1.4 or LAZ file with point formats 0–10 and reads everything before and behind the points. `detail`
 * chooses the levels to read if the points are in an octree. Throws UserError for other files, and for files that are
 * too short for the content their header announces.
 */
export async function openLas(files: Files, path: string, detail?: Detail): Promise<LasFile> {
  let handle: InputFile | undefined;
  try {
    handle = await files.open(path);
    if (handle.info.kind !== 'file')
      throw bad(path, handle.info.kind === 'folder' ? 'it is a folder, not a file' : 'it is not a regular file');
    return await readLasFile(files, path, handle, detail);
  } catch (error) {
    throw fileError(files, 'read', path, error);
  } finally {
    await handle?.close();
  }
}

/** Bytes of a file by their places. */
type Bytes = Pick<InputFile, 'read'>;

/** The facts in the head of a file that was written: all bytes before its first point. */
export async function readLasHead(path: string, head: Uint8Array): Promise<LasFacts> {
  const bytes = head.length;
  const handle: Bytes = {
    read: async (target, position) => {
      const found = head.subarray(position, position + target.length);
      target.set(found);
      return found.length;
    },
  };
  const header = await readHeader(path, handle, bytes);
  const vlrs = await walkVlrs(handle, { at: header.headerSize, end: bytes, count: header.vlrCount, extended: false });
  const extraData = await vlrData(handle, vlrs, EXTRA_BYTES_USER_ID, EXTRA_BYTES_RECORD_ID);
  return { header, extraFields: extraData ? placeExtraFields(decodeExtraBytes(extraData), header, []) : [] };
}

async function readLasFile(files: Files, path: string, handle: InputFile, detail?: Detail): Promise<LasFile> {
  const bytes = handle.info.size;
  const header = await readHeader(path, handle, bytes);
  checkHeader(path, header, bytes);
  const warnings: string[] = [];
  if (!header.compressed) checkSize(path, header, bytes);
  const vlrs = await readVlrList(handle, header, bytes, warnings);
  const reference = await lasReference(await wktData(handle, vlrs), await geotiffRecords(handle, vlrs), warnings);
  const classData = await vlrData(handle, vlrs, CLASS_LOOKUP_USER_ID, CLASS_LOOKUP_RECORD_ID);
  const laszipData = header.compressed ? await vlrData(handle, vlrs, LASZIP_USER_ID, LASZIP_RECORD_ID) : undefined;
  const laszip = laszipData && readLaszipRecord(laszipData);
  const extraData = await vlrData(handle, vlrs, EXTRA_BYTES_USER_ID, EXTRA_BYTES_RECORD_ID);
  const scaleData = await vlrData(handle, vlrs, INTENSITY_SCALE_USER_ID, INTENSITY_SCALE_RECORD_ID);
  const limitRows = scaleData && decodeIntensityScale(scaleData);
  if (scaleData && !limitRows) warnings.push('the record of its intensity scale is broken: points have no energies');
  if (await lacksWaveforms(files, path, header))
    warnings.push(`the waveforms of its points are in ${waveformPath(path)}, which is not there`);
  const { octree, part } = await readOctree(path, handle, { header, vlrs, laszip, detail }, warnings);
  return {
    files,
    path,
    bytes,
    format: 'las',
    pointCount: part ? part.chunks.reduce((sum, { points }) => sum + points, 0) : header.pointCount,
    recordLength: header.recordLength,
    bounds: header.bounds,
    weekTime: (header.globalEncoding & GLOBAL_ENCODING.standardGpsTime) === 0,
    ...orderOf(header, laszip),
    header,
    laszip,
    octree,
    part,
    vlrs,
    extraFields: extraData ? placeExtraFields(decodeExtraBytes(extraData), header, warnings) : [],
    limitRows,
    classNames: classData ? readClassLookup(classData) : {},
    ...reference,
    warnings,
  };
}

/** The octree of a COPC file, and the requested part of it. An unusable octree is a warning. */
async function readOctree(
  path: string,
  handle: InputFile,
  {
    header,
    vlrs,
    laszip,
    detail,
  }: { header: LasHeader; vlrs: readonly VlrEntry[]; laszip?: LaszipRecord; detail?: Detail },
  warnings: string[],
): Promise<Pick<LasFile, 'octree' | 'part'>> {
  if (laszip?.compressor !== COMPRESSOR.layered) return {};
  const data = await vlrData(handle, vlrs, COPC_USER_ID, COPC_INFO_RECORD_ID);
  const info = data && readCopcInfo(data);
  if (!info) return {};
  const read = (at: number, bytes: number) => readBytes(handle, at, bytes);
  try {
    const file = { path, bytes: handle.info.size, pointCount: header.pointCount, read };
    const levels = await readHierarchy(file, info.rootPage);
    return { octree: octreeOf(levels, info.spacing), part: detail && partOf(levels, detail) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warnings.push(error.message);
    return {};
  }
}

/**
 * The order in which points can be read: layered chunks of the same number of points in any order, each as a whole;
 * other compressed points only in sequence.
 */
function orderOf(
  { compressed, recordLength }: LasHeader,
  laszip: LaszipRecord | undefined,
): Pick<ReadableCloud, 'inAnyOrder' | 'chunkPoints'> {
  if (!compressed) return { inAnyOrder: true };
  const { compressor, chunkSize } = laszip ?? { compressor: COMPRESSOR.none, chunkSize: 0 };
  const isIndexed = compressor === COMPRESSOR.layered && chunkSize > 0 && chunkSize * recordLength <= CHUNK_BYTES_MAX;
  return isIndexed ? { inAnyOrder: true, chunkPoints: chunkSize } : { inAnyOrder: false };
}

/** Records of a chunk that several threads decode at once: 50,000 of 73 bytes take 3.7 MB. */
const CHUNK_BYTES_MAX = 2 ** 23;

/** Whether the file of a cloud's waveforms beside it is missing. */
async function lacksWaveforms(files: Files, path: string, header: LasHeader): Promise<boolean> {
  const isExternal = (header.globalEncoding & GLOBAL_ENCODING.externalWaveforms) !== 0;
  if (!isExternal || !(header.pointFormat in WAVE_PACKET_AT)) return false;
  const info = await files.stat(waveformPath(path)).catch(() => undefined);
  return info?.kind !== 'file';
}

async function readHeader(path: string, handle: Bytes, bytes: number): Promise<LasHeader> {
  const start = await readBytes(handle, 0, Math.min(bytes, HEADER_BYTES.v14));
  if (bytes === 0) throw bad(path, 'the file is empty');
  if (!hasLasSignature(start)) throw bad(path, 'not a LAS file: it does not begin with "LASF"');
  if (start.length < HEADER_BYTES.v12)
    throw bad(path, `the file ends after ${counted(bytes, 'byte')}, within its header of ${HEADER_BYTES.v12}`);
  const padded = new Uint8Array(HEADER_BYTES.v14);
  padded.set(start);
  const header = decodeHeader(padded);
  // Before LAS 1.4, and in files of 1.4 for older readers, the 32-bit count is valid.
  return header.pointCount === 0 ? { ...header, pointCount: header.legacyPointCount } : header;
}

function checkHeader(path: string, header: LasHeader, bytes: number): void {
  const {
    versionMajor,
    versionMinor,
    pointFormat,
    recordLength,
    headerSize,
    pointDataOffset,
    scale,
    offset,
    compressed,
  } = header;
  if (versionMajor !== 1 || versionMinor > 4)
    throw bad(path, `LAS version ${versionMajor}.${versionMinor}; 1.0 to 1.4 can be read`);
  const headerBytes = versionMinor >= 4 ? HEADER_BYTES.v14 : HEADER_BYTES.v12;
  if (headerSize < headerBytes || headerSize > bytes)
    throw bad(
      path,
      `a header of ${counted(headerSize, 'byte')}; LAS 1.${versionMinor} has ${headerBytes}, the file ${bytes}`,
    );
  if (pointDataOffset < headerSize || pointDataOffset > bytes)
    throw bad(path, `points from byte ${pointDataOffset} on; the header ends at ${headerSize}, the file at ${bytes}`);
  if (pointFormat >= RECORD_BYTES.length)
    throw bad(path, `point format ${pointFormat}; 0 to ${RECORD_BYTES.length - 1} can be read`);
  if (compressed && (pointFormat === 4 || pointFormat === 5))
    throw bad(
      path,
      `point format ${pointFormat}, compressed: such points with waveforms can be read from LAS alone`,
      'decompress it with LASzip (laszip64 in.laz -o out.las)',
    );
  if (recordLength < RECORD_BYTES[pointFormat])
    throw bad(
      path,
      `records of ${counted(recordLength, 'byte')}; point format ${pointFormat} takes ${RECORD_BYTES[pointFormat]} at least`,
    );
  if (!scale.every((s) => Number.isFinite(s) && s !== 0) || !offset.every(Number.isFinite))
    throw bad(path, `scale ${scale.join(', ')} and offset ${offset.join(', ')} give no coordinates`);
}

function checkSize(path: string, header: LasHeader, bytes: number): void {
  const room = Math.floor((bytes - header.pointDataOffset) / header.recordLength);
  if (header.pointCount > room)
    throw bad(
      path,
      `the header announces ${counted(header.pointCount, 'point')}, the file holds ${room}`,
      'the file is cut off, or its header was never completed',
    );
}

const bad = (path: string, found: string, hint?: string): UserError =>
  new UserError(found, { place: { file: path }, hint });

async function readVlrList(
  handle: InputFile,
  header: LasHeader,
  bytes: number,
  warnings: string[],
): Promise<VlrEntry[]> {
  const { headerSize, vlrCount, pointDataOffset, evlrCount, evlrOffset } = header;
  const before = await walkVlrs(handle, { at: headerSize, end: pointDataOffset, count: vlrCount, extended: false });
  if (before.length < vlrCount)
    warnings.push(`the header announces ${vlrCount} variable length records, ${before.length} can be read`);
  if (evlrCount === 0) return before;
  const behind = await walkVlrs(handle, { at: evlrOffset, end: bytes, count: evlrCount, extended: true });
  if (behind.length < evlrCount)
    warnings.push(`the header announces ${evlrCount} extended variable length records, ${behind.length} can be read`);
  return [...before, ...behind];
}

interface VlrRegion {
  at: number;
  end: number;
  count: number;
  extended: boolean;
}

/** The records of a region; ends early if one does not fit into it. */
async function walkVlrs(handle: Bytes, { at, end, count, extended }: VlrRegion): Promise<VlrEntry[]> {
  const headerBytes = extended ? EVLR_HEADER_BYTES : VLR_HEADER_BYTES;
  const entries: VlrEntry[] = [];
  while (entries.length < Math.min(count, VLRS_MAX) && at + headerBytes <= end) {
    const vlr = decodeVlrHeader(await readBytes(handle, at, headerBytes), extended);
    const dataOffset = at + headerBytes;
    if (dataOffset + vlr.dataLength > end) break;
    entries.push({ ...vlr, extended, dataOffset });
    at = dataOffset + vlr.dataLength;
  }
  return entries;
}

async function vlrData(
  handle: Bytes,
  vlrs: readonly VlrEntry[],
  userId: string,
  recordId: number,
): Promise<Uint8Array | undefined> {
  const entry = vlrs.find((vlr) => vlr.userId === userId && vlr.recordId === recordId);
  if (!entry || entry.dataLength > VLR_DATA_READ_MAX) return undefined;
  return readBytes(handle, entry.dataOffset, entry.dataLength);
}

/** The record of WKT: that of the standard, or else of libLAS. */
async function wktData(handle: InputFile, vlrs: readonly VlrEntry[]): Promise<Uint8Array | undefined> {
  const records = vlrs.filter(isWktRecord);
  const record = records.find(({ userId }) => userId === WKT_USER_ID) ?? records[0];
  return record && vlrData(handle, vlrs, record.userId, record.recordId);
}

async function geotiffRecords(handle: InputFile, vlrs: readonly VlrEntry[]): Promise<GeotiffRecords | undefined> {
  const read = (recordId: number) => vlrData(handle, vlrs, GEOTIFF_USER_ID, recordId);
  const directory = await read(GEO_DIRECTORY);
  return directory && { directory, doubles: await read(GEO_DOUBLES), texts: await read(GEO_TEXTS) };
}

/** According to the specification, a description of more bytes than the record has is invalid as a whole. */
function placeExtraFields(
  fields: readonly ExtraField[],
  header: LasHeader,
  warnings: string[],
): LasFile['extraFields'] {
  let at = RECORD_BYTES[header.pointFormat];
  const placed = fields.map((field) => {
    const place = { ...withFiniteSteps(field, warnings), at };
    at += field.bytes;
    return place;
  });
  if (at <= header.recordLength) return placed;
  warnings.push(`the extra bytes that are described end at byte ${at}, the records at ${header.recordLength}`);
  return [];
}

/** The field; as undescribed bytes if its scale or shift would give no finite values. */
function withFiniteSteps(field: ExtraField, warnings: string[]): ExtraField {
  if (Number.isFinite(field.scale) && Number.isFinite(field.shift)) return field;
  warnings.push(`the extra bytes called ${field.name} are not read: their scale or offset is not a finite number`);
  return { ...field, type: undefined, scale: 1, shift: 0 };
}

/** `length` bytes starting at `position`, fewer at the end of the file. */
async function readBytes(handle: Bytes, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await handle.read(bytes, position));
}
