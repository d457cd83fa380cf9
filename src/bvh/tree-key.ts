import { othersTurn } from '../base/steps.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { MeshTriangles } from './mesh-triangles.js';

/** Part of every key: raise it whenever building or layout changes. */
const VERSION = 'subray-bvh-2';
/** Bytes hashed at once: some hundredths of a second, in another thread. */
const PIECE_BYTES = 1 << 24;

/**
 * A key made from everything on which the tree of a mesh depends: the SHA-256, in hex, of the digests of its arrays
 * piece by piece. Throws AbortedError.
 */
export async function treeKey(
  { positions, indices, triangleGroup }: MeshTriangles,
  signal?: AbortSignal,
): Promise<string> {
  const said = [`${VERSION} ${Node4.SIZE} ${TriangleBlock.SIZE}`];
  for (const array of [positions, indices, new Uint32Array(triangleGroup)]) {
    said.push(String(array.length));
    for (let at = 0; at < array.byteLength; at += PIECE_BYTES) {
      await othersTurn(signal);
      const bytes = Math.min(PIECE_BYTES, array.byteLength - at);
      // A copy, since memory that is shared cannot be hashed.
      said.push(await sha256(new Uint8Array(array.buffer, array.byteOffset + at, bytes).slice()));
    }
  }
  return sha256(new TextEncoder().encode(said.join(' ')));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
