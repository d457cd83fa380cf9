import { AbortedError, InvariantError } from '../../base/errors.js';
import { canShareMemory } from '../../base/shared-memory.js';

/** Bytes hashed at once: some hundredths of a second, on another thread. */
const BLOCK_BYTES = 1 << 24;

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a text, in hexadecimal digits. */
export const textDigest = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/**
 * SHA-256 (hexadecimal digits) of everything in a value: numbers, texts, arrays and bytes in plain objects, whatever
 * the order of their keys. Bytes go in as the digests of their blocks, since a scene is too large to be hashed at once.
 * Throws AbortedError.
 */
export async function contentDigest(value: unknown, signal?: AbortSignal): Promise<string> {
  const lines: string[] = [];
  await describe(value, lines, signal);
  return textDigest(lines.join('\n'));
}

/** Adds lines that two values share only if they have the same content. */
async function describe(value: unknown, lines: string[], signal: AbortSignal | undefined): Promise<void> {
  if (value instanceof ArrayBuffer || (canShareMemory() && value instanceof SharedArrayBuffer))
    return describeBytes(new Uint8Array(value), lines, signal);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return describeBytes(new Uint8Array(buffer, byteOffset, byteLength), lines, signal);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    lines.push(`${Array.isArray(value) ? 'list' : 'object'} of ${entries.length}`);
    for (const [key, inner] of entries) {
      lines.push(JSON.stringify(key));
      await describe(inner, lines, signal);
    }
    return;
  }
  if (typeof value === 'function') throw new InvariantError('a function has no content');
  lines.push(typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${String(value)}`);
}

async function describeBytes(bytes: Uint8Array, lines: string[], signal: AbortSignal | undefined): Promise<void> {
  lines.push(`bytes ${bytes.length}`);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    if (signal?.aborted) throw new AbortedError();
    // A copy, since memory that threads share is not hashed.
    lines.push(hexOf(await crypto.subtle.digest('SHA-256', bytes.slice(at, at + BLOCK_BYTES))));
  }
}
