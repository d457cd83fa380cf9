import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium.js';
import { ISOLATION, sendFile } from './send-file.js';

/** The studio as `npm run build` leaves it. */
export const STUDIO = resolve(import.meta.dirname, '../../dist/studio');

/**
 * A name of this machine that browsers do not trust: a page from there has neither https nor the features that need it.
 */
const PLAIN_HOST = 'plain.test';

/** The same address on a host that is not trusted. */
export const onPlainHost = (address: string): string => address.replace('127.0.0.1', PLAIN_HOST);

/** WebGL by a software GPU. */
const FLAGS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu-sandbox',
  '--disable-dev-shm-usage',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Its software takes longer for text and boxes than a renderer without one.
  '--disable-gpu-rasterization',
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
  // Tests of memory collect garbage before they measure.
  '--js-flags=--expose-gc',
];

/** The studio in a browser, and its complaints. */
export interface StudioPage extends AsyncDisposable {
  page: Page;
  /** Errors of the page and of its console. */
  complaints: string[];
}

let launched: Promise<Browser | undefined> | undefined;

/** The browser that all pages of a process share, and that ends with it; undefined without Chromium. */
export function pageBrowser(): Promise<Browser | undefined> {
  launched ??= launchBrowser();
  return launched;
}

async function launchBrowser(): Promise<Browser | undefined> {
  const folder = await findChromium();
  if (folder === undefined) return undefined;
  const libraries = `${join(folder, 'lib')}:${folder}`;
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  });
}

/** A server for the studio's files below `path`, with its address. */
export async function serveStudio({
  isolated = true,
  path = '/',
} = {}): Promise<{ address: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const inside = pathname.startsWith(path) ? pathname.slice(path.length - 1) : '/missing';
    void sendFile(response, STUDIO, inside === '/' ? '/index.html' : inside, { headers: isolated ? ISOLATION : {} });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The bytes of a file that `act` makes the page save. */
export async function savedFile(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

/** The text of the survey, as it is saved. */
export const textOf = async (page: Page): Promise<string> =>
  (await savedFile(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())).toString();

/**
 * Pastes `text` in place of the whole survey; Chromium's own typing over many lines would leave styles that
 * the server's CSP reports.
 */
export async function typeText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.locator('.cm-content').evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Opens `address` in a window with a disk of its own; unless said otherwise of a size that a
 * software GPU draws quickly.
 */
export async function openStudio(address: string, options: BrowserContextOptions = {}): Promise<StudioPage> {
  const browser = await pageBrowser();
  if (!browser) throw new Error('there is no Chromium for this machine');
  const viewport = { width: 1000, height: 640 };
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...options });
  // Of two cores that others use, too.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(address);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}
