import { UserError } from '../../../base/errors.js';
import { nestsBeyond } from '../../../base/json-depth.js';
import { fileFault } from '../file-fault.js';

/** Layout of a GLB: glTF 2.0 §4.4. */
const GLB_MAGIC = 0x46546c67;
const GLB_VERSION = 2;
const GLB_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** A file with fewer bytes holds no document in either form. */
const MIN_BYTES = GLB_HEADER_BYTES;

/** First bytes of a file that suffice to find the end of its document (`documentEnd`). */
export const GLB_HEAD_BYTES = GLB_HEADER_BYTES + CHUNK_HEADER_BYTES;

/** The content of a glTF file. */
export interface GltfContainer {
  json: unknown;
  /** The binary chunk of a GLB. */
  chunk?: Uint8Array;
}

/** The document and its binary chunk. Throws UserError for a file that is truncated or of another kind. */
export function openContainer(bytes: Uint8Array, file: string): GltfContainer {
  if (bytes.length < MIN_BYTES) throw fileFault(file, `has ${bytes.length} bytes; this is not a glTF file`);
  const view = viewOf(bytes);
  if (!isGlb(view)) return { json: parseJson(bytes, file, 'it is neither JSON nor a binary glTF (GLB)') };
  const wanted = view.getUint32(8, true);
  if (wanted > bytes.length)
    throw fileFault(file, `the header says ${wanted} bytes, the file has ${bytes.length}: it is cut off`);
  const version = view.getUint32(4, true);
  if (version !== GLB_VERSION) throw fileFault(file, `is GLB version ${version}; version ${GLB_VERSION} is read`);
  const [document, ...others] = readChunks(view, wanted, file);
  if (document?.type !== JSON_CHUNK) throw damaged(file);
  const json = parseJson(document.bytes, file, 'its first chunk is no JSON');
  const binary = others.find(({ type }) => type === BINARY_CHUNK);
  return { json, ...(binary && { chunk: binary.bytes }) };
}

/** End of the document in a file of `size` bytes that begins with `head`: after the JSON chunk of a GLB. */
export function documentEnd(head: Uint8Array, size: number): number {
  if (head.length < GLB_HEAD_BYTES || !isGlb(viewOf(head))) return size;
  return Math.min(size, GLB_HEAD_BYTES + viewOf(head).getUint32(GLB_HEADER_BYTES, true));
}

/** Parses JSON without quoting the file in errors, as the parser's own messages do. */
export function openDocument(bytes: Uint8Array, file: string): unknown {
  const isBinary = bytes.length >= GLB_HEAD_BYTES && isGlb(viewOf(bytes));
  return parseJson(
    isBinary ? bytes.subarray(GLB_HEAD_BYTES) : bytes,
    file,
    'it is neither JSON nor a binary glTF (GLB)',
  );
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

const isGlb = (view: DataView): boolean => view.getUint32(0, true) === GLB_MAGIC;

interface Chunk {
  type: number;
  bytes: Uint8Array;
}

function readChunks(view: DataView, end: number, file: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = GLB_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= end; ) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + length > end) throw damaged(file);
    chunks.push({ type, bytes: new Uint8Array(view.buffer, view.byteOffset + start, length) });
    at = start + length;
  }
  return chunks;
}

const damaged = (file: string): UserError =>
  fileFault(file, 'is not a glTF file: its chunks do not fit the file: it is damaged');

/** Nesting of lists and objects; those of glTF are some ten deep, extras may be any. */
const DEPTH_MAX = 256;

/** The parser's own messages quote the file. */
function parseJson(bytes: Uint8Array, file: string, fault: string): unknown {
  if (nestsBeyond(bytes, DEPTH_MAX))
    throw new UserError(`found lists and objects nested more than ${DEPTH_MAX} deep`, { place: { file } });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new UserError(`is not a glTF file: ${fault}, or it is cut off`, { place: { file }, cause });
  }
}
