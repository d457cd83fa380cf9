/*
 * CRC-32C (Castagnoli; RFC 3720, appendix B.4), four bytes a step: the tables say what a byte does to the sum with none to
 * three bytes behind it (Kounavis and Berry, "Novel table lookup-based algorithms for high-performance CRC generation", 2008).
 */
import { viewOf } from '../las/bytes.js';

const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  return sum;
});

const behind = (table: Uint32Array): Uint32Array => table.map((sum) => TABLE[sum & 255] ^ (sum >>> 8));
const TABLE_1 = behind(TABLE);
const TABLE_2 = behind(TABLE_1);
const TABLE_3 = behind(TABLE_2);

/** The sum of `bytes`. */
export function crc32c(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const words = bytes.length & ~3;
  let sum = -1;
  for (let i = 0; i < words; i += 4) {
    sum ^= view.getUint32(i, true);
    sum = TABLE_3[sum & 255] ^ TABLE_2[(sum >>> 8) & 255] ^ TABLE_1[(sum >>> 16) & 255] ^ TABLE[sum >>> 24];
  }
  for (let i = words; i < bytes.length; i++) sum = TABLE[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
