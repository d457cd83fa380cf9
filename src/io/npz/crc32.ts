/*
 * CRC-32 (ISO 3309, as in PNG and zip), and that of two concatenated runs of bytes from the CRC of each. So a file
 * whose head is known last gets its sum without being read again (Adler's crc32_combine: zeros behind the first run are
 * a linear map).
 */
import { crcOf } from '../bytes/crc.js';

const POLYNOMIAL = 0xedb88320;

/** The sum of bytes as CRC-32. */
export const crc32 = crcOf(POLYNOMIAL);

/** A linear map of 32 bits: the image of each bit. */
type BitMap = Uint32Array;

function applied(map: BitMap, bits: number): number {
  let image = 0;
  for (let k = 0, rest = bits; rest !== 0; k++, rest >>>= 1) if (rest & 1) image ^= map[k];
  return image >>> 0;
}

const squared = (map: BitMap): BitMap => map.map((image) => applied(map, image));

/** Effect on the sum of a run of appending a zero bit. */
const ZERO_BIT: BitMap = Uint32Array.from({ length: 32 }, (_, k) => (k === 0 ? POLYNOMIAL : 2 ** (k - 1)));

/** Effects of appending 1, 2, 4, 8, … zero bytes, as far as they have been needed. */
const ZERO_BYTES: BitMap[] = [squared(squared(squared(ZERO_BIT)))];

/** The sum of a run with the sum `first`, followed by a run of `bytes` bytes with the sum `second`. */
export function joinedCrc32(first: number, second: number, bytes: number): number {
  let sum = first;
  for (let rest = bytes, k = 0; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (k === ZERO_BYTES.length) ZERO_BYTES.push(squared(ZERO_BYTES[k - 1]));
    if (rest % 2 === 1) sum = applied(ZERO_BYTES[k], sum);
  }
  return (sum ^ second) >>> 0;
}
