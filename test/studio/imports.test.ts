import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const STUDIO = resolve(import.meta.dirname, '../../studio');

const files = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** What a file of the studio imports from outside of its folder. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(STUDIO, file), 'utf8').matchAll(/\bfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'/g)].map(
    ([, from, dynamic]) => from ?? dynamic,
  );

describe('the studio', () => {
  it('imports the library as pages do, and nothing deeper', () => {
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.includes('subray') || name.startsWith('node:') || leaves(file, name))
        .filter((name) => name !== 'subray/browser')
        .map((name) => `${file} imports ${name}`),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
  });
});

const leaves = (file: string, name: string): boolean =>
  name.startsWith('.') && !resolve(STUDIO, file, '..', name).startsWith(STUDIO);
