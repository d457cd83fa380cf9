// npm run bench -- studio [--sizes-only] [--parts] [--triangles N] [--runs N]: bytes of the studio against its budgets, and what a visitor waits for, in Chromium with a
// software GPU.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { measureStudio } from './lib-studio-page.mjs';
import { studioParts } from './lib-studio-parts.mjs';

const ROOT = new URL('..', import.meta.url).pathname;
const ASSETS = `${ROOT}dist/studio/assets/`;

/** Files of JavaScript, and the most bytes (gzip -9) that they may have with all that they import. */
const BUDGETS = [
  { name: 'page, without what draws', entry: /^index-.*\.js$/, most: 190_000 },
  { name: 'page, with what draws', entry: /^open-view-.*\.js$/, and: /^index-.*\.js$/, most: 190_000 },
  { name: 'worker, until a scene is on screen', entry: /^(worker|check-text|view-scene)-.*\.js$/, most: 300_000 },
  { name: 'YAML editor', entry: /^yaml-editor-.*\.js$/, most: 170_000 },
  { name: 'worker that builds trees', entry: /^web-build-worker-.*\.js$/ },
  { name: 'worker that makes points', entry: /^web-point-worker-.*\.js$/ },
  { name: 'worker that traces', entry: /^web-worker-.*\.js$/ },
  { name: 'worker that codes', entry: /^web-coder-worker-.*\.js$/ },
];

export const options = {
  parts: { type: 'boolean' },
  'sizes-only': { type: 'boolean' },
  triangles: { type: 'string', default: '400000' },
  runs: { type: 'string', default: '10' },
};

export async function run({ parts = false, 'sizes-only': sizesOnly = false, triangles, runs }) {
  const files = readdirSync(ASSETS);
  const sizes = BUDGETS.map(({ name, entry, and, most }) => {
    const entries = files.filter((file) => entry.test(file) || and?.test(file));
    const bytes = [...new Set(entries.flatMap((file) => [...closureOf(file)]))].reduce((sum, f) => sum + gzipped(f), 0);
    return { name, bytes, most };
  });
  return {
    sizes,
    ...(parts && { parts: await studioParts(ROOT) }),
    ...(!sizesOnly && { page: await measureStudio({ triangles: Number(triangles), runs: Number(runs) }) }),
  };
}

const gzipped = (file) => gzipSync(readFileSync(ASSETS + file), { level: 9 }).length;

/** A file and all that it imports before it runs. */
function closureOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(ASSETS + file, 'utf8');
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) closureOf(name, found);
  return found;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export function print({ sizes, parts, page }) {
  console.log('gzip -9, with all that is imported at once:');
  for (const { name, bytes, most } of sizes) {
    const budget = most ? ` of at most ${kilobytes(most)}${bytes > most ? ': TOO MUCH' : ''}` : '';
    console.log(`  ${name.padEnd(28)} ${kilobytes(bytes)}${budget}`);
  }
  for (const { name, bytes, parts: shares } of parts ?? []) {
    if (bytes < 20_000) continue;
    console.log(`${name} ${kilobytes(bytes)}`);
    const largest = Object.entries(shares).sort((a, b) => b[1] - a[1]);
    for (const [part, share] of largest.slice(0, 20)) console.log(`  ${part.padEnd(32)} ${kilobytes(share)}`);
  }
  for (const [name, value] of Object.entries(page ?? {})) console.log(`${name.padEnd(52)} ${value}`);
}
