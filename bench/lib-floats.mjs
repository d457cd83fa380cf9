import { readFileSync } from 'node:fs';

/** A file of little-endian f32. */
export function readFloats(path) {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4).slice();
}
