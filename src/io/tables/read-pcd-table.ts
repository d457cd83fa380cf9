/*
 * PCD 0.5 to 0.7 ("The PCD (Point Cloud Data) file format", documentation of PCL). The header's lines are words in a
 * fixed order, which is not required here; fields called "_" are padding.
 */

import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted, listNames, shorten } from '../../base/text.js';
import { showValue } from '../../base/yaml/faults.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import type { NumberType } from '../records/number-type.js';
import { CELL_BYTES, type TextCell, type TextRows } from '../records/text-rows.js';
import { LZF_RATIO_MAX } from './lzf.js';
import { checkPlySize } from './read-ply-table.js';
import {
  attributeNames,
  axesNamed,
  missingAxes,
  type TableCloud,
  type TableField,
  unknownNames,
} from './table-cloud.js';

const ENCODINGS = ['ascii', 'binary', 'binary_compressed'] as const;

/** The points of a PCD file. */
export interface PcdCloud extends TableCloud {
  encoding: (typeof ENCODINGS)[number];
  /** Rows of a text file. */
  rows?: TextRows;
  /** For compressed points: their bytes in the file, behind the two lengths. */
  compressedBytes?: number;
  /** Bytes of each field in a record, for compressed points, which are stored field by field. */
  fieldBytes: number[];
  /** From the header: translation, then the quaternion, w first. */
  viewpoint?: number[];
}

const HEAD_BYTES = 65_536;
/** Compressed points are unpacked in memory as a whole. */
const UNPACKED_BYTES_MAX = 2 ** 30;
/** The lengths of compressed points, packed and unpacked. */
const LENGTHS_BYTES = 8;

const TYPES: Readonly<Record<string, NumberType>> = Object.freeze({
  ...{ U1: 'u8', U2: 'u16', U4: 'u32', U8: 'u64', I1: 'i8', I2: 'i16', I4: 'i32', I8: 'i64' },
  ...{ F4: 'f32', F8: 'f64' },
});

/** Opens a PCD file. Throws UserError for an invalid header, and for a file that is too short for it. */
export async function openPcdCloud(files: Files, path: string): Promise<PcdCloud> {
  return withFile(files, path, async (handle) => {
    const header = parseHeader(latin1(await readBytes(handle, 0, Math.min(HEAD_BYTES, handle.info.size))), path);
    const isText = header.encoding === 'ascii';
    const { fields, recordLength, fieldBytes } = layOut(header, isText);
    const cloud: PcdCloud = {
      files,
      path,
      bytes: handle.info.size,
      format: 'pcd',
      title: `PCD ${header.version}, ${header.encoding.replace('_', ', ')}`,
      software: header.software,
      pointCount: header.points,
      recordLength,
      inAnyOrder: header.encoding === 'binary',
      fields: fields.filter(({ name }) => name !== PADDING),
      hasEmptyCells: header.height > 1 || undefined,
      grid: header.height > 1 ? { width: header.width, height: header.height } : undefined,
      viewpoint: header.viewpoint,
      attributes: attributeNames(fields),
      dataAt: header.dataAt,
      encoding: header.encoding,
      fieldBytes,
      warnings: [],
    };
    const unknown = unknownNames(cloud.fields);
    if (unknown.length > 0) cloud.warnings.push(`fields that are not read: ${listNames(unknown)}`);
    if (isText) cloud.rows = rowsOf(header, fields, new Set(unknown));
    if (header.encoding === 'binary_compressed') cloud.compressedBytes = await compressedBytesOf(handle, cloud);
    else
      checkPlySize(path, header.points, (cloud.bytes - cloud.dataAt) / (isText ? 2 * cellsOf(header) : recordLength));
    return cloud;
  });
}

interface PcdHeader {
  path: string;
  version: string;
  software?: string;
  names: readonly string[];
  sizes: number[];
  types: string[];
  counts: number[];
  width: number;
  height: number;
  points: number;
  viewpoint?: number[];
  encoding: PcdCloud['encoding'];
  dataAt: number;
  /** Line of DATA. */
  line: number;
}

