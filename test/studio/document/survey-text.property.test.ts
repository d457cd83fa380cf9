import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildTree } from '../../../studio/document/build-tree.js';
import { EditRefused } from '../../../studio/document/edit-refused.js';
import { History } from '../../../studio/document/history.js';
import type { Patch } from '../../../studio/document/patch.js';
import { SurveyText } from '../../../studio/document/survey-text.js';
import { wrapValue } from '../../../studio/document/wrap-value.js';
import type { Path } from '../../../studio/document/yaml-tree.js';
import { testRandom as seeded } from '../../support/random.js';
import { type Draw, pick, randomMap, randomScalar, randomText, randomValue, upTo } from './random-yaml.js';

const SEED = Number(process.env.STUDIO_SEED ?? Date.now() % 1e9);

const TEXTS = Number(process.env.STUDIO_TEXTS ?? 40);
const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(join(EXAMPLES, name), 'utf8'));

interface Edit {
  name: string;
  /** Of the value that changes: comments outside of it, and of what is removed with its lines, stay. */
  path: Path;
  removes: boolean;
  make(text: SurveyText): Patch[];
  change(data: unknown): unknown;
}

const valueIn = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, segment) => (value as Record<string | number, unknown>)[segment], data);

// biome-ignore lint/suspicious/noExplicitAny: of whatever kind the edit is for
function changed(data: unknown, path: Path, change: (value: any) => unknown): unknown {
  const copy = structuredClone({ data });
  const owner = valueIn(copy, ['data', ...path].slice(0, -1)) as Record<string | number, unknown>;
  const key = ['data', ...path].at(-1)!;
  owner[key] = change(owner[key]);
  return copy.data;
}

/** All paths of data, the root's own first. */
function pathsOf(data: unknown, path: Path = []): Path[] {
  if (typeof data !== 'object' || data === null) return [path];
  const entries = Array.isArray(data) ? [...data.entries()] : Object.entries(data);
  return [path, ...entries.flatMap(([key, value]) => pathsOf(value, [...path, key]))];
}

/** A value like another one, with a part of it changed, or something else. */
function nearly(draw: Draw, value: unknown): unknown {
  if (draw() < 0.3 || typeof value !== 'object' || value === null)
    return draw() < 0.6 ? randomScalar(draw) : randomValue(draw, 2);
  if (Array.isArray(value)) {
    const copy = value.map((item) => (draw() < 0.3 ? nearly(draw, item) : item));
    if (draw() < 0.3) copy.splice(upTo(draw, copy.length), upTo(draw, 2), randomValue(draw, 1));
    return copy;
  }
  const kept = Object.entries(value).filter(() => draw() < 0.8);
  const copy = Object.fromEntries(kept.map(([key, item]) => [key, draw() < 0.3 ? nearly(draw, item) : item]));
  return draw() < 0.3 ? { ...copy, ...randomMap(draw, 1) } : copy;
}

function randomEdit(draw: Draw, data: unknown): Edit {
  const path = pick(draw, pathsOf(data).slice(1));
  const value = valueIn(data, path);
  if (Array.isArray(value) && draw() < 0.6) return listEdit(draw, path, value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && draw() < 0.5)
    return mapEdit(draw, path, value);
  const next = nearly(draw, value);
  const name = `set ${JSON.stringify(path)} to ${JSON.stringify(next)}`;
  return {
    name,
    path,
    removes: true,
    make: (text) => text.setValue(path, next),
    change: (all) => changed(all, path, () => next),
  };
}

