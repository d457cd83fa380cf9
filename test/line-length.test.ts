import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const COLUMNS = 120;

/** Folders that no formatter keeps, and those whose texts are wrapped as well: all lines count. */
const WHOLE = ['wasm', 'wgsl', 'laz', 'columns', 'studio', 'src/workbench', 'src/server'];

/** Folders whose code Biome breaks into lines, so that comments count alone. */
const FORMATTED = ['bench', 'scripts', 'src', 'test'];

const SOURCE = /\.(ts|tsx|js|mjs|cjs|wgsl|css|html)$/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

/** A directive counts for one line, and an address is one word. */
const UNBREAKABLE = /biome-ignore|https?:\/\/\S+$/;

function longLines(folder: string, counts: (line: string) => boolean): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => SOURCE.test(file) && !/\.generated\.|node_modules/.test(file));
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, k) => (line.length > COLUMNS && counts(line) ? [`${file}:${k + 1}`] : [])),
  );
}

it.each(WHOLE)(`has no line of more than ${COLUMNS} columns in %s`, (folder) => {
  expect(longLines(folder, () => true)).toEqual([]);
});

it.each(FORMATTED)(`has no comment of more than ${COLUMNS} columns in %s`, (folder) => {
  expect(longLines(folder, (line) => COMMENT.test(line) && !UNBREAKABLE.test(line))).toEqual([]);
});
