import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/base/yaml/yaml-document.js';

const DEEP = 50_000;

/** Texts that open maps and lists again and again. */
const NESTED: readonly [what: string, text: string, place: string][] = [
  ['brackets', '['.repeat(DEEP), '1:67'],
  ['closed brackets', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, '1:67'],
  ['braces', '{a: '.repeat(DEEP), '1:265'],
  ['keys that are maps', '{'.repeat(DEEP), '1:67'],
  ['lists of lists', '- '.repeat(DEEP), '1:133'],
  ['keys of keys', '? '.repeat(DEEP), '1:133'],
  ['maps in maps', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), '67:67'],
  ['brackets behind other values', `a: 1\nb: [1, 2]\nc: ${'['.repeat(DEEP)}`, '3:69'],
  ['brackets in the second document', `a: 1\n---\n${'['.repeat(DEEP)}`, '3:67'],
];

describe('nesting of a YAML text', () => {
  // The library composes by recursion; where the stack ends, V8 may end the process instead of throwing.
  it.each(NESTED)('is refused beyond 64, at its place: %s', (_, text, place) => {
    expect(() => parseYaml(text, 'deep.yaml')).toThrow(
      expect.objectContaining({
        message: 'found maps and lists nested more than 64 deep',
        place: { file: 'deep.yaml', line: Number(place.split(':')[0]), column: Number(place.split(':')[1]) },
      }),
    );
  });

  it('is refused where the library cannot tell its place: keys behind keys on a line', () => {
    expect(() => parseYaml(`f: { a: ${'b: '.repeat(5000)}1 }`, 'deep.yaml')).toThrow(
      expect.objectContaining({
        message: 'found maps and lists nested more than 64 deep',
        place: { file: 'deep.yaml' },
      }),
    );
  });

  it('is read up to 64', () => {
    let [value, depth] = [parseYaml(`${'['.repeat(64)}1${']'.repeat(64)}`, 'deep.yaml').value, 0];
    for (; Array.isArray(value); [value] = value) depth++;
    expect([depth, value]).toEqual([64, 1]);
  });
});
