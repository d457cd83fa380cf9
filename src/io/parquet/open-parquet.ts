import { type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet';
import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted, listNames } from '../../base/text.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { referenceNamed } from '../records/named-reference.js';
import type { NumberType } from '../records/number-type.js';
import { CELL_BYTES } from '../records/text-rows.js';
import {
  attributeNames,
  attributeOf,
  axesNamed,
  missingAxes,
  repeatedName,
  type TableField,
  unknownNames,
} from '../tables/table-cloud.js';
import {
  PARQUET_TYPES,
  type ParquetCloud,
  type ParquetColumn,
  type ParquetType,
  type RowGroup,
} from './parquet-cloud.js';
import { boundThrift, ThriftFault, type ThriftLimits } from './thrift-bounds.js';

/** Length and magic behind the footer, and the magic at the start. */
const TAIL_BYTES = 8;
const MAGIC = 'PAR1';
/** The footer of a hundred million points has some 20 MB at most. */
const FOOTER_BYTES_MAX = 32 * 2 ** 20;
/** The largest footers that subray writes have some 10 million values in 4 million lists, texts and structures. */
const FOOTER_LIMITS: ThriftLimits = Object.freeze({ values: 2 ** 24, objects: 2 ** 22 });
/** Rows for each byte of their coordinates: a file of few bytes cannot announce endless points. */
const ROWS_A_BYTE = 64;

/**
 * Opens a Parquet file (Apache Parquet format 2.12) as a cloud: flat columns of numbers, named after their content.
 * Only its footer is read. Throws UserError if it has no x, y and z, or if its columns are not contiguous in the file.
 */
export const openParquet = (files: Files, path: string): Promise<ParquetCloud> =>
  withFile(files, path, async (handle) => {
    const footer = await readFooter(handle, path);
    const { columns, fields, unread } = columnsOf(footer.schema, path);
    const groups = groupsOf(footer, { columns, fields }, path, handle.info.size);
    const unknown = [...unread, ...unknownNames(fields)];
    return {
      files,
      path,
      bytes: handle.info.size,
      format: 'parquet',
      title: 'Parquet',
      software: footer.created_by?.replace(/[^\x20-\x7e]/g, '?'),
      ...referenceNamed(footer.key_value_metadata?.find(({ key }) => key === 'crs')?.value),
      pointCount: groups.reduce((sum, { rows }) => sum + rows, 0),
      recordLength: columns.length * CELL_BYTES,
      inAnyOrder: false,
      fields,
      attributes: attributeNames(fields),
      dataAt: MAGIC.length,
      columns,
      groups,
      warnings: unknown.length > 0 ? [`columns that are not read: ${listNames(unknown)}`] : [],
    };
  });

const faultIn = (path: string, found: string, hint?: string) => new UserError(found, { place: { file: path }, hint });

