import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Files of a folder with a text that matches, without their endings. */
const filesWith = (folder: string, what: RegExp): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && what.test(textOf(`${folder}/${name}`)))
    .map((name) => name.slice(0, -'.ts'.length));

/** Files that a table does not import, statically or dynamically. */
const missingFrom = (table: string, files: readonly string[]): string[] =>
  files.filter((name) => !new RegExp(`(from |import\\()'\\./(\\w+/)?${name}\\.js'`).test(textOf(table)));

describe('the tables of the studio', () => {
  it.each([
    ['src/workbench/operations', /^export const \w+: Operation</m, 'src/workbench/operations.ts'],
    ['studio/tools', /^export const \w+: Tool = /m, 'studio/tools/tools.ts'],
    ['studio/document/edits', /\): (NamedEdit|ScannerEdit) \{$/m, 'studio/document/edits/index.ts'],
  ])('name every file of %s', (folder, what, table) => {
    // Helpers of edits are no edits.
    const files = filesWith(folder, what).filter((name) => !['index', 'edit', 'add-leg'].includes(name));
    expect(files.length).toBeGreaterThan(5);
    expect(missingFrom(table, files)).toEqual([]);
  });
});