function listEdit(draw: Draw, path: Path, list: unknown[]): Edit {
  const index = upTo(draw, Math.max(0, list.length - 1));
  const at = JSON.stringify(path);
  const kind = list.length === 0 ? 'insert' : pick(draw, ['insert', 'remove', 'move', 'duplicate']);
  const edit = (name: string, make: Edit['make'], change: (items: unknown[]) => unknown): Edit => ({
    name,
    path: kind === 'remove' ? [...path, index] : path,
    removes: kind === 'remove',
    make,
    change: (all) => changed(all, path, change),
  });
  if (kind === 'insert') {
    const [place, item] = [upTo(draw, list.length), randomValue(draw, 2)];
    const name = `insert ${JSON.stringify(item)} at ${place} of ${at}`;
    return edit(
      name,
      (text) => text.insertItem(path, place, item),
      (items) => items.toSpliced(place, 0, item),
    );
  }
  if (kind === 'remove')
    return edit(
      `remove ${index} of ${at}`,
      (text) => text.removeItem(path, index),
      (items) => items.toSpliced(index, 1),
    );
  if (kind === 'duplicate')
    return edit(
      `duplicate ${index} of ${at}`,
      (text) => text.duplicateItem(path, index),
      (items) => items.toSpliced(index, 0, structuredClone(items[index])),
    );
  const to = upTo(draw, list.length - 1);
  const move = (items: unknown[]) => items.toSpliced(index, 1).toSpliced(to, 0, items[index]);
  return edit(`move ${index} to ${to} of ${at}`, (text) => text.moveItem(path, index, to), move);
}

function mapEdit(draw: Draw, path: Path, map: object): Edit {
  const keys = Object.keys(map);
  const at = JSON.stringify(path);
  const key = pick(draw, keys);
  const kind = keys.length === 0 ? 'add' : pick(draw, ['add', 'remove', 'rename', 'wrap']);
  if (kind === 'add') {
    const [name, value] = [pick(draw, ['new', 'a new one', '3', 'yes', 'é#']), randomValue(draw, 2)];
    const deep: Path = [...path, name, ...(draw() < 0.3 ? ['deep'] : [])];
    const inner = deep.length > path.length + 1 ? { deep: value } : value;
    return {
      name: `add ${JSON.stringify(deep)}: ${JSON.stringify(value)}`,
      path,
      removes: false,
      make: (text) => text.setValue(deep, value),
      change: (all) => changed(all, path, (old) => ({ ...old, [name]: inner })),
    };
  }
  if (kind === 'remove') {
    const change = (old: object) => Object.fromEntries(Object.entries(old).filter(([other]) => other !== key));
    const make = (text: SurveyText) => text.removeKey(path, key);
    return {
      name: `remove ${key} of ${at}`,
      path: [...path, key],
      removes: true,
      make,
      change: (all) => changed(all, path, change),
    };
  }
  if (kind === 'wrap') {
    const wrapping = { key: `wrapped ${keys.join('').length}`, inner: pick(draw, ['a', '3']), inList: draw() < 0.5 };
    const wrapped = (value: unknown) => ({ [wrapping.inner]: value });
    const change = (old: object) =>
      Object.fromEntries(
        Object.entries(old).map(([other, value]) =>
          other === key ? [wrapping.key, wrapping.inList ? [wrapped(value)] : wrapped(value)] : [other, value],
        ),
      );
    const make = (text: SurveyText) => wrapValue(text, path, key, wrapping);
    const name = `wrap ${key} of ${at}${wrapping.inList ? ' in a list' : ''}`;
    return { name, path, removes: false, make, change: (all) => changed(all, path, change) };
  }
  const fresh = `renamed ${keys.length}${keys.join('').length}`;
  const change = (old: object) => Object.fromEntries(Object.entries(old).map(([k, v]) => [k === key ? fresh : k, v]));
  const make = (text: SurveyText) => text.renameKey(path, key, fresh);
  return { name: `rename ${key} of ${at}`, path, removes: false, make, change: (all) => changed(all, path, change) };
}

/**
 * Comments that an edit may remove: those of the removed lines, and those on the lines directly above and behind it.
 */
