import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Packages that run in a page. */
const PACKAGES = ['three', 'three-mesh-bvh', 'zod'];

/** What is left in the JavaScript of a module: imports of values, dynamic ones, and workers. */
const IMPORTS = [
  /^(?:import|export)\s+(?!type\s)[^;'"]*?from\s+'([^']+)';/gm,
  /^import\s+'([^']+)';/gm,
  /\bimport\(\s*'([^']+)'/g,
  /new Worker\(\s*new URL\(\s*'([^']+)'/g,
];

const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => specifier));
};

/** Every module that `entry` leads to, with what it imports from outside. */
function walk(entry: string): Map<string, string[]> {
  const packages = new Map<string, string[]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (packages.has(file)) continue;
    const specifiers = importsOf(file);
    packages.set(
      file,
      specifiers.filter((specifier) => !specifier.startsWith('.')),
    );
    for (const specifier of specifiers.filter((specifier) => specifier.startsWith('.')))
      waiting.push(resolve(dirname(file), specifier.replace(/\.js$/, '.ts')));
  }
  return packages;
}

const foreign = (modules: Map<string, string[]>) =>
  [...modules].flatMap(([file, packages]) =>
    packages.filter((name) => !PACKAGES.includes(name)).map((name) => `${relative(SRC, file)} imports ${name}`),
  );

describe('subray/browser', () => {
  const modules = walk(resolve(SRC, 'browser.ts'));

  it('leads to engine, worker and scene', () => {
    const files = [...modules.keys()].map((file) => relative(SRC, file));
    expect(files).toEqual(
      expect.arrayContaining(['engine/cpu/web-worker.ts', 'engine/cpu/leg-tracer.ts', 'scene/create-scene.ts']),
    );
    expect([...modules.keys()].filter((file) => !existsSync(file))).toEqual([]);
  });

  it('imports nothing that a page does not have', () => {
    expect(foreign(modules)).toEqual([]);
    expect([...modules.keys()].filter((file) => /\/node-[^/]*$/.test(file))).toEqual([]);
  });

  it('would be caught if it did', () => {
    expect(foreign(walk(resolve(SRC, 'scanner/catalogue.ts')))).toContain('scanner/catalogue.ts imports node:fs');
  });
});