const PADDING = '_';

function parseHeader(head: string, path: string): PcdHeader {
  const found = new Map<string, { words: string[]; line: number }>();
  let software: string | undefined;
  let at = 0;
  for (let line = 1; at < head.length && !found.has('DATA'); line++) {
    const newline = head.indexOf('\n', at);
    const end = newline < 0 ? head.length : newline;
    const text = head.slice(at, end).trim();
    at = end + 1;
    if (text.startsWith('#')) {
      const comment = text
        .slice(1)
        .trim()
        .replace(/[^\x20-\x7e]/g, '?');
      if (!comment.startsWith('.PCD')) software ??= comment;
    } else if (text !== '') {
      const [key, ...words] = text.split(/\s+/);
      if (!found.has(key)) found.set(key, { words, line });
    }
  }
  return { ...checkedHeader(found, path), software, dataAt: at };
}

function checkedHeader(
  found: ReadonlyMap<string, { words: string[]; line: number }>,
  path: string,
): Omit<PcdHeader, 'software' | 'dataAt'> {
  const fault = (message: string, line?: number) => new UserError(message, { place: { file: path, line } });
  const wordsOf = (key: string): string[] => {
    const words = found.get(key)?.words;
    if (words === undefined) throw fault(`the header has no line ${key}; a PCD file has one`);
    return words;
  };
  const names = found.has('COLUMNS') ? wordsOf('COLUMNS') : wordsOf('FIELDS');
  const numbers = (key: string, words = wordsOf(key)): number[] => {
    const line = found.get(key)?.line;
    if (words.length !== names.length)
      throw fault(
        `${key}: found ${counted(words.length, 'word')}, expected one for each of ${counted(names.length, 'field')}`,
        line,
      );
    return words.map((word) => wholeOf(word, key));
  };
  const wholeOf = (word: string | undefined, key: string): number => {
    if (!/^\d{1,15}$/.test(word ?? ''))
      throw fault(`${key}: found ${showValue(word)}, expected a whole number`, found.get(key)?.line);
    return Number(word);
  };
  const encoding = ENCODINGS.find((one) => one === wordsOf('DATA')[0]);
  if (encoding === undefined)
    throw fault(
      `DATA: found ${showValue(wordsOf('DATA')[0])}, expected one of: ${ENCODINGS.join(', ')}`,
      found.get('DATA')?.line,
    );
  const sizes = numbers('SIZE');
  const types = wordsOf('TYPE');
  if (types.length !== names.length) throw fault('TYPE: expected one for each field', found.get('TYPE')?.line);
  types.forEach((type, k) => {
    if (TYPES[`${type}${sizes[k]}`] === undefined && names[k] !== PADDING)
      throw fault(
        `field ${shorten(names[k])}: found type ${shorten(type)} of ${counted(sizes[k], 'byte')}`,
        found.get('TYPE')?.line,
      );
  });
  const counts = found.has('COUNT') ? numbers('COUNT') : names.map(() => 1);
  // Drivers of Ouster pad with fields of no numbers, which take no bytes.
  const held = <T>(of: readonly T[]): T[] => of.filter((_, k) => counts[k] > 0);
  const width = wholeOf(wordsOf('WIDTH')[0], 'WIDTH');
  const height = wholeOf(found.get('HEIGHT')?.words[0] ?? '1', 'HEIGHT');
  const points = found.has('POINTS') ? wholeOf(wordsOf('POINTS')[0], 'POINTS') : width * height;
  if (points !== width * height)
    throw fault(
      `POINTS: found ${points}, expected WIDTH × HEIGHT, which is ${width * height}`,
      found.get('POINTS')?.line,
    );
  const repeated = repeatedField(held(names));
  if (repeated !== undefined) throw fault(`it has the field ${shorten(repeated)} twice`, found.get('FIELDS')?.line);
  const called = axesNamed(held(names));
  const missing = missingAxes(called);
  if (missing.length > 0) throw fault(`it has no field ${missing.join(', ')}`, found.get('FIELDS')?.line);
  const viewpoint = found.get('VIEWPOINT')?.words.map(Number);
  return {
    path,
    version: found.get('VERSION')?.words[0]?.replace(/^\./, '0.') ?? '0.5',
    names: called,
    sizes: held(sizes),
    types: held(types),
    counts: held(counts),
    width,
    height,
    points,
    viewpoint: viewpoint?.length === 7 && viewpoint.every(Number.isFinite) ? viewpoint : undefined,
    encoding,
    line: found.get('DATA')?.line ?? 1,
  };
}

