/*
 * Cyclic redundancy checks of 32 bits, least significant bit first, four bytes a step. The tables hold the effect of a
 * byte on the sum with none to three bytes behind it (Kounavis and Berry, "Novel table lookup-based algorithms for
 * high-performance CRC generation", 2008).
 */

/** The sum of `bytes` appended to bytes with the sum `before`. */
export type Crc = (bytes: Uint8Array, before?: number) => number;

/** The check of a polynomial, whose highest power is the lowest bit. */
export function crcOf(polynomial: number): Crc {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
    return sum;
  });
  const behind = (last: Uint32Array): Uint32Array => last.map((sum) => table[sum & 255] ^ (sum >>> 8));
  const table1 = behind(table);
  const table2 = behind(table1);
  const table3 = behind(table2);
  return (bytes, before = 0) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = bytes.length & ~3;
    let sum = ~before;
    for (let i = 0; i < words; i += 4) {
      sum ^= view.getUint32(i, true);
      sum = table3[sum & 255] ^ table2[(sum >>> 8) & 255] ^ table1[(sum >>> 16) & 255] ^ table[sum >>> 24];
    }
    for (let i = words; i < bytes.length; i++) sum = table[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
    return ~sum >>> 0;
  };
}
