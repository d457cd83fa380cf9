import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ISOLATION, sendFile } from './send-file.js';
import { unpackChromium } from './unpack-chromium.js';

/** Options of `runPage`. */
export interface PageOptions {
  /** Folder of files to serve; nothing outside it is served. */
  folder: string;
  /** The page's path in the folder. */
  page?: string;
  /** Whether the page may share memory with its workers; true unless given. */
  isolated?: boolean;
  timeoutMs?: number;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu-sandbox',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
];

/** Reports faults of a page to the server before its own code can. */
const REPORTER = `<script>{
  const post = (fault) => fetch('/error', { method: 'POST', body: String(fault?.stack ?? fault) });
  addEventListener('error', (event) => post(event.error ?? event.message ?? 'a file of the page could not be loaded'), true);
  addEventListener('unhandledrejection', (event) => post(event.reason));
}</script>`;

const withReporter = (html: string) => html.replace('<head>', `<head>${REPORTER}`);

/** Folder of an unpacked headless Chromium with a software GPU; undefined if it is not available (Linux x64 only). */
export function findChromium(): Promise<string | undefined> {
  return unpackChromium('chromium', ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br']);
}

let launched: Promise<Browser> | undefined;

/** The browser that all pages of a process share, and that ends with it: to start one takes two seconds of a core. */
async function sharedBrowser(): Promise<Browser> {
  const folder = await findChromium();
  if (!folder) throw new Error('there is no Chromium for this machine');
  launched ??= chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: { ...process.env, LD_LIBRARY_PATH: `${join(folder, 'lib')}:${folder}` },
  });
  return launched;
}

/**
 * Opens a page in headless Chromium, cross-origin isolated and with `navigator.gpu` on a software adapter, and returns
 * its post to `/result`. Throws if the page fails, crashes or posts nothing in time, or Chromium is not available. The
 * page, its disk and its server are gone when it returns.
 */
export async function runPage(options: PageOptions): Promise<Buffer> {
  const { folder, page = 'index.html', isolated = true, timeoutMs = 90_000 } = options;
  const { server, posted } = serve(folder, isolated ? ISOLATION : {});
  const context = await (await sharedBrowser()).newContext();
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const opened = await context.newPage();
    const failed = earlyEnd(opened, timeoutMs);
    await opened.goto(`http://127.0.0.1:${port}/${page}`, { waitUntil: 'commit' });
    return await Promise.race([posted, failed]);
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Rejects when the page crashes or posts nothing in `timeoutMs`. */
function earlyEnd(page: Page, timeoutMs: number): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    const late = setTimeout(() => reject(new Error('the page posted no result in time')), timeoutMs);
    page.once('crash', () => reject(new Error('the page crashed')));
    page.once('close', () => clearTimeout(late));
  });
  // It may end while nobody waits yet.
  ended.catch(() => {});
  return ended;
}

/** A server for `folder`, and the coming post of the page. */
function serve(folder: string, headers: Record<string, string>): { server: Server; posted: Promise<Buffer> } {
  const server = createServer();
  const posted = new Promise<Buffer>((resolve, reject) => {
    server.on('error', reject);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { pathname } = new URL(request.url ?? '/', 'http://page');
      if (request.method !== 'POST') return void sendFile(response, folder, pathname, { headers, edit: withReporter });
      buffer(request).then((body) => {
        response.end();
        if (pathname === '/result') resolve(body);
        else reject(new Error(`in the page: ${body.toString()}`));
      }, reject);
    });
  });
  // A page may fail while nobody waits yet.
  posted.catch(() => {});
  return { server, posted };
}
