import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Folders of tests that go by theme: their subjects have no single place in the sources. */
const THEMES = ['e2e', 'fuzz', 'parity', 'validation', 'others', 'studio/page'];

/** Folders of test helpers and data. */
const MEANS = ['data', 'support', 'io/fixtures'];

const folders = readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, 'test/').length).replaceAll('\\', '/'));

const isIn = (folder: string, tops: readonly string[]) =>
  tops.some((top) => folder === top || folder.startsWith(`${top}/`));

it('has a folder of tests for folders of sources alone, but for themes', () => {
  const strays = folders
    .filter((folder) => !isIn(folder, [...THEMES, ...MEANS]))
    .filter((folder) => ![`src/${folder}`, folder].some((source) => existsSync(join(ROOT, source))));
  expect(strays).toEqual([]);
});

it('has no theme that is gone, or that the guide leaves out', () => {
  const guide = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  expect(THEMES.filter((theme) => !folders.includes(theme))).toEqual([]);
  expect(THEMES.filter((theme) => !guide.includes(`\`test/${theme}\``))).toEqual([]);
});
