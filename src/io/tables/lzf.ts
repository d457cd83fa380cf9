import { UserError } from '../../base/errors.js';

/** A back reference of three bytes expands to 264 at most. */
export const LZF_RATIO_MAX = 88;

/**
 * Unpacks LZF (Lehmann, liblzf): a byte below 32 is followed by that many literal bytes and one more; others, with one
 * or two bytes behind, repeat 3 to 264 bytes from up to 8192 bytes before. Throws UserError, at `path`, unless the
 * result has exactly `length` bytes.
 */
export function unpackLzf(packed: Uint8Array, length: number, path: string): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  let to = 0;
  while (at < packed.length) {
    const control = packed[at++];
    if (control < 32) {
      const count = control + 1;
      if (at + count > packed.length || to + count > length) throw broken(path);
      out.set(packed.subarray(at, at + count), to);
      at += count;
      to += count;
      continue;
    }
    let count = control >> 5;
    if (count === 7) count += packed[at++] ?? 0;
    count += 2;
    let from = to - ((control & 31) << 8) - (packed[at++] ?? 0) - 1;
    if (at > packed.length || from < 0 || to + count > length) throw broken(path);
    // The stretches may overlap, so bytes are copied one by one.
    for (let k = 0; k < count; k++) out[to++] = out[from++];
  }
  if (to !== length) throw broken(path);
  return out;
}

const broken = (path: string): UserError =>
  new UserError('its compressed points cannot be unpacked', {
    place: { file: path },
    hint: 'the file is damaged or cut off',
  });
