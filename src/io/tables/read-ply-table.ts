import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted, listNames } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import type { NumberType } from '../records/number-type.js';
import { CELL_BYTES, type TextRows } from '../records/text-rows.js';
import { PLY_BYTES, type PlyElement, type PlyHeader, type PlyType, parsePlyHeader } from './ply-header.js';
import {
  attributeNames,
  missingAxes,
  type TableCloud,
  type TableField,
  unknownNames,
  withAxesNamed,
} from './table-cloud.js';

/** The vertices of a PLY file. */
export interface PlyCloud extends TableCloud {
  encoding: PlyHeader['format'];
  /** Rows of a text file. */
  rows?: TextRows;
}

/** A longer header is not read. */
const HEAD_BYTES = 2 ** 20;

const TYPES: Readonly<Record<PlyType, NumberType>> = Object.freeze({
  int8: 'i8',
  uint8: 'u8',
  int16: 'i16',
  uint16: 'u16',
  int32: 'i32',
  uint32: 'u32',
  float32: 'f32',
  float64: 'f64',
});

/** Opens the vertices of a PLY file as a cloud. Throws UserError if the file has none, or is too short for them. */
export async function openPlyCloud(files: Files, path: string): Promise<PlyCloud> {
  const { bytes, size } = await withFile(files, path, async (handle) => ({
    bytes: await readBytes(handle, 0, Math.min(HEAD_BYTES, handle.info.size)),
    size: handle.info.size,
  }));
  const header = parsePlyHeader(bytes, path);
  const isText = header.format === 'ascii';
  const at = header.elements.findIndex(({ name }) => name === 'vertex');
  const vertex = vertexOf(header.elements[at], path);
  const fields = fieldsOf(vertex, isText);
  const skipped = header.elements.slice(0, at);
  const recordLength = fields.reduce((sum, { bytes: length }) => sum + length, 0);
  const dataAt = header.bodyAt + (isText ? 0 : skippedBytes(skipped, path));
  checkPlySize(path, vertex.count, (size - dataAt) / (isText ? 2 * fields.length : recordLength));
  if (isText && skipped.some(({ count }) => count > 0))
    throw new UserError(
      `element ${quoteText(skipped[0].name)} comes before the vertices; text is read only without it`,
      {
        place: { file: path },
      },
    );
  const unknown = unknownNames(fields);
  return {
    files,
    path,
    bytes: size,
    format: 'ply',
    title: `PLY, ${isText ? 'text' : 'binary'}${header.format === 'binary_big_endian' ? ', big-endian' : ''}`,
    software: firstComment(bytes.subarray(0, header.bodyAt)),
    pointCount: vertex.count,
    recordLength,
    inAnyOrder: !isText,
    fields: fields.map(({ bytes: _, ...field }) => field),
    attributes: attributeNames(fields),
    dataAt,
    encoding: header.format,
    rows: isText ? rowsOf(fields, bytes.subarray(0, header.bodyAt), unknown) : undefined,
    warnings: unknown.length > 0 ? [`properties that are not read: ${listNames(unknown)}`] : [],
  };
}

function vertexOf(vertex: PlyElement | undefined, path: string): PlyElement {
  const fault = (found: string) => new UserError(found, { place: { file: path } });
  if (vertex === undefined) throw fault('the header names no element "vertex"');
  const list = vertex.properties.find(({ countType }) => countType !== undefined);
  if (list) throw fault(`its vertices have a list, ${quoteText(list.name)}, which clouds cannot have`);
  const properties = withAxesNamed(vertex.properties);
  const missing = missingAxes(properties.map(({ name }) => name));
  if (missing.length > 0) throw fault(`its vertices have no property ${missing.join(', ')}`);
  return { ...vertex, properties };
}

type PlacedField = TableField & { bytes: number };

function fieldsOf({ properties }: PlyElement, isText: boolean): PlacedField[] {
  let at = 0;
  return properties.map(({ name, type }) => {
    const bytes = isText ? CELL_BYTES : PLY_BYTES[type];
    const declared = TYPES[type];
    const field = { name, type: isText ? ('f64' as const) : declared, declared, at, bytes };
    at += bytes;
    return field;
  });
}

function skippedBytes(elements: readonly PlyElement[], path: string): number {
  return elements.reduce((sum, { name, count, properties }) => {
    if (count > 0 && properties.some(({ countType }) => countType !== undefined))
      throw new UserError(`element ${quoteText(name)} with lists comes before the vertices`, { place: { file: path } });
    return sum + count * properties.reduce((bytes, { type }) => bytes + PLY_BYTES[type], 0);
  }, 0);
}

/** Throws UserError unless a file has room for `announced` points. */
export function checkPlySize(path: string, announced: number, room: number): void {
  if (announced > Math.max(0, room))
    throw new UserError(
      `the header announces ${counted(announced, 'point')}, the file holds ${Math.max(0, Math.floor(room))} at most`,
      { place: { file: path }, hint: 'the file is cut off, or its header was never completed' },
    );
}

function rowsOf(fields: readonly TableField[], header: Uint8Array, unknown: readonly string[]): TextRows {
  return {
    dataAt: header.length,
    line: 1 + header.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0),
    separator: ' ',
    cells: fields.map(({ name, at }) => ({ name, at: unknown.includes(name) ? undefined : at })),
  };
}

const firstComment = (header: Uint8Array): string | undefined =>
  /^comment[ \t]+(.*?)[ \t\r]*$/m.exec(latin1(header))?.[1].replace(/[^\x20-\x7e]/g, '?');
