const CLEAR = 256;
const END = 257;
const TABLE_SIZE = 4096;

/**
 * Unpacks the LZW of TIFF (TIFF 6.0, section 13: codes of 9 to 12 bits, highest bit first, wider one code early) until
 * `target` is full or the codes end. Returns the number of bytes written; undefined for an impossible code.
 */
export function unpackLzw(packed: Uint8Array, target: Uint8Array): number | undefined {
  // The text of code c is that of prefix[c] with suffix[c] behind it.
  const prefix = new Uint16Array(TABLE_SIZE);
  const suffix = new Uint8Array(TABLE_SIZE);
  const lengths = new Uint16Array(TABLE_SIZE);
  for (let c = 0; c < CLEAR; c++) {
    suffix[c] = c;
    lengths[c] = 1;
  }
  let [at, bits, held] = [0, 0, 0];
  let width = 9;
  let next = END + 1;
  let last = -1;
  let filled = 0;
  while (filled < target.length) {
    while (bits < width) {
      if (at === packed.length) return filled;
      held = ((held << 8) | packed[at++]) & 0xffffff;
      bits += 8;
    }
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) return filled;
    if (code === CLEAR) {
      [width, next, last] = [9, END + 1, -1];
      continue;
    }
    if (code > next || (code === next && last < 0) || (last < 0 && code > CLEAR)) return undefined;
    if (last >= 0 && next < TABLE_SIZE) {
      prefix[next] = last;
      lengths[next] = lengths[last] + 1;
      // A code that is defined just now begins with the previous text.
      suffix[next] = firstOf(prefix, lengths, code === next ? last : code);
      next++;
      if (next === (1 << width) - 1 && width < 12) width++;
    }
    filled += writeText(code, prefix, suffix, lengths, target, filled);
    last = code;
  }
  return filled;
}

function firstOf(prefix: Uint16Array, lengths: Uint16Array, code: number): number {
  let first = code;
  while (lengths[first] > 1) first = prefix[first];
  return first;
}

/** Writes the text of a code backwards, as far as it fits; returns its length. */
function writeText(
  code: number,
  prefix: Uint16Array,
  suffix: Uint8Array,
  lengths: Uint16Array,
  target: Uint8Array,
  from: number,
): number {
  const length = lengths[code];
  for (let at = from + length - 1, one = code; at >= from; at--, one = prefix[one]) target[at] = suffix[one];
  return Math.min(length, target.length - from);
}
