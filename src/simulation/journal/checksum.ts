const BASIS = 0x811c9dc5;
/** 2³² over the golden ratio, made prime (xxHash, PRIME32_1). */
const PRIME = 0x9e3779b1;

/**
 * The checksum of 32-bit words. Each step is one-to-one, so no single damaged word goes unseen; the shift brings the
 * upper bits down, which a product alone leaves where they are, so that damage to the uppermost bytes of two words does
 * not cancel out.
 */
export function checksum(words: Uint32Array, before: number = BASIS): number {
  let sum = before;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], PRIME);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
