/*
 * CRC-32 (ISO 3309, as in PNG and zip), and that of two runs of bytes from the CRC of each: a file whose head is known last
 * has its sum without being read again (Adler's crc32_combine: zeros behind the first run are a linear map).
 */

const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  return sum >>> 0;
});

/** The sum of `bytes` behind those of which `before` is the sum. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) sum = TABLE[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** A linear map of 32 bits: the image of each bit. */
type BitMap = Uint32Array;

function applied(map: BitMap, bits: number): number {
  let image = 0;
  for (let k = 0, rest = bits; rest !== 0; k++, rest >>>= 1) if (rest & 1) image ^= map[k];
  return image >>> 0;
}

const squared = (map: BitMap): BitMap => map.map((image) => applied(map, image));

/** What a zero bit behind a run of bytes does to its sum. */
const ZERO_BIT: BitMap = Uint32Array.from({ length: 32 }, (_, k) => (k === 0 ? POLYNOMIAL : 2 ** (k - 1)));

/** The sum of a run with the sum `first` and one behind it of `bytes` bytes with the sum `second`. */
export function joinedCrc32(first: number, second: number, bytes: number): number {
  let map = squared(squared(squared(ZERO_BIT)));
  let sum = first;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sum = applied(map, sum);
    map = squared(map);
  }
  return (sum ^ second) >>> 0;
}
