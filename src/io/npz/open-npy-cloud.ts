import { append } from '../../base/append.js';
import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { counted, listNames } from '../../base/text.js';
import { withFile } from '../bytes/read-head.js';
import type { StoredTable } from '../tables/array-records.js';
import {
  attributeNames,
  attributeOf,
  axesNamed,
  missingAxes,
  repeatedName,
  unknownNames,
  withAxesNamed,
} from '../tables/table-cloud.js';
import { type NpyTable, npyTable } from './npy-table.js';
import { type NpyHead, readNpyHead } from './read-npy-head.js';
import { type ArchiveEntry, checkEntry, readZip } from './zip-reader.js';

const HINT = 'a cloud has x, y and z: as fields, as arrays, or as the columns of one array';

/**
 * Opens an array of NumPy as a cloud: of items with fields, or of rows of x, y, z and others. Throws UserError if it
 * has no x, y and z, or is truncated.
 */
export const openNpyCloud = (files: Files, path: string): Promise<StoredTable> =>
  withFile(files, path, async (handle) => {
    const head = await readNpyHead(handle, { path, at: 0, bytes: handle.info.size });
    const fault = (found: string) => new UserError(found, { place: { file: path }, hint: HINT });
    const { fields, ...table } = npyTable(head, undefined, 0, fault);
    const file = { files, path, bytes: handle.info.size, format: 'npy', title: 'NumPy array' };
    return storedTable(file, { ...table, fields: withAxesNamed(fields) });
  });

/**
 * Opens an archive of NumPy arrays as a cloud. Its columns are the arrays with a row for every point, named after their
 * content. Throws UserError if it has no x, y and z, if arrays of attributes have another number of rows, or if one is
 * damaged.
 */
export const openNpzCloud = (files: Files, path: string): Promise<StoredTable> =>
  withFile(files, path, async (handle) => {
    const entries = await readZip(handle, path);
    if (entries.some(({ name }) => name === 'samples.npy') && entries.some(({ name }) => name === 'sample_start.npy'))
      throw waveformsAlone(path);
    const table = await joinArrays(handle, path, entries);
    return storedTable({ files, path, bytes: handle.info.size, format: 'npz', title: 'NumPy archive' }, table);
  });

/** The error for a file of waveforms that is opened as a cloud. */
const waveformsAlone = (path: string): UserError =>
  new UserError('a file of waveforms: say which to show', {
    place: { file: path },
    hint: 'add --waveform 1,2 for the first two pulses, and --png out.png to draw them',
  });

/** The arrays of an archive, side by side; only the names are kept of arrays that are no attributes. */
async function joinArrays(handle: InputFile, path: string, entries: readonly ArchiveEntry[]): Promise<NpyTable> {
  const whole: NpyTable = { count: 0, arrays: [], fields: [], recordLength: 0, unread: [] };
  let first: string | undefined;
  const found: FoundArray[] = [];
  for (const entry of entries) found.push(await arrayOf(handle, path, entry));
  const called = axesAmong(found);
  for (const { entry, name, head, fault } of found) {
    const table = head && npyTable(head, name, whole.recordLength, fault);
    const fields = table?.fields.map((field) => ({ ...field, name: called.get(field.name) ?? field.name }));
    if (!table || !fields?.some((field) => attributeOf(field.name) !== undefined)) {
      whole.unread.push(name);
      continue;
    }
    first ??= name;
    if (whole.arrays.length > 0 && table.count !== whole.count)
      throw fault(`found ${counted(table.count, 'row')}, expected ${whole.count}, as ${first} has`);
    await checkEntry(handle, path, entry);
    const { count, recordLength } = table;
    append(whole.arrays, table.arrays);
    append(whole.fields, fields);
    Object.assign(whole, { count, recordLength });
    append(whole.unread, table.unread);
  }
  return whole;
}

/** An entry of an archive, with the head of its array, if it may be one of a cloud. */
interface FoundArray {
  entry: ArchiveEntry;
  name: string;
  head?: NpyHead;
  fault: (found: string) => UserError;
}

async function arrayOf(handle: InputFile, path: string, entry: ArchiveEntry): Promise<FoundArray> {
  const name = entry.name.replace(/\.npy$/, '');
  const fault = (found: string) => new UserError(`${entry.name}: ${found}`, { place: { file: path }, hint: HINT });
  const head = entry.name.endsWith('.npy') ? await readNpyHead(handle, { path, ...entry }) : undefined;
  // A single number or text describes the cloud.
  const isTable = head !== undefined && (head.shape.length === 1 || head.shape.length === 2);
  return { entry, name, head: isTable ? head : undefined, fault };
}

/** Names of numbers of all arrays, with those of axes for those of a map, if none has the axes. */
function axesAmong(found: readonly FoundArray[]): ReadonlyMap<string, string> {
  const names = found.flatMap(({ name, head, fault }) =>
    head ? npyTable(head, name, 0, fault).fields.map((field) => field.name) : [],
  );
  return new Map(axesNamed(names).map((axis, k) => [names[k], axis]));
}

/** Longest record; a hundred numbers have 800 bytes. */
const RECORD_BYTES_MAX = 65_536;

function storedTable(
  file: Pick<StoredTable, 'files' | 'path' | 'bytes' | 'format' | 'title'>,
  { count, arrays, fields, recordLength, unread }: NpyTable,
): StoredTable {
  const fault = (found: string) => new UserError(found, { place: { file: file.path }, hint: HINT });
  const names = fields.map(({ name }) => name);
  const missing = missingAxes(names);
  if (missing.length > 0)
    throw fault(`there is no ${missing.join(', ')}; it has ${listNames([...names, ...unread]) || 'nothing'}`);
  const repeated = repeatedName(names);
  if (repeated !== undefined) throw fault(`${repeated} is there twice`);
  if (recordLength > RECORD_BYTES_MAX)
    throw fault(`found ${recordLength} bytes a point, expected ${RECORD_BYTES_MAX} at most`);
  const unknown = [...unread, ...unknownNames(fields)];
  return {
    ...file,
    ...{ pointCount: count, recordLength, inAnyOrder: true, arrays, fields },
    dataAt: arrays[0].dataAt,
    attributes: attributeNames(fields),
    warnings: unknown.length > 0 ? [`arrays or fields that are not read: ${listNames(unknown)}`] : [],
  };
}
