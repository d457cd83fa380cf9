import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** With these a page is cross-origin isolated. */
export const ISOLATION: Record<string, string> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Sends a file of `folder`, never one outside it, with `headers`; `edit` changes pages on their way. */
export async function sendFile(
  response: ServerResponse,
  folder: string,
  pathname: string,
  { headers = {}, edit = (html) => html }: { headers?: Record<string, string>; edit?: (html: string) => string } = {},
): Promise<void> {
  try {
    // A path that starts at the root cannot climb out of it.
    const path = join(folder, normalize(decodeURIComponent(pathname)));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const body = await readFile(path);
    response.writeHead(200, { ...headers, 'Content-Type': type });
    response.end(path.endsWith('.html') ? edit(body.toString()) : body);
  } catch {
    response.writeHead(404, headers).end();
  }
}
