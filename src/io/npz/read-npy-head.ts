import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted } from '../../base/text.js';
import { readBytes } from '../bytes/read-head.js';
import { countsOf, NpyDescrFault, type NpyField, npyFields } from './npy-descr.js';
import { parsePythonLiteral } from './python-literal.js';

/** Contents of the head of an array. */
export interface NpyHead {
  /** Fields of an item, in order; a single one without a name if items are numbers. */
  fields: NpyField[];
  itemBytes: number;
  shape: number[];
  /** Whether the first axis is the fastest. */
  fortranOrder: boolean;
  /** Start of the items, and the bytes of all of them. */
  dataAt: number;
  dataBytes: number;
  /** The head itself, for messages. */
  text: string;
}

/** An array in a file: the file itself, or part of an archive. */
export interface NpyPlace {
  path: string;
  /** Its name in an archive. */
  name?: string;
  at: number;
  bytes: number;
}

/** Offset of the head's length. */
const LENGTH_AT = 8;
const MAJOR_AT = 6;
/** One of 200 fields has some 5,000. */
const HEAD_BYTES_MAX = 65_536;

/**
 * The head of an array in NumPy's file format (NumPy Enhancement Proposal 1, versions 1.0 to 3.0). Throws UserError for
 * other files, truncated ones, and arrays of Python objects.
 */
export async function readNpyHead(handle: InputFile, { path, name, at, bytes }: NpyPlace): Promise<NpyHead> {
  const fault = (found: string, hint?: string) =>
    new UserError(name === undefined ? found : `${name}: ${found}`, { place: { file: path }, hint });
  const start = await readBytes(handle, at, Math.min(LENGTH_AT + 4, bytes));
  const major = start[MAJOR_AT];
  if (start.length < LENGTH_AT + 4 || !latin1(start).startsWith('\x93NUMPY') || !(major >= 1 && major <= 3))
    throw fault('found no array of NumPy, version 1.0 to 3.0');
  const headAt = LENGTH_AT + (major === 1 ? 2 : 4);
  const view = new DataView(start.buffer, start.byteOffset);
  const length = major === 1 ? view.getUint16(LENGTH_AT, true) : view.getUint32(LENGTH_AT, true);
  const room = Math.min(HEAD_BYTES_MAX, bytes - headAt);
  if (length > room) throw fault(`found a head of ${counted(length, 'byte')}, expected ${room} at most`);
  const head = await readBytes(handle, at + headAt, length);
  const text = major === 3 ? new TextDecoder().decode(head) : latin1(head);
  try {
    return { ...parseHead(text), dataAt: at + headAt + length, dataBytes: bytes - headAt - length, text: text.trim() };
  } catch (error) {
    if (!(error instanceof NpyDescrFault)) throw error;
    throw fault(
      `found ${error.message}, in the head ${JSON.stringify(text.trim().slice(0, SHOWN))}`,
      'numpy.save writes such files, of arrays of numbers',
    );
  }
}

/** Characters of a head shown in a message. */
const SHOWN = 200;

function parseHead(text: string): Pick<NpyHead, 'fields' | 'itemBytes' | 'shape' | 'fortranOrder'> {
  const entries = parsePythonLiteral(text);
  if (!(entries instanceof Map)) throw new NpyDescrFault('no dictionary');
  const fortranOrder = entries.get('fortran_order');
  if (typeof fortranOrder !== 'boolean') throw new NpyDescrFault('no order of its axes');
  const fields = npyFields(entries.get('descr'));
  const itemBytes = fields.reduce((sum, { bytes }) => sum + bytes, 0);
  return { fields, itemBytes, shape: countsOf(entries.get('shape')), fortranOrder };
}