function expendable(before: SurveyText, { path, removes }: Edit): string {
  const range = before.entryRangeOf(path);
  if (!removes || !range) return '';
  const { text } = before;
  const lines = text.slice(0, range.from).split(/\r\n|\n/);
  let first = lines.length - 1;
  while (first > 0 && /^\s*#/.test(lines[first - 1])) first--;
  const start = lines.slice(0, first).join('\n').length;
  const behind = /^[^\n]*/.exec(text.slice(range.to))![0];
  return text.slice(Math.max(0, start - lines.length), range.to) + behind;
}

const commentsIn = (text: string): string[] => text.match(/#(?:c\d+| [^\r\n]*)/g) ?? [];

/** Applies random edits to a text, and checks each. */
function edit(draw: Draw, text: string, count: number, seen: Set<string>): void {
  const history = new History(text);
  let data: unknown = parse(text, { uniqueKeys: false });
  for (let k = 0; k < count && pathsOf(data).length > 1; k++) {
    const before = history.text;
    const change = randomEdit(draw, data);
    const context = () => `seed ${SEED}, ${change.name} in\n${before.text}`;
    let patches: Patch[];
    try {
      patches = change.make(before);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw new Error(context(), { cause: error });
      throw new Error(`${error.message}: ${context()}`);
    }
    history.change(change.name, patches);
    const { text: after } = history.text;
    data = change.change(data);
    expect(parse(after), `${context()}\nafter\n${after}`).toEqual(data);
    expect(history.text.tree, `tree: ${context()}`).toEqual(buildTree(after));
    const may = expendable(before, change);
    const lost = commentsIn(before.text).filter((comment) => !after.includes(comment) && !may.includes(comment));
    expect(lost, `${context()}\nafter\n${after}`).toEqual([]);
    seen.add(change.name.split(' ')[0]);
  }
  const end = history.text.text;
  while (history.undoName !== undefined) history.undo();
  expect(history.text.text).toBe(text);
  while (history.redoName !== undefined) history.redo();
  expect(history.text.text).toBe(end);
}

/** Texts that people type, and texts that break a survey. */
const TYPED = [
  '\n',
  ' ',
  '- ',
  ': ',
  '#',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  'a',
  '1',
  '|',
  '&a ',
  '*a',
  '\t',
  '---\n',
  '\n    ',
  '? ',
  '!x ',
  '...\n',
];

describe('a text that somebody types in', () => {
  it(`is read in part as it would be in whole: seed ${SEED}`, () => {
    const draw = seeded(SEED);
    const bases = examples.flatMap((text) => [
      text,
      JSON.stringify(parse(text), null, 1),
      text.replaceAll('\n', '\r\n'),
    ]);
    for (const text of bases.map((base) => new SurveyText(base))) {
      expect(text.faults).toEqual([]);
      for (let k = 0; k < 3; k++) {
        const at = upTo(draw, text.text.length);
        const remove = draw() < 0.5 ? '' : text.text.slice(at, at + upTo(draw, 12));
        const insert = Array.from({ length: upTo(draw, 3) }, () => pick(draw, TYPED)).join('');
        const after = text.apply([{ at, remove, insert }]);
        expect(after.tree, `seed ${SEED}, ${JSON.stringify({ at, remove, insert })} in\n${text.text}`).toEqual(
          buildTree(after.text),
        );
      }
    }
  });
});

/** Edits of texts, in the order of the alphabet. */
const KINDS = ['add', 'duplicate', 'insert', 'move', 'remove', 'rename', 'set', 'wrap'];

describe('random edits', () => {
  it(`keep random texts consistent: seed ${SEED}`, () => {
    const seen = new Set<string>();
    // Now and then a seed has one of the kinds in none of its first texts.
    for (let k = 0; k < TEXTS || (seen.size < KINDS.length && k < 10 * TEXTS); k++) {
      const draw = seeded(SEED + k);
      edit(draw, randomText(draw, randomMap(draw, 4, 1)), 8, seen);
    }
    expect([...seen].sort()).toEqual(KINDS);
  });

  it(`keep the examples consistent: seed ${SEED}`, () => {
    for (const [k, text] of examples.entries()) edit(seeded(SEED + k), text, 6, new Set());
  });
});
