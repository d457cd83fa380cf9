import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { makeParts, partsNamed, staleness } from '../../../scripts/build/make-parts.mjs';
// @ts-expect-error: a build script without types
import { PARTS } from '../../../scripts/build/parts.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const copy = (from: string, to: string) => write(to, readFileSync(join(root, from), 'utf8').toUpperCase());

/** A table, a part made of it and of a folder; `found` adds a source of its own. */
const TABLE = {
  name: 'table',
  sources: ['db'],
  makes: ['src/t.generated.ts'],
  needs: [],
  make: () => copy('db/t.tsv', 'src/t.generated.ts'),
};
const PROGRAM = {
  name: 'program',
  sources: ['src'],
  makes: ['dist/p.js'],
  needs: ['table'],
  make: (): string[] => {
    copy('src/t.generated.ts', 'dist/p.js');
    return ['found.txt'];
  },
};
const parts = [TABLE, PROGRAM];
const make = (options = {}): Promise<string[]> => makeParts(root, parts, { tell: () => {}, ...options });

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'subray-checkout-'))}/`;
  write('db/t.tsv', 'a');
  write('src/a.ts', 'export {};');
  write('found.txt', 'found');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the build', () => {
  it('makes all parts of a new checkout, each behind what it needs, and none a second time', async () => {
    expect(staleness(root, parts)).toBe("the part 'table' of dist/ is not built: npm run build -- table");
    expect(await make()).toEqual(['table', 'program']);
    expect(readFileSync(join(root, 'dist/p.js'), 'utf8')).toBe('A');
    expect([await make(), staleness(root, parts)]).toEqual([[], undefined]);
  });

  it('makes anew only what an edit is part of', async () => {
    await make();
    write('src/a.ts', 'export const a = 1;');
    expect(staleness(root, parts)).toBe("the part 'program' of dist/ is of another src/a.ts: npm run build -- program");
    expect(await make()).toEqual(['program']);
    write('db/t.tsv', 'b');
    expect(await make()).toEqual(['table', 'program']);
    expect(readFileSync(join(root, 'dist/p.js'), 'utf8')).toBe('B');
  });

  it.each([
    ['an added file', () => write('src/new.ts', ''), 'is without src/new.ts'],
    ['a removed one', () => rmSync(join(root, 'src/a.ts')), 'is of another src/a.ts'],
    ['another version of what it found out itself', () => write('found.txt', 'other'), 'is of another found.txt'],
    ['a result that is gone', () => rmSync(join(root, 'dist/p.js')), 'lacks dist/p.js'],
    ['an edit of the same length', () => write('src/a.ts', 'export []}'), 'is of another src/a.ts'],
  ])('notices %s', async (_, edit, fault) => {
    await make();
    edit();
    expect(staleness(root, parts)).toContain(`'program' of dist/ ${fault}`);
    expect(await make()).toEqual(['program']);
  });

  it('overlooks what an editor leaves, and the program of mutation tests, which installs itself', async () => {
    const scripts = { ...TABLE, name: 'scripts', sources: ['scripts'], makes: [], make: () => {} };
    write('scripts/build.mjs', '');
    await makeParts(root, [scripts, ...parts], {});
    for (const path of ['src/.a.ts.swp', 'src/a.ts~', 'scripts/mutation/package.json']) write(path, 'x');
    expect(staleness(root, [scripts, ...parts])).toBeUndefined();
  });

  it('takes nothing for whole whose making failed, or whose source was edited meanwhile', async () => {
    const failing = { ...PROGRAM, make: () => Promise.reject(new Error('a fault of types')) };
    await make();
    write('src/a.ts', 'x');
    await expect(makeParts(root, [TABLE, failing], {})).rejects.toThrow('a fault of types');
    expect(staleness(root, parts)).toContain('is not built');
    const edited = { ...PROGRAM, make: () => write('src/a.ts', 'y') };
    await makeParts(root, [TABLE, edited], {});
    expect(staleness(root, parts)).toContain('is of another src/a.ts');
  });

  it('waits for a part beside which others are made, and throws its fault', async () => {
    const beside = { ...TABLE, name: 'beside', beside: true, make: () => Promise.reject(new Error('late')) };
    await expect(makeParts(root, [beside, ...parts], { tell: () => {} })).rejects.toThrow('late');
    expect(readFileSync(join(root, 'dist/p.js'), 'utf8')).toBe('A');
  });

  it('knows the parts by name, with what they need, and names them all for another', () => {
    const names = (found: { name: string }[]) => found.map(({ name }) => name);
    expect(names(partsNamed(['kernel']))).toEqual(['records', 'deflectors', 'kernel']);
    // The page imports subray/browser, which is in dist.
    expect(names(partsNamed(['studio']))).toContain('modules');
    expect(partsNamed([])).toBe(PARTS);
    expect(() => partsNamed(['kernels'])).toThrow(`kernels: expected ${names(PARTS).join(', ')}`);
  });

  it('names every generated module as made by a part', () => {
    const made = new Set((PARTS as { makes: string[] }[]).flatMap(({ makes }) => makes));
    const generated = ['src', 'wasm'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.generated.ts'))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    );
    expect(generated.length).toBeGreaterThan(15);
    expect(generated.filter((path) => !made.has(path))).toEqual([]);
  });
});
