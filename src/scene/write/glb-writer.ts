import { UserError } from '../../base/errors.js';
import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import type { Model } from '../model.js';
import { glbDocument, paddedBytes } from './glb-document.js';
import { glbPrimitives } from './glb-primitives.js';

/** Binary container of glTF 2.0 (§4.4): magic "glTF", version, length; chunks of length, type and data. */
const MAGIC = 0x46546c67;
const VERSION = 2;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** All lengths have 32 bits. */
const MAX_FILE_BYTES = 0xffffffff;

/**
 * Writes `model` (metres, z up) as a GLB file and resolves to its size in bytes. The file is y up, as glTF requires,
 * through the matrix of its root node. Each instance is a node with its name; meshes used often are written once. A
 * mesh that is placed once and has several objects becomes a mesh and a node per object. Primitives carry object and
 * group name in `extras`, materials their reflectance. The file gets its name only when it is complete. Throws
 * UserError if the file cannot be written or would exceed 4 GiB.
 */
export async function writeGlb(path: string, model: Model, options: CreateOptions & WithFiles): Promise<number> {
  const { json, binaryBytes } = glbDocument(model);
  const text = paddedText(JSON.stringify(json));
  const hasBinary = binaryBytes > 0;
  const total = HEADER_BYTES + CHUNK_HEADER_BYTES + text.length + (hasBinary ? CHUNK_HEADER_BYTES + binaryBytes : 0);
  if (total > MAX_FILE_BYTES)
    throw new UserError(`the scene takes ${total} bytes as GLB; the format ends at ${MAX_FILE_BYTES}`, {
      place: { file: path },
      hint: 'write fewer triangles',
    });
  const file = await options.files.create(path, options);
  try {
    await file.append(uint32Bytes(MAGIC, VERSION, total, text.length, JSON_CHUNK));
    await file.append(text);
    if (hasBinary) await file.append(uint32Bytes(binaryBytes, BINARY_CHUNK));
    for (const mesh of model.meshes)
      for (const { positions, uvs, indices } of glbPrimitives(mesh)) {
        await file.append(bytesOf(positions));
        if (uvs) await file.append(bytesOf(uvs));
        await file.append(bytesOf(indices));
      }
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
  return total;
}

/** UTF-8, padded with spaces to whole words of 32 bits. */
function paddedText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(paddedBytes(bytes.length)).fill(0x20);
  padded.set(bytes);
  return padded;
}

/** Little-endian words of 32 bits. */
function uint32Bytes(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => {
    view.setUint32(i * 4, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** The array's bytes, padded with zeros. Typed arrays are little-endian on every machine that runs Node. */
function bytesOf(array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): Uint8Array {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  if (bytes.length % 4 === 0) return bytes;
  const padded = new Uint8Array(paddedBytes(bytes.length));
  padded.set(bytes);
  return padded;
}
