import type { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import type { StoredArray, StoredField } from '../tables/array-records.js';
import { unnamedColumns } from '../tables/unnamed-columns.js';
import type { NpyField } from './npy-descr.js';
import type { NpyHead } from './read-npy-head.js';

/**
 * Part of a table: the arrays of an array's rows, and the fields in them, placed behind `recordLength` bytes of a
 * record.
 */
export interface NpyTable {
  count: number;
  arrays: StoredArray[];
  fields: StoredField[];
  /** Bytes of a record, including those before. */
  recordLength: number;
  /** Names of fields that are not numbers. */
  unread: string[];
}

/** Names of the numbers of vector fields, in lower case. */
const VECTORS: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(
    ['xyz', 'point', 'points', 'position', 'positions', 'coord', 'coords'].map((name) => [name, ['x', 'y', 'z']]),
  ),
  ...Object.fromEntries(['normal', 'normals'].map((name) => [name, ['nx', 'ny', 'nz']])),
  ...Object.fromEntries(
    ['rgb', 'color', 'colors', 'colour', 'colours'].map((name) => [name, ['red', 'green', 'blue']]),
  ),
  true_position: ['true_x', 'true_y', 'true_z'],
  velocity: ['velocity_x', 'velocity_y', 'velocity_z'],
});

/** Largest row of an array. */
const ROW_BYTES_MAX = 65_536;

/**
 * The table of an array of items with fields, or of numbers: one number a row, called `name`, or several, taken as x,
 * y, z, an intensity and others unless `name` gives their meaning. Throws UserError, made by `fault`, for other arrays.
 */
export function npyTable(
  head: NpyHead,
  name: string | undefined,
  recordLength: number,
  fault: (found: string) => UserError,
): NpyTable {
  const { fields, itemBytes, shape, fortranOrder, dataAt, dataBytes } = head;
  const [count = 1, columns = 1] = shape;
  const isStructured = fields[0].name !== '' || fields.length > 1;
  if (shape.length === 0 || shape.length > (isStructured ? 1 : 2))
    throw fault(`found an array of ${shape.length} axes, expected a row for every point`);
  const rowBytes = columns * itemBytes;
  if (rowBytes === 0 || rowBytes > ROW_BYTES_MAX)
    throw fault(`found rows of ${counted(rowBytes, 'byte')}, expected 1 to ${ROW_BYTES_MAX}`);
  if (count * rowBytes !== dataBytes)
    throw fault(
      `found ${counted(dataBytes, 'byte')} behind its head, expected ${count * rowBytes} for its ${counted(count, 'row')}: it is cut off or damaged`,
    );
  const items = isStructured ? fields : [{ ...fields[0], name: name ?? '', count: columns, bytes: rowBytes }];
  const placed = placeFields(items, recordLength);
  if (!fortranOrder || columns === 1)
    return {
      count,
      arrays: [{ dataAt, rowBytes, at: recordLength }],
      ...placed,
      recordLength: recordLength + rowBytes,
    };
  // Columns one after the other.
  const arrays = Array.from({ length: columns }, (_, k) => ({
    dataAt: dataAt + k * count * itemBytes,
    rowBytes: itemBytes,
    at: recordLength + k * itemBytes,
  }));
  return { count, arrays, ...placed, recordLength: recordLength + rowBytes };
}

function placeFields(items: readonly NpyField[], start: number): Pick<NpyTable, 'fields' | 'unread'> {
  const fields: StoredField[] = [];
  const unread: string[] = [];
  let at = start;
  for (const item of items) {
    const names = namesOf(item);
    const { type, count, bytes, bigEndian } = item;
    if (type === undefined || names === undefined) {
      // A gap between fields has no name.
      if (item.name !== '') unread.push(item.name);
    } else {
      const size = bytes / count;
      for (const [k, name] of names.entries()) fields.push({ name, type, at: at + k * size, bytes: size, bigEndian });
    }
    at += bytes;
  }
  return { fields, unread };
}

/** Names of the numbers of a field; undefined if it has several of unknown meaning. */
function namesOf({ name, count }: NpyField): readonly string[] | undefined {
  const known = VECTORS[name.toLowerCase()];
  if (known?.length === count) return known;
  if (name === '') return count < 3 ? undefined : unnamedColumns({ length: count });
  return count === 1 ? [name] : undefined;
}
