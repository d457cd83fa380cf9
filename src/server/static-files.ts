import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpError } from './http-error.js';

/** The page and its parts, as the build leaves them. */
const PAGE = new URL('../../dist/studio/index.html', import.meta.url);

const TYPES: Readonly<Record<string, string>> = Object.freeze({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
});

/** Sends the files of the page, which are found by exact names alone: no path is taken from a request. */
export class StaticFiles {
  private readonly folder: string;
  private readonly names: ReadonlySet<string>;
  private readonly page: string;

  private constructor(folder: string, names: ReadonlySet<string>, page: string) {
    this.folder = folder;
    this.names = names;
    this.page = page;
  }

  /** `document`: whether the server has a survey file, which the page learns from its head. */
  static async open(document: boolean): Promise<StaticFiles> {
    const path = fileURLToPath(PAGE);
    const folder = join(path, '..');
    const entries = await readdir(folder, { recursive: true });
    const text = await readFile(path, 'utf8');
    const meta = `<meta name="subray-server" content="${document ? 'document' : 'empty'}" />`;
    const names = new Set(entries.map((name) => `/${name.split(sep).join('/')}`));
    return new StaticFiles(folder, names, text.replace('<head>', `<head>\n    ${meta}`));
  }

  /** Throws HttpError if there is no such file. */
  async send(path: string, response: ServerResponse): Promise<void> {
    if (path === '/' || path === '/index.html') return this.answer(response, 'index.html', Buffer.from(this.page));
    if (!this.names.has(path) || extname(path) === '') throw new HttpError(404, `there is no ${path}`);
    return this.answer(response, path, await readFile(join(this.folder, path)));
  }

  private answer(response: ServerResponse, name: string, body: Buffer): void {
    response.writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Length': body.length,
      // Names of assets contain the digest of their content. Tomorrow another program may serve other ones at this
      // address.
      'Cache-Control': 'no-cache',
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }
}
