import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The formatter breaks code at this width, but neither comments nor texts. */
const COLUMNS = 120;

it.each(['studio', 'src/workbench', 'src/server'])('has no line in %s that is wider than the screen', (folder) => {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const wide = files
    .filter((name) => /\.(tsx?|css|html|js)$/.test(name))
    .flatMap((name) => {
      const lines = readFileSync(join(ROOT, folder, name), 'utf8').split('\n');
      return lines.flatMap((line, k) => (line.length > COLUMNS ? [`${folder}/${name}:${k + 1}`] : []));
    });
  expect(wide).toEqual([]);
});
