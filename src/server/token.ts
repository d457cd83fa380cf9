import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 24;

/** Secret of those who were given the server's address. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** True if `given` is the token. The time of the comparison reveals nothing about it. */
export const isToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token));
