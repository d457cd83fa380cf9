import { joinArrays } from './join-arrays.js';

/**
 * The bytes in a base64 text of deflated data, as in generated modules: trusted, of any length. A Response would make
 * Node load its HTTP client, which takes longer than this code.
 */
export async function inflateBase64(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const [bytes] = await Promise.all([allOf(readable), writer.write(packed), writer.close()]);
  return bytes;
}

async function allOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  return joinArrays(Uint8Array, parts);
}
