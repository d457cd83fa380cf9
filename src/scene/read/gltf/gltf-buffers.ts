import type { ReadModelOptions } from '../read-model-options.js';
import type { GltfBufferView, GltfCompressedView, GltfDocument } from './gltf-json.js';

/** Base64 data in place of a file name. */
const DATA_URI = /^data:[^,]*;base64,/i;

/**
 * The bytes of every buffer used by a buffer view, in the order of the document: from the GLB's own chunk, from data
 * URIs, and from files in the folder of the document and below. Throws UserError if one is missing or too short.
 */
export async function readBuffers(
  document: GltfDocument,
  chunk: Uint8Array | undefined,
  options: ReadModelOptions,
): Promise<(Uint8Array | undefined)[]> {
  const { json } = document;
  const used = usedBuffers(document);
  const buffers = Array.isArray(json.buffers) ? json.buffers : [];
  const loaded: (Uint8Array | undefined)[] = [];
  for (let index = 0; index < buffers.length; index++) {
    if (!used.has(index)) {
      loaded.push(undefined);
      continue;
    }
    const { uri, byteLength } = document.entry('buffers', index, 'the document');
    const what = `buffers[${index}]`;
    const bytes = uri === undefined ? chunkFor(document, index, chunk) : await readUri(document, what, uri, options);
    const wanted = document.whole(byteLength, undefined, `buffers[${index}].byteLength`);
    if (bytes.length < wanted)
      throw document.fault(`buffers[${index}] should have ${wanted} bytes; there are ${bytes.length}: it is cut off`);
    loaded.push(bytes);
  }
  return loaded;
}

/** The buffers in which views store their bytes. */
export function usedBuffers({ json }: GltfDocument): ReadonlySet<number> {
  const stored = (Array.isArray(json.bufferViews) ? json.bufferViews : []).map(storedIn);
  return new Set(stored.filter((index) => typeof index === 'number'));
}

/** The file that a uri names, as a path; undefined for data in the document itself. */
export const uriFile = (uri: unknown): string | undefined =>
  typeof uri === 'string' && !uri.startsWith('data:') ? decodePath(uri) : undefined;

function chunkFor(document: GltfDocument, index: number, chunk: Uint8Array | undefined): Uint8Array {
  if (index === 0 && chunk) return chunk;
  throw document.fault(`buffers[${index}] has no data: neither a uri nor a binary chunk`);
}

/**
 * The bytes of a `uri` in the document: base64 in the text itself, or a file in the folder of the document and below.
 * `what` names the owner of the uri. Throws UserError if they are missing, or if a file has more than `maxBytes`.
 */
export async function readUri(
  document: GltfDocument,
  what: string,
  uri: unknown,
  { readBeside }: ReadModelOptions,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array> {
  if (typeof uri !== 'string') throw document.fault(`${what}.uri is not a text`);
  const prefix = DATA_URI.exec(uri)?.[0];
  if (prefix !== undefined) return decodeBase64(document, what, uri.slice(prefix.length));
  if (uri.startsWith('data:')) throw document.fault(`the data URI of ${what} is not base64`);
  if (!readBeside) throw document.fault(`${what} is in another file, and only this one was given`);
  return readBeside(decodePath(uri), maxBytes);
}

/** The compressed content of a buffer view, if it has any. */
export const compressedView = (view: GltfBufferView | undefined): GltfCompressedView | undefined =>
  view?.extensions?.KHR_meshopt_compression ?? view?.extensions?.EXT_meshopt_compression;

/**
 * The buffer that holds a view's bytes: for a compressed view, that of its compressed data, since its own may have no
 * content.
 */
const storedIn = (view: GltfBufferView | undefined): unknown => (compressedView(view) ?? view)?.buffer;

function decodeBase64(document: GltfDocument, what: string, text: string): Uint8Array {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    throw document.fault(`the data URI of ${what} is not base64`);
  }
}

/** Decodes the percent signs of a URI; a text that is not a URI stays unchanged. */
function decodePath(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
