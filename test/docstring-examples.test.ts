import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const INDEX = 'index.ts';
const BROWSER = 'browser.ts';

/** Types of the names that examples use without declaring them. */
const GIVEN: Readonly<Record<string, string>> = {
  scene: 'Package.Scene',
  inspector: 'Package.SceneInspector',
  scanner: 'Package.Scanner',
  survey: 'Awaited<ReturnType<typeof Package.loadSurvey>>',
  program: 'Package.PulseProgram',
  plan: 'Package.FlightPlan',
  files: 'Page.WebFiles',
  file: 'Blob',
  cloud: 'Package.OpenedCloud',
  chunks: 'Package.PointChunk[]',
  plot: '(...shown: unknown[]) => void',
  write: '(text: string) => void',
  first: 'ReturnType<typeof Package.renderPlan>',
  second: 'ReturnType<typeof Package.renderPlan>',
  positions: 'Float32Array',
  indices: 'Uint32Array',
  stations: '[number, number, number][]',
  text: 'string',
  show: '(...shown: unknown[]) => void',
  writeFileSync: "typeof import('node:fs').writeFileSync",
};

interface Example {
  /** Path within `src` of the file that has the docstring. */
  file: string;
  code: string;
}

/** The code blocks after `@example` in the docstrings of `src`. */
function findExamples(): Example[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
    .flatMap((file) => {
      const blocks = textOf(file).matchAll(/^ *\* @example\n *\* ```ts\n([\s\S]*?)^ *\* ```$/gm);
      return [...blocks].map(([, block]) => ({ file, code: block.replace(/^ *\* ?/gm, '') }));
    });
}

const textOf = (file: string): string => readFileSync(join(ROOT, 'src', file), 'utf8');

/** Names of the values that a module declares as exports or exports from others. */
function exportsOf(file: string): Set<string> {
  const declared = textOf(file).matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm);
  const lists = textOf(file).matchAll(/^export \{([^}]*)\}/gm);
  const others = textOf(file).matchAll(/^export \* from '\.\/(.*)\.js'/gm);
  return new Set([
    ...[...others].flatMap(([, name]) => [...exportsOf(`${name}.ts`)]),
    ...[...declared].map(([, name]) => name),
    ...[...lists].flatMap(([, list]) => list.match(/\w+/g) ?? []),
  ]);
}

/** The example as a module. It imports a name from its own file or else from the package, for Node or for pages. */
function moduleOf({ file, code }: Example): string {
  const sources = /(^|\/)web-/.test(file) ? [file, BROWSER, INDEX] : [file, INDEX, BROWSER];
  const words = new Set(code.replaceAll(/'[^']*'/g, '').match(/(?<![.\w])[A-Za-z]\w*/g));
  const declarations = [...code.matchAll(/\b(?:const|let) (\{[^}]*\}|\w+)/g)].flatMap(([, names]) =>
    names.match(/\w+/g),
  );
  for (const name of declarations) words.delete(name as string);
  const lines = [...words].flatMap((word) => {
    const source = sources.find((name) => exportsOf(name).has(word));
    if (source) return [`import { ${word} } from '${distOf(source)}';`];
    return Object.hasOwn(GIVEN, word) ? [`declare const ${word}: ${GIVEN[word]};`] : [];
  });
  const types = [
    `import type * as Package from '${distOf(INDEX)}';`,
    `import type * as Page from '${distOf(BROWSER)}';`,
  ];
  return [...types, ...lines, code].join('\n');
}

const distOf = (file: string): string => join(ROOT, 'dist', file.replace(/\.ts$/, '.js'));

/** The compiler's messages on these examples, with the files of their docstrings; empty without faults. */
function typeCheck(examples: readonly Example[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'docstring-examples-'));
  const compilerOptions = {
    rootDir: '/',
    typeRoots: [join(ROOT, 'node_modules/@types')],
    noEmit: true,
    noUnusedLocals: false,
  };
  try {
    for (const [k, example] of examples.entries()) writeFileSync(join(folder, `example-${k}.ts`), moduleOf(example));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const config = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'], compilerOptions };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return stdout.replaceAll(/\S*example-(\d+)\.ts/g, (_, k) => examples[k].file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('examples in docstrings', () => {
  it('compile', () => {
    const examples = findExamples();
    expect(examples.length).toBeGreaterThan(40);
    expect(typeCheck(examples)).toBe('');
  });
});
