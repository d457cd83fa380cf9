import type { ServerResponse } from 'node:http';

/** Sends an object as JSON. */
export function sendJson(response: ServerResponse, value: object, status = 200, headers: object = {}): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers });
  response.end(body);
}
