import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, runPage } from './chromium.js';

const chromium = await findChromium();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page with `body` in `<body>`; gives its name. */
function page(name: string, body: string): string {
  writeFileSync(join(folder, name), `<!doctype html><html><head></head><body>${body}</body></html>`);
  return name;
}

const script = (code: string) => `<script type="module">${code}</script>`;
const post = (what: string) => `await fetch('/result', { method: 'POST', body: JSON.stringify(${what}) });`;

describe.skipIf(!chromium)('runPage (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  it('gives what a page posts: here its isolation and its GPU', async () => {
    const code = `const adapter = await navigator.gpu.requestAdapter(); ${post('[crossOriginIsolated, adapter.info.architecture]')}`;
    const result = await runPage({ folder, page: page('gpu.html', script(code)) });
    expect(JSON.parse(result.toString())).toEqual([true, 'swiftshader']);
  });

  it('serves nothing outside its folder', async () => {
    const code = `const { status } = await fetch('/..%2f..%2fetc/hostname'); ${post('status')}`;
    expect((await runPage({ folder, page: page('outside.html', script(code)) })).toString()).toBe('404');
  });

  it('fails where the page does, or does nothing', async () => {
    const run = (name: string, body: string, timeoutMs?: number) =>
      runPage({ folder, page: page(name, body), timeoutMs });
    await expect(run('throws.html', script(`throw new Error('on purpose')`))).rejects.toThrow('on purpose');
    await expect(run('missing.html', '<script type="module" src="none.js"></script>')).rejects.toThrow('in the page');
    await expect(run('silent.html', '', 1000)).rejects.toThrow('no result in time');
  });

  it('gives each page a disk of its own, also of the same address', async () => {
    const code = `const root = await navigator.storage.getDirectory(); const names = [];
      for await (const name of root.keys()) names.push(name);
      await root.getFileHandle('left', { create: true }); ${post('names')}`;
    for (let k = 0; k < 2; k++)
      expect((await runPage({ folder, page: page('disk.html', script(code)) })).toString()).toBe('[]');
  });
});
