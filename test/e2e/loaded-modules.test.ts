import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from './subray.js';

const ROOT = resolve(import.meta.dirname, '../..');
const BUNDLE = dirname(PROGRAM);
const PARTS = join(BUNDLE, 'parts');
const SURVEY = join(ROOT, 'examples/quickstart.yaml');

const folder = mkdtempSync(join(tmpdir(), 'subray-loaded-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Loaded {
  files: string[];
  modules: string[];
}

/** By command: no command is run twice. */
const known = new Map<string, Loaded>();

/** Code that a command loads: files of the bundle, and the modules in them by their source maps. */
function loadedBy(argv: string[]): Loaded {
  const command = argv.join(' ');
  const loaded = known.get(command) ?? runAndList(argv);
  known.set(command, loaded);
  return loaded;
}

function runAndList(argv: string[]): Loaded {
  const list = join(folder, 'loaded.txt');
  rmSync(list, { force: true });
  execFileSync(process.execPath, ['--import', join(ROOT, 'bench/lib-count-modules.mjs'), PROGRAM, ...argv], {
    cwd: folder,
    env: { ...process.env, SUBRAY_LOADED: list },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const paths = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((url) => fileURLToPath(url));
  const files = paths.filter((path) => dirname(path) === PARTS);
  const others = paths.filter((path) => !files.includes(path) && path !== PROGRAM);
  return { files, modules: [...others, ...files.flatMap(sourcesOf)] };
}

function sourcesOf(file: string): string[] {
  // Code that the bundler adds by itself has no map.
  if (!existsSync(`${file}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] };
  return sources.map((source) => resolve(dirname(file), source));
}

/** Modules that only a command needs that reads, builds, computes or draws something. */
const HEAVY =
  /node_modules\/(three|three-mesh-bvh|@loaders\.gl|webgpu|fast-png|jpeg-js|hyparquet|hyparquet-writer|@mcap)\/|src\/base\/decoders\/\w.*\.generated/;
const SCHEMAS = /node_modules\/(zod|yaml)\/|src\/(survey|scene|simulation|planning|procedural)\//;
/** The same without the names of classes. */
const SCHEMAS_BUT_CLASSES = new RegExp(SCHEMAS.source.replace('scene|', 'scene\\/(?!asprs-classes)|'));

describe('a command', () => {
  beforeAll(() => writeFileSync(join(folder, 'one.csv'), 'x,y,z\n1,2,3\n'));

  it.each([
    [['--version'], [HEAVY, SCHEMAS, /src\/(scanner|material|cli\/commands\/(?!index))/], 5],
    [['scanner', 'list'], [HEAVY, SCHEMAS, /src\/scanner\/(?!list)/], 8],
    [
      ['scanner', 'show', 'riegl-vz-400'],
      [HEAVY, /src\/(simulation\/(run-survey|node-machine)|planning|procedural\/generate\.)/],
      12,
    ],
    [['info', 'one.csv'], [HEAVY, SCHEMAS_BUT_CLASSES, /src\/(scanner|material|platform|engine\/cpu)\//], 16],
    [
      ['compare', 'one.csv', 'one.csv'],
      [HEAVY, SCHEMAS_BUT_CLASSES, /src\/(scanner|material|platform|engine\/cpu)\//],
      16,
    ],
    [['material', 'list'], [HEAVY, /src\/(simulation|planning|engine\/cpu)\//], 14],
    [
      ['run', SURVEY, '--dry-run', '--look', 'never'],
      [
        HEAVY,
        /src\/(engine\/gpu\/(gpu-engine|node-)|planning|procedural\/generate\.|scene\/read\/\w.*-(loader|heights|voxels)\.)/,
        /src\/(survey\/helios|base\/xml|cli\/helios-options)/,
      ],
      14,
    ],
    [['studio', '--help'], [HEAVY, SCHEMAS, /src\/(server|workbench|scanner|material)\//], 8],
    [['--help'], [/node_modules\/(@loaders\.gl|webgpu|fast-png|jpeg-js|hyparquet|hyparquet-writer|@mcap)\//], 30],
  ])('%j loads only what it needs, in few files', (argv, unneeded, most) => {
    const { files, modules } = loadedBy(argv);
    expect(modules.length).toBeGreaterThan(20);
    for (const pattern of unneeded) expect(modules.filter((module) => pattern.test(module))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(most);
  });

  it('is found to load the generators where it uses them', () => {
    const { modules } = loadedBy(['scene', 'generate', 'terrain', '--triangles', '500', '--out', 'ground.glb']);
    expect(modules.some((module) => /src\/procedural\/generate\.ts$/.test(module))).toBe(true);
  });
});

describe('the bundle', () => {
  it('leaves the code that V8 made of its parts, and takes it the next time, unless it is damaged', () => {
    const copy = join(folder, 'bundle');
    cpSync(BUNDLE, copy, { recursive: true, filter: (path) => !path.endsWith('.code') });
    const script = `const { loadPart, parts, CODE_ENDING } = require(${JSON.stringify(join(copy, 'load-part.js'))});
      loadPart('base.js');
      console.log(JSON.stringify([...parts.values()].map(({ codeBytes }) => codeBytes > 0)));`;
    const load = () => new Set(JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })));
    expect([load(), load()]).toEqual([new Set([false]), new Set([true])]);
    const left = readdirSync(join(copy, 'parts')).filter((name) => name.includes('.code'));
    expect(left).toContain(`base.js.${process.platform}-${process.arch}-${process.version}.code`);
    for (const name of left) {
      const bytes = readFileSync(join(copy, 'parts', name));
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(join(copy, 'parts', name), bytes);
    }
    expect([load(), load()]).toEqual([new Set([false]), new Set([true])]);
  });

  it('leaves more code after a second if it made more of a part than the program before', () => {
    const copy = join(folder, 'longer');
    cpSync(BUNDLE, copy, { recursive: true, filter: (path) => !path.endsWith('.code') });
    const code = join(copy, `parts/base.js.${process.platform}-${process.arch}-${process.version}.code`);
    const load = `Object.values(require(${JSON.stringify(join(copy, 'load-part.js'))}).loadPart('base.js'))`;
    const call = `.map((one) => { try { one(); } catch {} });
      process.on('unhandledRejection', () => {});
      setTimeout(() => process.reallyExit(0), 1500);`;
    execFileSync(process.execPath, ['-e', load]);
    const before = statSync(code).size;
    execFileSync(process.execPath, ['-e', load + call]);
    expect(statSync(code).size).toBeGreaterThan(before * 1.05);
  });

  it('runs from a folder that may not be written to', () => {
    const copy = join(folder, 'read-only');
    cpSync(BUNDLE, copy, { recursive: true, filter: (path) => !path.endsWith('.code') });
    // A folder in the way of the file: root may write anywhere.
    const code = join(copy, `parts/base.js.${process.platform}-${process.arch}-${process.version}.code`);
    mkdirSync(join(code, 'in-the-way'), { recursive: true });
    const script = `require(${JSON.stringify(join(copy, 'load-part.js'))}).loadPart('base.js');`;
    execFileSync(process.execPath, ['-e', script]);
    expect(readdirSync(join(copy, 'parts')).filter((name) => /\.code\.\d/.test(name))).toEqual([]);
  });

  it('holds the licence of every package that is in it', () => {
    const names = new Set(
      loadedBy(['--help']).modules.flatMap((file) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
    );
    const licences = readFileSync(join(BUNDLE, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect([...names]).toContain('zod');
    for (const name of names) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});
