/* The parts of a file, as far as they can be read. Nothing here judges them. */

import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes } from '../bytes/read-head.js';
import { COPC_HIERARCHY_RECORD_ID, COPC_USER_ID } from '../copc/copc-info.js';
import { decodeHeader, HEADER_AT, HEADER_BYTES } from '../las/las-header.js';
import { RECORD_BYTES } from '../las/point-layout.js';
import { decodeVlrHeader, EVLR_HEADER_BYTES, VLR_HEADER_BYTES } from '../las/vlr.js';
import { decodeChunkTable, TABLE_HEAD_BYTES, TABLE_POINTER_BYTES } from '../laz/chunk-table.js';
import {
  COMPRESSOR,
  isVariableSize,
  LASZIP_RECORD_ID,
  LASZIP_USER_ID,
  readLaszipRecord,
} from '../laz/laszip-record.js';
import { LazCodec } from '../laz/laz-codec.js';
import { COPC_ENTRY_BYTES, COPC_INFO_BYTES, decodeCopcEntry, decodeCopcInfo } from './copc-records.js';
import { type CopcPart, type FoundEntry, type FoundPage, isCopcInfo, pageEntries } from './copc-rules.js';
import type { HeadPart } from './head-rules.js';
import type { ChunkFacts, ChunkTable, LazPart } from './laz-rules.js';
import { type FoundRecord, hasDataRules, type ListEnd, type RecordsPart } from './record-rules.js';

/** The header of a file, padded with zeros if the file ends within it. */
export async function readHeadPart(handle: InputFile): Promise<HeadPart> {
  const bytes = handle.info.size;
  const start = new Uint8Array(HEADER_BYTES.v14);
  start.set(await readBytes(handle, 0, Math.min(bytes, start.length)));
  const header = decodeHeader(start);
  const pointCount = header.pointCount === 0 ? header.legacyPointCount : header.pointCount;
  return { view: viewOf(start), header: { ...header, pointCount }, bytes };
}

/** Most records read from a list, and most bytes read from one. */
const RECORDS_MAX = 10_000;
const DATA_MAX = 2 ** 20;

/** The records before and behind the points. */
export async function readRecordsPart(handle: InputFile, head: HeadPart): Promise<RecordsPart> {
  const { headerSize, pointDataOffset, vlrCount, evlrCount, evlrOffset } = head.header;
  const records: FoundRecord[] = [];
  const end = Math.min(pointDataOffset, head.bytes);
  const before = { at: headerSize, end, count: vlrCount, extended: false, countAt: HEADER_AT.vlrCount };
  const vlrEnd = await walkRecords(handle, before, records);
  const behind = { at: evlrOffset, end: head.bytes, count: evlrCount, extended: true, countAt: HEADER_AT.evlrCount };
  const evlrEnd = evlrCount > 0 ? await walkRecords(handle, behind, records) : { at: head.bytes };
  return { ...head, records, vlrEnd, evlrEnd };
}

interface List {
  at: number;
  end: number;
  count: number;
  extended: boolean;
  /** Offset of the count in the header. */
  countAt: number;
}

async function walkRecords(handle: InputFile, list: List, found: FoundRecord[]): Promise<ListEnd> {
  const { end, count, extended, countAt } = list;
  const headBytes = extended ? EVLR_HEADER_BYTES : VLR_HEADER_BYTES;
  let { at } = list;
  for (let k = 0; k < count; k++) {
    if (k === RECORDS_MAX) return { at, fault: tooMany(countAt, count) };
    if (at + headBytes > end) return { at, fault: { at: countAt, ...cutOff(k, count, at, end) } };
    const head = await readBytes(handle, at, headBytes);
    const entry = { ...decodeVlrHeader(head, extended), extended, dataOffset: at + headBytes };
    const next = entry.dataOffset + entry.dataLength;
    if (next > end)
      return {
        at,
        fault: {
          at: at + 20,
          found: `${counted(entry.dataLength, 'byte')}, to byte ${next}`,
          expected: `${end} at most`,
        },
      };
    const record: FoundRecord = { ...entry, at, head };
    const isRead = (hasDataRules(record) || record.userId === COPC_USER_ID) && entry.dataLength <= DATA_MAX;
    if (isRead) record.data = await readBytes(handle, entry.dataOffset, entry.dataLength);
    found.push(record);
    at = next;
  }
  return { at };
}

const tooMany = (at: number, count: number) => ({
  at,
  found: counted(count, 'record'),
  expected: `${RECORDS_MAX} at most`,
});

const cutOff = (k: number, count: number, at: number, end: number) => ({
  found: `${counted(count, 'record')}, of which ${k} are there: the next would begin at byte ${at}`,
  expected: `all before byte ${end}`,
});

/** Chunks and their table. Precondition: the header is plausible. */
export async function readLazPart(handle: InputFile, part: RecordsPart): Promise<LazPart> {
  const packing = part.records.filter(
    ({ userId, recordId }) => userId === LASZIP_USER_ID && recordId === LASZIP_RECORD_ID,
  );
  const laszip = packing[0]?.data && readLaszipRecord(packing[0].data);
  const table = await readTable(handle, part, laszip?.chunkSize);
  const isLayered = laszip?.compressor === COMPRESSOR.layered && part.header.pointFormat >= 6;
  const chunks = await readChunks(handle, part, table, isLayered);
  return { ...part, packing, laszip, table, chunks };
}

