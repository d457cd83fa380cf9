import { viewOf } from '../bytes/byte-fields.js';

/**
 * Writes the lowest `bits` (1 … 32) of each of the first `count` numbers one behind the other, the least significant
 * first, at `at` of `target`; returns the number of bytes. Precondition: `target` has room for them, and numbers have
 * no higher bits.
 */
export function packBits(numbers: Uint32Array, count: number, bits: number, target: Uint8Array, at: number): number {
  const view = viewOf(target);
  const bytes = Math.ceil((count * bits) / 8);
  let to = at;
  let word = 0;
  let used = 0;
  for (let i = 0; i < count; i++) {
    const number = numbers[i];
    word |= number << used;
    used += bits;
    if (used < 32) continue;
    view.setUint32(to, word, true);
    to += 4;
    used -= 32;
    // A shift by 32 bits would do nothing.
    word = used === 0 ? 0 : number >>> (bits - used);
  }
  for (; to < at + bytes; to++, word >>>= 8) target[to] = word;
  return bytes;
}
