import { append } from '../../base/append.js';
import { countProgress } from '../../base/count-progress.js';
import { UserError } from '../../base/errors.js';
import type { Files, InputFile, WithFiles } from '../../base/files/files.js';
import type { OnProgress } from '../../base/log.js';
import { turnTaker } from '../../base/steps.js';
import { viewOf } from '../bytes/byte-fields.js';
import { withFile } from '../bytes/read-head.js';
import { readRecords } from '../clouds/read-points.js';
import { GLOBAL_ENCODING, HEADER_AT, type LasHeader } from '../las/las-header.js';
import { RECORD_BYTES, WAVE_PACKET_AT } from '../las/point-layout.js';
import { RecordTally } from '../las/record-tally.js';
import {
  DESCRIPTOR_BASE,
  decodeDescriptor,
  isWaveformData,
  type WaveformDescriptor,
} from '../las/waveform-descriptor.js';
import { waveformPath } from '../las/waveform-path.js';
import { openLas } from '../las-files/las-file.js';
import { COMPRESSOR } from '../laz/laszip-record.js';
import { ChunkReader } from './chunk-reader.js';
import { COPC_RULES, type CopcPart } from './copc-rules.js';
import { HEAD_RULES, type HeadPart, headerBytesOf, START_RULES } from './head-rules.js';
import { LAZ_RULES, type LazPart } from './laz-rules.js';
import { POINT_RULES, PointCheck, type PointFrame, TALLY_RULES } from './point-rules.js';
import { readCopcPart, readHeadPart, readLazPart, readRecordsPart } from './read-parts.js';
import { RECORD_RULES, type RecordsPart } from './record-rules.js';
import { faultsOf, type LasFault } from './rule.js';

