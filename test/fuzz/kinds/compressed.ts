import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FuzzKind } from '../fuzz-kind.js';
import { OFF } from './off.js';
import { useScene } from './scene-parts.js';

const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const OBJ = 'o wall\nv -2 2 -2\nv 2 2 -2\nv 2 2 2\nv -2 2 2\nusemtl paint\nf 1 2 3 4\n';

/** A gzip file of these deflated bytes, with the sum and length of their content. */
function sealed(deflated: Uint8Array, content: Uint8Array): Uint8Array {
  const end = Uint32Array.of(crc32(content), content.length);
  return new Uint8Array(Buffer.concat([HEAD, deflated, Buffer.from(end.buffer)]));
}

/** Stored at level 0, damages reach the text inside; at level 9 they reach the tables of the codes. */
function packed(text: string, level: number): Uint8Array {
  const content = Buffer.from(text);
  return sealed(deflateRawSync(content, { level }), content);
}

/** Sum and length made right, as far as anything comes out. */
function mend(bytes: Uint8Array): Uint8Array {
  const deflated = bytes.subarray(HEAD.length, Math.max(HEAD.length, bytes.length - 8));
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 20 };
    return sealed(deflated, inflateRawSync(deflated, options));
  } catch {
    return bytes;
  }
}

/** Scene files compressed by gzip. */
export const gzip: FuzzKind = {
  name: 'gzip',
  weight: 8,
  isText: false,
  dictionary: ['v 1 2 3\n', 'f 1 2 3\n', '\u001f\u008b\u0008'],
  seeds: () =>
    [0, 9].flatMap((level) => [
      { file: 'model.obj.gz', bytes: packed(OBJ, level) },
      { file: 'model.off', bytes: packed(OFF[0], level) },
    ]),
  mend,
  use: (bytes, file) => useScene(file, bytes),
};
