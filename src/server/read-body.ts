import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.js';

/** The body of a request in pieces. Throws HttpError for more than `bytesMax`, at once if its length is stated. */
export async function* bodyOf(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  // The rest is not read; the connection would wait for it.
  const refuse = () =>
    new HttpError(413, `the request has more than ${bytesMax} bytes`, { headers: { Connection: 'close' } });
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw refuse();
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > bytesMax) throw refuse();
    yield piece;
  }
}

/** The body of a request. Throws as bodyOf. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bodyOf(request, bytesMax)) pieces.push(piece);
  return Buffer.concat(pieces);
}
