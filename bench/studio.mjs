// npm run bench -- studio [--sizes-only] [--parts] [--modules] [--triangles N] [--runs N]: bytes of the studio against
// its budgets, and waiting times of a visitor, in Chromium with a software GPU. --parts: bytes of each file by package
// and folder; --modules: by module.
import { measureStudio } from './lib-studio-page.mjs';
import { studioParts } from './lib-studio-parts.mjs';
import { studioSizes } from './lib-studio-sizes.mjs';

const ROOT = new URL('..', import.meta.url).pathname;

export const options = {
  parts: { type: 'boolean' },
  modules: { type: 'boolean' },
  'sizes-only': { type: 'boolean' },
  triangles: { type: 'string', default: '400000' },
  runs: { type: 'string', default: '10' },
};

export async function run({ parts = false, modules = false, 'sizes-only': sizesOnly = false, triangles, runs }) {
  return {
    sizes: studioSizes(ROOT),
    ...((parts || modules) && { files: await studioParts(ROOT), by: modules ? 'modules' : 'parts' }),
    ...(!sizesOnly && { page: await measureStudio({ triangles: Number(triangles), runs: Number(runs) }) }),
  };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export function print({ sizes, files, by, page }) {
  console.log('gzip -9, with all that is imported at once:');
  for (const { name, bytes, most } of sizes) {
    const budget = most ? ` of at most ${kilobytes(most)}${bytes > most ? ': TOO MUCH' : ''}` : '';
    console.log(`  ${name.padEnd(34)} ${kilobytes(bytes)}${budget}`);
  }
  for (const { name, bytes, [by]: shares } of files ?? []) {
    if (bytes < SMALL) continue;
    console.log(`${name} ${kilobytes(bytes)}`);
    const largest = Object.entries(shares).sort((a, b) => b[1] - a[1]);
    for (const [part, share] of largest.slice(0, 40)) console.log(`  ${part.padEnd(64)} ${kilobytes(share)}`);
  }
  for (const [name, value] of Object.entries(page ?? {})) console.log(`${name.padEnd(52)} ${value}`);
}

/** Files of fewer bytes are not broken down. */
const SMALL = 20_000;
