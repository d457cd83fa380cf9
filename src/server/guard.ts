import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.js';
import { isToken } from './token.js';

/** The header with the token. Another page cannot send it: its browser asks first, and gets no answer. */
const TOKEN_HEADER = 'x-subray-token';

/** Hosts and token that admit a request. */
export interface Admission {
  /** Values of the header Host, in small letters. */
  hosts: ReadonlySet<string>;
  token: string;
}

/** Throws HttpError unless a request is for this server by one of its own names, and from no page but its own. */
export function checkOrigin({ headers }: IncomingMessage, { hosts }: Admission): void {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    throw new HttpError(403, 'the request is for another host', {
      hint: 'open the address that subray studio printed',
    });
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
    throw new HttpError(403, 'the request comes from the page of another server');
}

/** Throws HttpError unless a request has the token. */
export function checkToken({ headers }: IncomingMessage, { token }: Admission): void {
  const given = headers[TOKEN_HEADER];
  if (!isToken(typeof given === 'string' ? given : undefined, token))
    throw new HttpError(401, 'the page does not have the token of this server', {
      hint: 'open the address that subray studio printed, with all that follows the #',
    });
}
