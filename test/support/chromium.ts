import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ISOLATION, sendFile } from './send-file.js';
import { unpackChromium } from './unpack-chromium.js';

/** What `runPage` runs. */
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
  '--headless',
  '--no-sandbox',
  '--disable-gpu-sandbox',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
];

/** Tells the server what goes wrong in a page before its own code can. */
const REPORTER = `<script>{
  const post = (fault) => fetch('/error', { method: 'POST', body: String(fault?.stack ?? fault) });
  addEventListener('error', (event) => post(event.error ?? event.message ?? 'a file of the page could not be loaded'), true);
  addEventListener('unhandledrejection', (event) => post(event.reason));
}</script>`;

const withReporter = (html: string) => html.replace('<head>', `<head>${REPORTER}`);

/** How long Chromium may take to end by itself. */
const FAREWELL_MS = 2000;

/** Folder of an unpacked headless Chromium with a software GPU; undefined where it cannot be had (Linux x64 only). */
export function findChromium(): Promise<string | undefined> {
  return unpackChromium('chromium', ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br']);
}

/**
 * Opens a page in headless Chromium, cross-origin isolated and with `navigator.gpu` on a software adapter, and gives
 * what it posts to `/result`. Throws where the page fails, posts nothing in time, or Chromium cannot be had or ends
 * early. Process, server and profile are gone when it returns.
 */
export async function runPage(options: PageOptions): Promise<Buffer> {
  const { folder, page = 'index.html', isolated = true, timeoutMs = 90_000 } = options;
  const chromium = await findChromium();
  if (!chromium) throw new Error('there is no Chromium for this machine');
  const { server, posted } = serve(folder, isolated ? ISOLATION : {});
  const profile = await mkdtemp(join(tmpdir(), `subray-chromium-${process.pid}-`));
  const deadline = AbortSignal.timeout(timeoutMs);
  let browser: ChildProcess | undefined;
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    browser = start(chromium, profile, `http://127.0.0.1:${port}/${page}`);
    return await Promise.race([posted, earlyEnd(browser, deadline)]);
  } finally {
    if (browser) await end(browser);
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A server for `folder`, and what the page will have posted. */
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

function start(chromium: string, profile: string, url: string): ChildProcess {
  return spawn(join(chromium, 'chromium'), [...FLAGS, `--user-data-dir=${profile}`, url], {
    env: { ...process.env, LD_LIBRARY_PATH: `${join(chromium, 'lib')}:${chromium}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Rejects when Chromium ends by itself or the deadline passes, with the last of what Chromium said. */
function earlyEnd(browser: ChildProcess, deadline: AbortSignal): Promise<never> {
  let said = '';
  browser.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2000);
  });
  return new Promise((_, reject) => {
    const fail = (what: string) => reject(new Error(`${what}; Chromium's last words:\n${said}`));
    browser.once('error', (error) => fail(`Chromium could not be started (${error.message})`));
    browser.once('exit', (code, signal) => fail(`Chromium ended early (${signal ?? code})`));
    deadline.addEventListener('abort', () => fail('the page posted no result in time'), { once: true });
  });
}

/** Ends Chromium, by force where it does not obey, and waits until it is gone. */
async function end(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  browser.kill();
  const force = setTimeout(() => browser.kill('SIGKILL'), FAREWELL_MS);
  await gone;
  clearTimeout(force);
}