/** Larger tables, or tables of more chunks than the file can hold, are not decoded. */
const TABLE_BYTES_MAX = 2 ** 28;

async function readTable(handle: InputFile, part: RecordsPart, chunkSize: number | undefined): Promise<ChunkTable> {
  const { header, bytes } = part;
  const first = header.pointDataOffset;
  const positionAt = async (at: number) => Number(viewOf(await readBytes(handle, at, 8)).getBigInt64(0, true));
  if (first + TABLE_POINTER_BYTES > bytes) return {};
  let pointer = { at: first, value: await positionAt(first) };
  if (pointer.value === -1) pointer = { at: bytes - 8, value: await positionAt(bytes - 8) };
  if (pointer.value < first + TABLE_POINTER_BYTES || pointer.value + TABLE_HEAD_BYTES > bytes) return { pointer };
  const at = pointer.value;
  const head = viewOf(await readBytes(handle, at, TABLE_HEAD_BYTES));
  const [version, count] = [head.getUint32(0, true), head.getUint32(4, true)];
  const table: ChunkTable = { pointer, at, version, count };
  const room = at - first - TABLE_POINTER_BYTES;
  if (chunkSize === undefined || version !== 0 || count * header.recordLength > room) return { ...table, count };
  const end = header.evlrCount > 0 && header.evlrOffset > at ? Math.min(header.evlrOffset, bytes) : bytes;
  const coded = await readBytes(handle, at + TABLE_HEAD_BYTES, Math.min(end - at - TABLE_HEAD_BYTES, TABLE_BYTES_MAX));
  const isVariable = isVariableSize(chunkSize);
  const entries = decodeChunkTable(await LazCodec.create(), coded, count, isVariable);
  if (isVariable || !entries) return { ...table, entries };
  const last = header.pointCount - chunkSize * (count - 1);
  return { ...table, entries: entries.map((entry, k) => ({ ...entry, points: k === count - 1 ? last : chunkSize })) };
}

/** Layers of a point before its extra bytes, by the format: 9 of the point, then colour, near infrared, packets. */
const LAYERS: Readonly<Record<number, number>> = { 6: 9, 7: 10, 8: 11, 9: 10, 10: 12 };

async function readChunks(
  handle: InputFile,
  { header }: RecordsPart,
  { entries = [], at: tableAt = 0 }: ChunkTable,
  isLayered: boolean,
): Promise<ChunkFacts[]> {
  const { pointDataOffset, recordLength, pointFormat } = header;
  const layers = (LAYERS[pointFormat] ?? 0) + recordLength - (RECORD_BYTES[pointFormat] ?? 0);
  const headBytes = recordLength + 4 + 4 * layers;
  const chunks: ChunkFacts[] = [];
  let at = pointDataOffset + TABLE_POINTER_BYTES;
  for (const entry of entries) {
    const chunk: ChunkFacts = { ...entry, at };
    if (isLayered && at + headBytes <= tableAt) {
      const head = viewOf(await readBytes(handle, at + recordLength, 4 + 4 * layers));
      chunk.ownPoints = head.getUint32(0, true);
      chunk.ownBytes = headBytes;
      for (let k = 0; k < layers; k++) chunk.ownBytes += head.getUint32(4 + 4 * k, true);
    }
    chunks.push(chunk);
    at += entry.bytes;
  }
  return chunks;
}

/** Most entries read from a hierarchy. */
const ENTRIES_MAX = 10_000_000;

/** The octree of a file that has a record of COPC; undefined for others. */
export async function readCopcPart(
  handle: InputFile,
  part: LazPart,
  isNamedSo: boolean,
): Promise<CopcPart | undefined> {
  const infoRecord = part.records.find(isCopcInfo);
  if (!infoRecord && !isNamedSo) return undefined;
  const hierarchy = part.records.find(
    ({ userId, recordId, extended }) => userId === COPC_USER_ID && recordId === COPC_HIERARCHY_RECORD_ID && extended,
  );
  const data = infoRecord?.data;
  const info = data && data.length >= COPC_INFO_BYTES ? decodeCopcInfo(data) : undefined;
  const pages: FoundPage[] = [];
  const entries: FoundEntry[] = [];
  const waiting: FoundPage[] = [];
  if (info && infoRecord && hierarchy)
    waiting.push({ from: infoRecord.dataOffset + 40, at: info.rootOffset, bytes: info.rootBytes });
  const seen = new Set<number>();
  for (let page = waiting.shift(); page && hierarchy; page = waiting.shift()) {
    const fault = pageFault(page, hierarchy, seen) ?? (entries.length > ENTRIES_MAX ? 'too many entries' : undefined);
    pages.push({ ...page, fault });
    if (fault !== undefined) continue;
    seen.add(page.at);
    for (const entry of pageEntries(await readBytes(handle, page.at, page.bytes), page.at, decodeCopcEntry))
      if (entry.points === -1) waiting.push({ from: entry.at, at: entry.offset, bytes: entry.bytes });
      else entries.push(entry);
  }
  return { ...part, infoRecord, info, hierarchy, pages, entries, nodes: [] };
}

function pageFault({ at, bytes }: FoundPage, { dataOffset, dataLength }: FoundRecord, seen: ReadonlySet<number>) {
  if (at < dataOffset || at + bytes > dataOffset + dataLength) return 'it lies outside of the hierarchy';
  if (bytes <= 0 || bytes % COPC_ENTRY_BYTES !== 0) return 'no whole entries';
  return seen.has(at) ? 'it was reached before' : undefined;
}
