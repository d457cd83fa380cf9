import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { readHeads } from '../../../scripts/generate-shaders.mjs';
import { BUFFERS } from '../../../src/device/buffers.js';
import { FEATURES, type Feature } from '../../../src/device/features.js';
import { ALL_PASSES, PLAIN_PROGRAM, passesFor, WALKS } from '../../../src/engine/gpu/passes.js';
import { SHADER_HEADS } from '../../../src/engine/gpu/shader-texts.generated.js';
import { usedModules } from '../../../src/engine/gpu/used-modules.js';

const FOLDER = new URL('../../../wgsl/', import.meta.url);

interface Head {
  uses: string[];
  asks: string[];
  gives: string[];
}

const texts: Record<string, string> = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.wgsl'))
    .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);
const modules: Record<string, Head> = readHeads(texts);
const declared: Record<string, string[]> = Object.fromEntries(
  Object.keys(modules).map((name) => [name, declarationsOf(texts[`${name}.wgsl`])]),
);

/** Names that a text declares for all others, besides its entry point. */
function declarationsOf(text: string): string[] {
  return [...text.matchAll(/^(?:fn|const|struct|alias|var(?:<\w+>)?) (\w+)/gm)].map(([, name]) => name);
}

/**
 * Names in a text that none of its functions declares: neither members nor what is local where it stands, nor buffers,
 * which nobody calls.
 */
function freeNames(text: string): Set<string> {
  const code = text.replace(/\/\/.*/g, '');
  const found = new Set<string>();
  for (const part of code.split(/^(?=@compute|(?:fn|const|struct|alias|var\b.*) )/m)) {
    const isFunction = /^(@compute[^\n]*\n)?fn /.test(part);
    const parameters = isFunction ? part.slice(0, part.indexOf('{')).matchAll(/(\w+):/g) : [];
    const variables = isFunction ? part.matchAll(/\b(?:let|var|const) (\w+)/g) : [];
    const local = new Set([...parameters, ...variables].map(([, name]) => name));
    const names = (part.startsWith('struct') ? part.replace(/\w+:/g, '') : part).matchAll(/(?<![\w.@])[A-Za-z]\w*/g);
    for (const { 0: name, index, input } of names)
      if (!local.has(name) && !(name in BUFFERS && input[index + name.length] !== '(')) found.add(name);
  }
  return found;
}

/** Names that a module uses from others, except for records. */
function foreignNames(module: string): string[] {
  const own = new Set([...declared[module], ...declared.records]);
  const others = new Set(Object.keys(modules).flatMap((name) => (name.endsWith('.entry') ? [] : declared[name])));
  return [...freeNames(texts[`${module}.wgsl`])].filter((name) => others.has(name) && !own.has(name));
}

/** Names that the modules ask for that one uses, directly or through others. */
const askedBy = (module: string) => usedModules(module, []).flatMap((name) => modules[name].asks);

describe('a module of wgsl/', () => {
  it.each(Object.entries(modules))('uses what it says: %s', (module, { uses, asks, gives }) => {
    const known = [...uses.flatMap((name) => declared[name]), ...asks];
    expect(
      foreignNames(module).filter((name) => !known.includes(name)),
      'names of modules that its head does not name',
    ).toEqual([]);
    const free = freeNames(texts[`${module}.wgsl`]);
    const isUsed = (name: string) =>
      declared[name].some((one) => free.has(one)) || modules[name].gives.some((one) => askedBy(module).includes(one));
    expect(
      uses.filter((name) => !isUsed(name)),
      'named, but not used',
    ).toEqual([]);
    expect(
      asks.filter((name) => !free.has(name)),
      'asked for, but not used',
    ).toEqual([]);
    expect(
      gives.filter((name) => !declared[module].includes(name)),
      'given, but not declared',
    ).toEqual([]);
    for (const list of [uses, asks, gives]) expect(list, 'in order, each once').toEqual([...new Set(list)].sort());
  });

  it('is in the program as its head was at the last build', () => {
    expect(modules).toEqual(SHADER_HEADS);
  });
});

describe('a head', () => {
  const heads = (...rows: [file: string, text: string][]) => readHeads(Object.fromEntries(rows));

  it('is read from the comment at the beginning alone', () => {
    const text = '// b\n// uses: c d\n// asks for: x\n// gives: y z\n\n// uses: e\nfn y() {}\n';
    const others: [string, string][] = ['c', 'd'].map((name) => [`${name}.wgsl`, '// gives: x\n']);
    expect(heads(['a/b.wgsl', text], ...others)['a/b']).toEqual({ uses: ['c', 'd'], asks: ['x'], gives: ['y', 'z'] });
  });

  it.each([
    ['names a module that there is not', '// a\n// uses: c\n', 'wgsl/a.wgsl:2: there is no wgsl/c.wgsl'],
    ['asks for what no module gives', '// asks for: f\n', "wgsl/a.wgsl:1: no module gives 'f'"],
    ['names its own module', '// uses: a\n', 'wgsl/a.wgsl:1: uses itself: a → a'],
    ['goes in a circle', '//\n//\n// uses: b\n', /wgsl\/(a.wgsl:3|b.wgsl:1): uses itself: .* → .* → /],
  ])('ends the build if it %s', (_, text, message) => {
    expect(() => heads(['a.wgsl', text], ['b.wgsl', '// uses: a\n'])).toThrow(message);
  });
});

describe('a pass', () => {
  it('has one module that gives each name that it asks for', () => {
    const kinds = [true, false].flatMap((masks) =>
      [[], Object.keys(FEATURES) as Feature[], ['waveforms' as const]].flatMap((features) =>
        WALKS.map((walk) => ({ ...PLAIN_PROGRAM, masks, features, walk })),
      ),
    );
    const passes = new Set(kinds.flatMap(passesFor).map(({ name, modules: own }) => [`${name}.entry`, ...own].join()));
    expect(passes.size).toBeGreaterThan(ALL_PASSES.length);
    for (const own of [...passes].map((names) => names.split(',')))
      for (const asked of own.flatMap((name) => modules[name].asks))
        expect(
          own.filter((name) => modules[name].gives.includes(asked)),
          `${asked} in ${own[0]}`,
        ).toHaveLength(1);
  });
});

describe('usedModules', () => {
  it('has each module once, behind those that it uses', () => {
    const found = usedModules('echo.entry', []);
    expect(new Set(found).size).toBe(found.length);
    for (const [k, name] of found.entries())
      for (const used of modules[name].uses) expect(found.indexOf(used), `${used} before ${name}`).toBeLessThan(k);
  });

  it('chooses only among modules that are asked for', () => {
    const choices = ['exits', 'mask', 'deflectors/cone', 'wholePulses'];
    const chosen = (entry: string) => choices.filter((name) => usedModules(entry, choices).includes(name));
    expect(chosen('pulse.entry')).toEqual(['deflectors/cone']);
    expect(chosen('traverse.entry')).toEqual(['exits', 'mask']);
    expect(chosen('traverseBundles.entry')).toEqual(['exits', 'mask', 'wholePulses']);
    expect(chosen('perturb.entry')).toEqual([]);
  });
});
