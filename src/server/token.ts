import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 24;

/** What only those know who were given the server's address. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether `given` is the token; how long that takes says nothing about it. */
export const isToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token));