function repeatedField(names: readonly string[]): string | undefined {
  const seen = new Set<string>([PADDING]);
  return names.find((name) => name !== PADDING && seen.size === seen.add(name).size);
}

const cellsOf = ({ counts }: PcdHeader): number => counts.reduce((sum, count) => sum + count, 0);

/** The first number is read of fields with several. */
function layOut({ names, sizes, types, counts }: PcdHeader, isText: boolean) {
  let at = 0;
  const fieldBytes = sizes.map((size, k) => (isText ? CELL_BYTES : size) * counts[k]);
  const fields = names.map((name, k): TableField => {
    const binary = TYPES[`${types[k]}${sizes[k]}`] ?? 'u8';
    const packed = sizes[k] === 4 && (name === 'rgb' || name === 'rgba');
    // The field `time` of drivers counts from the start of the cloud.
    const known = name === 'time' ? 'frame_time' : name;
    const field = { name: known, type: isText ? ('f64' as const) : binary, declared: binary, at, packed };
    at += fieldBytes[k];
    return field;
  });
  return { fields, recordLength: at, fieldBytes };
}

function rowsOf(header: PcdHeader, fields: readonly TableField[], unknown: ReadonlySet<string>): TextRows {
  const cells = fields.flatMap(({ name, at, packed }, k) => {
    const isRead = name !== PADDING && !unknown.has(name);
    const first: TextCell = {
      name,
      at: isRead ? at : undefined,
      bits: packed ? (header.types[k] === 'F' ? 'f32' : 'u32') : undefined,
    };
    return [first, ...Array.from({ length: Math.min(header.counts[k], MAX_CELLS) - 1 }, () => ({ name }))];
  });
  return { dataAt: header.dataAt, line: header.line + 1, separator: ' ', cells };
}

/** More numbers in a field than this indicate a broken header. */
const MAX_CELLS = 65_536;

/** The length of compressed points. Throws UserError if the lengths are invalid. */
async function compressedBytesOf(handle: InputFile, { path, bytes, dataAt, pointCount, recordLength }: PcdCloud) {
  const fault = (message: string) =>
    new UserError(message, { place: { file: path }, hint: 'the file is cut off, or its header was never completed' });
  const lengths = await readBytes(handle, dataAt, LENGTHS_BYTES);
  if (lengths.length < LENGTHS_BYTES) throw fault('it ends before its compressed points');
  const [packed, whole] = [0, 4].map((at) => viewOf(lengths).getUint32(at, true));
  if (whole !== pointCount * recordLength)
    throw fault(
      `compressed points of ${counted(whole, 'byte')}, where the header announces ${pointCount * recordLength}`,
    );
  if (packed > bytes - dataAt - LENGTHS_BYTES)
    throw fault(
      `compressed points of ${counted(packed, 'byte')}, where the file has ${bytes - dataAt - LENGTHS_BYTES}`,
    );
  if (whole > packed * LZF_RATIO_MAX)
    throw fault(`${counted(whole, 'byte')} of points cannot come from ${packed} compressed ones`);
  if (whole > UNPACKED_BYTES_MAX)
    throw new UserError(`compressed points of ${counted(whole, 'byte')}; up to ${UNPACKED_BYTES_MAX} can be read`, {
      place: { file: path },
      hint: 'convert it to PCD without compression',
    });
  return packed;
}
