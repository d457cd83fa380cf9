// Runs alone: loads the native code of a compiler.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { stripModules } from '../../../scripts/build/modules.mjs';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'subray-modules-'))}/`;
});
afterEach(() => rmSync(root, { recursive: true }));

describe('modules', () => {
  it('are those of src/ without types, but for the command line; those that are gone are removed', () => {
    write('src/a.ts', 'import type { B } from "./b.js";\n/** A doc. */\nexport const a = (b: B): number => b.b;\n');
    write('src/b.ts', 'export interface B { b: number }\n');
    write('src/cli/main.ts', 'export {};');
    stripModules(root);
    expect(readFileSync(join(root, 'dist/a.js'), 'utf8')).toBe('/** A doc. */\nexport const a = (b) => b.b;\n');
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['a.js', 'b.js']);
    rmSync(join(root, 'src/b.ts'));
    stripModules(root);
    expect(readdirSync(join(root, 'dist'))).toEqual(['a.js']);
  });

  it('tell where one cannot be read', () => {
    write('src/a.ts', 'export const = 1;\n');
    expect(() => stripModules(root)).toThrow(/^src\/a\.ts: [\s\S]*Unexpected token/);
  });
});