/** Options of a check. */
export interface CheckLasOptions {
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Result of a check. */
export interface LasCheck {
  path: string;
  /** LAS, LAZ or COPC. */
  kind: 'LAS' | 'LAZ' | 'COPC';
  /** `1.4`; absent: the file ends before the version in its header. */
  version?: string;
  /** Points that were checked. */
  points: number;
  faults: LasFault[];
}

/** All rules, each with the specification that demands it. */
export const LAS_RULES: readonly { readonly id: string; readonly source: string }[] = [
  ...START_RULES,
  ...HEAD_RULES,
  ...RECORD_RULES,
  ...POINT_RULES,
  ...TALLY_RULES,
  ...LAZ_RULES,
  ...COPC_RULES,
];

/**
 * Checks a LAS, LAZ or COPC file against its specification. Lists every fault with its byte, in the order of the rules.
 * If the header is broken, the parts it leads to are skipped. Reads the whole file once, in bounded memory (points of
 * LAZ before LAS 1.4 excepted, whose decoder holds the file). Throws UserError if the file cannot be read;
 * AbortedError.
 */
export async function checkLas(path: string, options: CheckLasOptions & WithFiles): Promise<LasCheck> {
  const { files } = options;
  return withFile(files, path, async (handle) => {
    const head = await readHeadPart(handle);
    const { versionMajor, versionMinor, compressed } = head.header;
    const check: LasCheck = {
      path,
      kind: compressed ? 'LAZ' : 'LAS',
      ...(head.bytes > HEADER_AT.versionMinor && { version: `${versionMajor}.${versionMinor}` }),
      points: 0,
      faults: faultsOf(START_RULES, head),
    };
    if (check.faults.length > 0) return check;
    append(check.faults, faultsOf(HEAD_RULES, head));
    if (!isReadable(head)) return check;
    const part = await readRecordsPart(handle, head);
    append(check.faults, faultsOf(RECORD_RULES, part));
    await checkPoints({ files, path, handle, options, check }, part);
    return check;
  });
}

/** Whether the points can be located from the header. */
function isReadable({ header, bytes }: HeadPart): boolean {
  const { pointFormat, recordLength, headerSize, pointDataOffset, scale, offset, versionMajor, versionMinor } = header;
  const isPlaced = pointDataOffset >= headerSize && pointDataOffset <= bytes && headerSize >= headerBytesOf(header);
  const hasRecords = pointFormat < RECORD_BYTES.length && recordLength >= RECORD_BYTES[pointFormat];
  const isScaled = [...scale, ...offset].every(Number.isFinite) && scale.every((step) => step !== 0);
  return versionMajor === 1 && versionMinor <= 4 && isPlaced && hasRecords && isScaled;
}

interface Work {
  files: Files;
  path: string;
  handle: InputFile;
  options: CheckLasOptions;
  check: LasCheck;
}

async function checkPoints(work: Work, part: RecordsPart): Promise<void> {
  if (!part.header.compressed) return checkPlainPoints(work, part);
  const laz = await readLazPart(work.handle, part);
  const copc = await readCopcPart(work.handle, laz, /\.copc\.laz$/i.test(work.path));
  if (copc) work.check.kind = 'COPC';
  const canDecode = faultsOf(LAZ_RULES, laz).length === 0;
  const isLayered = laz.laszip?.compressor === COMPRESSOR.layered;
  const decoded = canDecode && isLayered ? await checkChunks(work, copc ?? laz) : undefined;
  append(work.check.faults, faultsOf(LAZ_RULES, decoded?.part ?? laz));
  if (copc) append(work.check.faults, faultsOf(COPC_RULES, (decoded?.part as CopcPart | undefined) ?? copc));
  if (decoded) append(work.check.faults, decoded.faults);
  else if (canDecode) await checkPlainPoints(work, part);
}

/** Points stored as consecutive records, or decoded to such records. */
async function checkPlainPoints({ files, path, options, check }: Work, part: RecordsPart): Promise<void> {
  const { header, bytes } = part;
  const room = Math.floor((bytes - header.pointDataOffset) / header.recordLength);
  if (!header.compressed && header.pointCount > room) return;
  const points = new PointCheck(await frameOf(files, path, part));
  const tally = new RecordTally(header.pointFormat);
  const step = stepper(header, options);
  try {
    const cloud = await openLas(files, path);
    for await (const { records, count, first } of readRecords(cloud)) {
      points.add(records, count, first);
      tally.add(viewOf(records), count, header.recordLength);
      await step(count);
    }
  } catch (error) {
    if (!(error instanceof UserError) || !header.compressed) throw error;
    check.faults.push({
      rule: 'chunk-decodes',
      at: header.pointDataOffset,
      found: error.message,
      expected: 'points that can be decoded',
    });
    return;
  }
  check.points = tally.points;
  const byteOf = (point: number) => header.pointDataOffset + (header.compressed ? 0 : point * header.recordLength);
  check.faults.push(...points.faults(byteOf), ...faultsOf(TALLY_RULES, { header, tally }));
}

/** Points in layered chunks, each decoded alone. */
async function checkChunks({ files, path, handle, options, check }: Work, part: LazPart | CopcPart) {
  const { header } = part;
  const points = new PointCheck(await frameOf(files, path, part));
  const tally = new RecordTally(header.pointFormat);
  const step = stepper(header, options);
  const reader = await ChunkReader.open(handle, part);
  const firsts: number[] = [];
  let first = 0;
  for (const chunk of part.chunks) {
    const records = await reader.read(chunk);
    firsts.push(first);
    if (records) {
      points.add(records, chunk.points, first);
      tally.add(viewOf(records), chunk.points, header.recordLength);
    }
    first += chunk.points;
    await step(chunk.points);
  }
  check.points = tally.points;
  const byteOf = (point: number) => part.chunks[firsts.findLastIndex((start) => start <= point)].at;
  const isWhole = reader.chunks.every(({ fault }) => fault === undefined);
  const faults = [...points.faults(byteOf), ...(isWhole ? faultsOf(TALLY_RULES, { header, tally }) : [])];
  return { part: { ...part, chunks: reader.chunks, nodes: reader.nodes }, faults };
}

function stepper(
  { pointCount }: LasHeader,
  { signal, onProgress }: CheckLasOptions,
): (points: number) => Promise<void> {
  const turn = turnTaker(signal);
  const onRead = countProgress(onProgress, { task: 'check', total: pointCount, unit: 'points' });
  return async (points) => {
    onRead(points);
    await turn();
  };
}

/** Facts about the file that its points are checked against. */
async function frameOf(files: Files, path: string, { header, records }: RecordsPart): Promise<PointFrame> {
  if (!(header.pointFormat in WAVE_PACKET_AT)) return { header };
  const descriptors = new Map<number, WaveformDescriptor>();
  for (const { recordId, userId, data } of records) {
    const index = recordId - DESCRIPTOR_BASE;
    const form = userId === 'LASF_Spec' && index >= 1 && index <= 255 && data ? decodeDescriptor(data) : undefined;
    if (form) descriptors.set(index, form);
  }
  return { header, descriptors, packetBytes: await packetBytesOf(files, path, { header, records }) };
}

/** Bytes of the waveforms with their header, in this file or beside it; undefined if they are not found. */
async function packetBytesOf(
  files: Files,
  path: string,
  { header, records }: Pick<RecordsPart, 'header' | 'records'>,
): Promise<number | undefined> {
  const inside = records.find(isWaveformData);
  if (inside) return inside.head.length + inside.dataLength;
  if ((header.globalEncoding & GLOBAL_ENCODING.externalWaveforms) === 0) return undefined;
  return files.stat(waveformPath(path)).then(
    ({ size }) => size,
    () => undefined,
  );
}
