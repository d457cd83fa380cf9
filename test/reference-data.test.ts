import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { extractAll } from './data/extract.mjs';
import { EXTRACT, REFERENCE_DATA, unpacked, WHOLE } from './support/reference-data.js';

const DATA = EXTRACT.path('');
const NOTES = ['SOURCES.md', 'extract.mjs'];
/** Files that are nobody's extract: they are here as they are. */
const IS_WHOLE = /^khronos\//;

/** Paths of the files in a folder, sorted. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

describe('the reference data of the tests', () => {
  it('is small', () => {
    const bytes = filesIn(DATA).reduce((sum, path) => sum + statSync(join(DATA, path)).size, 0);
    expect(bytes).toBeLessThan(270_000);
  });

  it('has a source for every file or folder', () => {
    const sources = readFileSync(join(DATA, 'SOURCES.md'), 'utf8');
    const named = [...sources.matchAll(/^\| `([^`]+?)\/?` \|/gm)].map(([, name]) => name);
    expect(named.filter((name) => !name.includes('/')).sort()).toEqual(
      readdirSync(DATA)
        .filter((name) => !NOTES.includes(name))
        .sort(),
    );
  });

  it.skipIf(REFERENCE_DATA.length === 1)('is what extract.mjs makes of the whole (skipped without ../shared)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'subray-extract-'));
    try {
      // Packing takes a hundred times as long as the rest.
      extractAll(WHOLE, folder, (content: string | Buffer) => content);
      const kept = filesIn(DATA).filter((path) => !NOTES.includes(path) && !IS_WHOLE.test(path));
      expect(filesIn(folder)).toEqual(kept);
      for (const path of kept)
        expect(unpacked(join(DATA, path)).equals(readFileSync(join(folder, path))), path).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
