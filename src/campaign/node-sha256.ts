import { createHash } from 'node:crypto';

/** SHA-256 of a text as UTF-8, or of bytes, in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The first 53 bits of the SHA-256 of a text over 2⁵³: a number from 0 on, below 1. */
export function unitOf(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  return (digest.readUIntBE(0, 6) * 32 + (digest[6] >> 3)) / 2 ** 53;
}