async function readFooter(handle: InputFile, path: string): Promise<FileMetaData> {
  const { size } = handle.info;
  const tail = await readBytes(handle, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  if (size < MAGIC.length + TAIL_BYTES || !latin1(tail).endsWith(MAGIC))
    throw faultIn(path, 'it does not end with "PAR1": it is no Parquet file, or cut off');
  const length = new DataView(tail.buffer).getUint32(0, true);
  const room = Math.min(FOOTER_BYTES_MAX, size - MAGIC.length - TAIL_BYTES);
  if (length > room) throw faultIn(path, `found a footer of ${counted(length, 'byte')}, expected ${room} at most`);
  const bytes = await readBytes(handle, size - TAIL_BYTES - length, length + TAIL_BYTES);
  try {
    boundThrift(bytes.subarray(0, length), 0, FOOTER_LIMITS);
    return parquetMetadata(bytes, { geoparquet: false });
  } catch (error) {
    const reason = error instanceof ThriftFault ? `: it ${error.message}` : '';
    throw new UserError(`its footer cannot be read${reason}`, {
      place: { file: path },
      hint: 'the file is damaged, or its row groups are too many: convert it in parts',
      cause: error,
    });
  }
}

/** The columns of numbers with attributes, their fields in a record, and the names of the others. */
function columnsOf(schema: readonly SchemaElement[], path: string) {
  const columns: ParquetColumn[] = [];
  const fields: TableField[] = [];
  const unread: string[] = [];
  const elements = [...topElements(schema)];
  // A damaged footer may lack a name.
  const called = axesNamed(elements.map(({ element }) => String(element.name ?? '')));
  for (const [k, { element, flat }] of elements.entries()) {
    const name = called[k];
    const column = flat ? numbersOf(element) : undefined;
    if (column === undefined || attributeOf(name) === undefined) {
      unread.push(name);
      continue;
    }
    fields.push({ name, type: 'f64', at: columns.length * CELL_BYTES, declared: declaredType(element) });
    columns.push(column);
  }
  const names = fields.map(({ name }) => name);
  const missing = missingAxes(names);
  if (missing.length > 0)
    throw faultIn(
      path,
      `there is no column ${missing.join(', ')} of numbers; the columns are ${listNames([...names, ...unread]) || 'none'}`,
    );
  const repeated = repeatedName(names);
  if (repeated !== undefined) throw faultIn(path, `the column ${repeated} is there twice`);
  return { columns, fields, unread };
}

/** The elements right below the root; `flat` if an element has no children. */
function topElements(schema: readonly SchemaElement[]): { element: SchemaElement; flat: boolean }[] {
  const found: { element: SchemaElement; flat: boolean }[] = [];
  let inner = 0;
  for (const element of schema.slice(1)) {
    const children = Math.max(0, element.num_children ?? 0);
    if (inner === 0) found.push({ element, flat: children === 0 });
    else inner--;
    inner += children;
  }
  return found;
}

/**
 * The column of an element; undefined unless it holds plain numbers: days, for example, are numbers with another
 * meaning.
 */
function numbersOf({
  name,
  type,
  repetition_type,
  converted_type,
  logical_type,
}: SchemaElement): ParquetColumn | undefined {
  const isPlain =
    (logical_type === undefined || logical_type.type === 'INTEGER') &&
    (converted_type === undefined || /^U?INT_/.test(converted_type));
  if (!isPlain || !PARQUET_TYPES.includes(type as ParquetType) || repetition_type === 'REPEATED') return undefined;
  const unsigned =
    logical_type?.type === 'INTEGER' ? !logical_type.isSigned : (converted_type?.startsWith('UINT') ?? false);
  return { name, type: type as ParquetType, unsigned, optional: repetition_type === 'OPTIONAL' };
}

/** The type of an element's numbers. */
function declaredType({ type, logical_type, converted_type }: SchemaElement): NumberType {
  if (type === 'FLOAT') return 'f32';
  if (type === 'DOUBLE') return 'f64';
  const bits =
    logical_type?.type === 'INTEGER' ? logical_type.bitWidth : Number(/\d+$/.exec(converted_type ?? '')?.[0]);
  if (bits === 8) return 'u8';
  return bits === 16 ? 'u16' : 'u32';
}

/** The places of the columns in all row groups. */
function groupsOf(
  { row_groups, num_rows }: FileMetaData,
  { columns, fields }: { columns: readonly ParquetColumn[]; fields: readonly TableField[] },
  path: string,
  size: number,
): RowGroup[] {
  const coordinates = ['x', 'y', 'z'].map((axis) => fields.findIndex(({ name }) => attributeOf(name)?.name === axis));
  const ends = columns.map(() => 0);
  let total = 0;
  const groups = (row_groups ?? []).map((group, number) => {
    const rows = Number(group.num_rows);
    const fault = (found: string, hint = 'the file is damaged') => faultIn(path, `row group ${number}: ${found}`, hint);
    const chunks = columns.map(({ name }, k) => {
      const chunk = chunkOf(group.columns, name, fault);
      if (
        !(
          chunk.at >= Math.max(MAGIC.length, ends[k]) &&
          chunk.bytes >= 0 &&
          chunk.at + chunk.bytes <= size - TAIL_BYTES
        )
      )
        throw fault(`the column ${name} should be at bytes ${chunk.at} to ${chunk.at + chunk.bytes} of ${size}`);
      ends[k] = chunk.at + chunk.bytes;
      return chunk;
    });
    const most = ROWS_A_BYTE * coordinates.reduce((sum, k) => sum + chunks[k].bytes, 0);
    if (!(Number.isSafeInteger(rows) && rows >= 0 && rows <= most))
      throw fault(`found ${counted(rows, 'row')}, expected ${most} at most for the bytes of its coordinates`);
    total += rows;
    return { rows, chunks };
  });
  if (total !== Number(num_rows ?? 0))
    throw faultIn(path, `found ${counted(total, 'row')} in its groups, expected ${num_rows}`, 'the file is damaged');
  return groups.filter(({ rows }) => rows > 0);
}

function chunkOf(
  chunks: FileMetaData['row_groups'][number]['columns'] | undefined,
  name: string,
  fault: (found: string, hint?: string) => UserError,
) {
  const meta = (chunks ?? []).find(({ meta_data }) => meta_data?.path_in_schema?.join('.') === name)?.meta_data;
  if (meta === undefined) throw fault(`the column ${name} is missing`);
  const { codec } = meta;
  if (codec !== 'UNCOMPRESSED' && codec !== 'SNAPPY')
    throw fault(
      `found the column ${name} compressed by ${codec ?? 'another codec'}, expected SNAPPY or none`,
      "pandas: to_parquet(path, compression='snappy')",
    );
  const at = Number(meta.dictionary_page_offset || meta.data_page_offset);
  return { at, bytes: Number(meta.total_compressed_size), isCompressed: codec === 'SNAPPY' };
}
