import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Packages that run in a page. */
const PACKAGES = [
  '@mcap/core',
  'fast-png',
  'hyparquet',
  'hyparquet/src/column.js',
  'hyparquet-writer',
  'hyparquet-writer/src/datapage.js',
  'hyparquet-writer/src/delta.js',
  'hyparquet-writer/src/metadata.js',
  'hyparquet-writer/src/snappy.js',
  'jpeg-js',
  'proj4',
  'three',
  'three/src/extras/Earcut.js',
  'three/examples/jsm/libs/meshopt_decoder.module.js',
  'three-mesh-bvh',
  'saxes',
  'yaml',
  'zod',
];

/** Dependencies in the JavaScript of a module: imports of values, dynamic ones, and workers. */
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

/** Imports that are followed when a module is loaded. */
const staticallyImported = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return IMPORTS.slice(0, 2).flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => specifier));
};

/**
 * Every module that `entry` leads to, by imports of all kinds or by those of `follow`, with its imports from outside.
 */
function walk(entry: string, follow = importsOf): Map<string, string[]> {
  const packages = new Map<string, string[]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (packages.has(file)) continue;
    const specifiers = follow(file);
    packages.set(
      file,
      specifiers.filter((specifier) => !specifier.startsWith('.')),
    );
    // Workers of Node are started from dist/.
    for (const specifier of specifiers.filter((specifier) => specifier.startsWith('.')))
      waiting.push(resolve(dirname(file), specifier.replace('../dist/', '../src/').replace(/\.js$/, '.ts')));
  }
  return packages;
}

const foreign = (modules: Map<string, string[]>) =>
  [...modules].flatMap(([file, packages]) =>
    packages.filter((name) => !PACKAGES.includes(name)).map((name) => `${relative(SRC, file)} imports ${name}`),
  );

describe('subray/browser', () => {
  const modules = walk(resolve(SRC, 'browser.ts'));

  it('leads to engine, worker, scene, surveys, plans and their files', () => {
    const files = [...modules.keys()].map((file) => relative(SRC, file));
    expect(files).toEqual(
      expect.arrayContaining([
        'base/files/web-files.ts',
        'engine/cpu/leg-tracer.ts',
        'engine/cpu/web-worker.ts',
        'io/formats/las.ts',
        'planning/make-plan.ts',
        'scene/create-scene.ts',
        'scene/read/obj/read-obj.ts',
        'simulation/run-survey.ts',
        'survey/load-survey.ts',
      ]),
    );
    expect([...modules.keys()].filter((file) => !existsSync(file))).toEqual([]);
  });

  it('imports nothing that a page does not have', () => {
    expect(foreign(modules)).toEqual([]);
    expect([...modules.keys()].filter((file) => /\/node-[^/]*$/.test(file))).toEqual([]);
  });

  it('loads decoders only where they are needed', () => {
    const early = [...modules.keys()].filter((file) =>
      staticallyImported(file).some((name) => /decoders\/\w+\.generated|meshopt_decoder/.test(name)),
    );
    expect(early.map((file) => relative(SRC, file))).toEqual([]);
  });

  it('would be caught if it did', () => {
    expect(foreign(walk(resolve(SRC, 'node-surveys.ts')))).toContain('base/files/node-files.ts imports node:fs');
  });
});

/** Rooms of the scanner and its device, and those built on them. */
const SCANNING =
  /^(scanner|platform|engine|device|bvh|pack|procedural|survey|simulation|planning|campaign|workbench|server|bench|cli)\//;

describe('doors without the scanner', () => {
  const roomsOf = (entry: string) => [...walk(resolve(SRC, entry)).keys()].map((file) => relative(SRC, file));

  it.each(['clouds.ts', 'node-clouds.ts', 'loaders.ts'])('%s leads to no module of it', (entry) => {
    const files = roomsOf(entry);
    expect(files).toEqual(
      expect.arrayContaining(['io/clouds/readable-clouds.ts', 'io/formats/laz.ts', 'crs/read-crs.ts']),
    );
    expect(files.filter((file) => SCANNING.test(file))).toEqual([]);
    if (entry !== 'loaders.ts') expect(files.filter((file) => /^(scene|material)\//.test(file))).toEqual([]);
  });

  it.each(['clouds.ts', 'loaders.ts'])('%s imports nothing that a page does not have', (entry) => {
    expect(foreign(walk(resolve(SRC, entry)))).toEqual([]);
    expect(roomsOf(entry).filter((file) => /(^|\/)node-[^/]*$/.test(file))).toEqual([]);
  });

  it('load the code of a format when it is asked for', () => {
    const early = [...walk(resolve(SRC, 'loaders.ts'), staticallyImported).keys()].map((file) => relative(SRC, file));
    expect(early).toContain('io/cloud-kinds.ts');
    expect(early.filter((file) => /^io\/(readers|formats|las|laz|e57|read)\/|\/read-[^/]*$/.test(file))).toEqual([]);
  });

  it('would be caught if they did not', () => {
    expect(roomsOf('index.ts').filter((file) => SCANNING.test(file)).length).toBeGreaterThan(100);
  });
});

/** Every import of a module, of types as well. */
const ANY_IMPORT = /\bfrom\s+'([^']+)'|\bimport\s+'([^']+)'|\bimport\(\s*'([^']+)'/g;

/** Programs of Node by nature. */
const PROGRAMS = /^(cli|server|bench|campaign)\//;

/** Whether a file says by its name which platform it knows. */
const saysPlatform = (file: string): boolean => /^(node|web)-/.test(basename(file));

/** The import of a file of Node's library, for each file of `texts` that may not have one. */
function nodeImports(texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([file]) => !PROGRAMS.test(file) && !saysPlatform(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(ANY_IMPORT)]
        .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic)
        .filter((name) => name.startsWith('node:'))
        .map((name) => `${file} imports ${name}`),
    );
}

describe('the library', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(resolve(SRC, file), 'utf8')]));

  it('imports Node, be it a type, in files alone that say so in their names', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(nodeImports(texts)).toEqual([]);
  });

  it('would be caught if it did not', () => {
    const texts = new Map([
      ['base/a.ts', "import type { FileHandle } from 'node:fs/promises';"],
      ['base/b.ts', "const { open } = await import('node:fs/promises');"],
      ['base/c.ts', "import 'node:process';"],
      ['base/node-d.ts', "import { open } from 'node:fs/promises';"],
      ['cli/e.ts', "import { open } from 'node:fs/promises';"],
    ]);
    expect(nodeImports(texts).map((found) => found.split(' ')[0])).toEqual(['base/a.ts', 'base/b.ts', 'base/c.ts']);
  });

  it('uses what only Node has in files alone that say so in their names', () => {
    const users = [...texts].filter(([file, text]) => !PROGRAMS.test(file) && /\b(process|Buffer)\.\w/.test(text));
    // Decoders by others are shown no process.
    const own = users.map(([file]) => file).filter((file) => !/^base\/decoders\/[\w-]+\.generated\.ts$/.test(file));
    expect(own.filter((file) => !saysPlatform(file))).toEqual([]);
  });
});
