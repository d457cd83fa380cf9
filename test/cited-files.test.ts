import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedFiles } from './support/tutorial.js';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = [
  'src',
  'wasm',
  'columns',
  'laz',
  'wgsl',
  'studio',
  'test',
  'bench',
  'docs',
  'scripts',
  'examples',
  'platforms',
  'brdf-db',
];

const names = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
const files = [
  ...names.map(({ name }) => name),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]
  .map((path) => path.replaceAll('\\', '/'))
  // The files that `npm run test:mutation` installs.
  .filter((path) => !path.startsWith('scripts/mutation/node_modules'));

/** Paths, and the ends of paths after a slash: `engine/gpu/passes.ts` is a file of src. */
const known = new Set(files.flatMap((path) => path.split('/').map((_, k, parts) => parts.slice(k).join('/'))));
const ours = new Set(files.flatMap((path) => path.split('/').slice(0, -1)));

/** Lines of a text that speak of files: all of a page, the comments of a program. */
function spoken(path: string, text: string): string[] {
  if (path.endsWith('.md')) return text.match(/`[^`\n]+`/g) ?? [];
  return text.match(path.endsWith('.yaml') ? /#.*/g : /(?<=^|\s)\/\/.*|\/\*\*?.*|^\s*\*.*/gm) ?? [];
}

/** A path of ours, or a name that only a program's own file has; not within a longer path, a pattern or an address. */
const CITED = /(?<![\w./@:*…-])((?:[\w-]+\/)*[\w-][\w.-]*\.(?:ts|mjs|wgsl|md|yaml|json))\b(?![\w/(*-])/g;
const PROGRAM = /\.(ts|mjs|wgsl)$/;
/** Texts of others, and this one, which cites missing files. */
const NOT_OURS = /^test\/(data\/(?!SOURCES)|cited-files)/;
/** Words in capitals stand for any name: `wasm/NAME.ts`. */
const PLACEHOLDER = /(^|[/.-])[A-Z]+([/.-]|$)/;

/** Paths of our files, and names of programs, that `text`, the content of `path`, cites and that do not exist. */
function missing(path: string, text: string): string[] {
  const cited = spoken(path, text).flatMap((line) => [...line.matchAll(CITED)].map(([, name]) => name));
  const isOurs = (name: string) => (name.includes('/') ? ours.has(name.split('/')[0]) : PROGRAM.test(name));
  // Files that a tutorial has its reader write, and those that e2e/tutorials.test.ts looks for after its steps.
  const made = path.startsWith('docs/tutorials/') ? namedFiles(text) : [];
  const written = new Set([...[...text.matchAll(/^Write `([^`]+)`/gm)].map(([, name]) => name), ...made]);
  return cited.filter((name) => isOurs(name) && !PLACEHOLDER.test(name) && !known.has(name) && !written.has(name));
}

describe('comments and pages', () => {
  it('cite files that exist', () => {
    const texts = files.filter((path) => /\.(ts|mjs|wgsl|md|yaml)$/.test(path) && !NOT_OURS.test(path));
    expect(texts.length).toBeGreaterThan(800);
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    expect(texts.flatMap((path) => missing(path, read(path)).map((name) => `${path}: ${name}`))).toEqual([]);
  });

  it('are searched for what is missing, and for nothing else', () => {
    const comment = '/** See test/base/gone.test.ts, `gone.wgsl` and bench/gone.mjs. */';
    const others = '// wasm/NAME.ts, node_modules/gone.ts, *.ts, labels.json, bench/run.mjs, engine/gpu/passes.ts';
    const code = "import { gone } from './bench/gone.mjs';";
    const text = [comment, others, code, ' * As in bvh/gone.ts.'].join('\n');
    const gone = ['test/base/gone.test.ts', 'gone.wgsl', 'bench/gone.mjs', 'bvh/gone.ts'];
    expect(missing('src/a.ts', text)).toEqual(gone);
    expect(missing('docs/a.md', 'bench/gone.mjs in `docs/gone.md`')).toEqual(['docs/gone.md']);
    expect(missing('examples/a.yaml', 'file: docs/no.md # docs/gone.md')).toEqual(['docs/gone.md']);
  });
});
