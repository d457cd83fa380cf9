import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { checkDocument } from '../../../src/base/yaml/check-document.js';
import { mapField, numberField } from '../../../src/base/yaml/fields.js';
import { parseYaml } from '../../../src/base/yaml/yaml-document.js';

/** Seconds of this process that `action` takes. */
function secondsOf(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const lines = (count: number, line: (k: number) => string) => Array.from({ length: count }, (_, k) => line(k)).join('');

describe('large documents', () => {
  it('take no time for each pair of an alias and a value', () => {
    const text = `a: &a 1\nb:\n${lines(60_000, () => '- 1\n')}c:\n${lines(9_000, () => '- *a\n')}`;
    let value: unknown;
    const seconds = secondsOf(() => {
      value = parseYaml(text, 'a.yaml').value;
    });
    expect((value as { c: number[] }).c.at(-1)).toBe(1);
    // Looking for each anchor from the start took more than 30 s.
    expect(seconds).toBeLessThan(8);
  });

  it('take no time for each pair of keys, known or not', () => {
    const schema = mapField('a thing', { known: numberField('n').optional() });
    const text = lines(30_000, (k) => `key${k}: 1\n`);
    const seconds = secondsOf(() => {
      expect(() => checkDocument(schema as z.ZodType, parseYaml(text, 'a.yaml'))).toThrow('and 29980 more');
    });
    expect(seconds).toBeLessThan(8);
  });

  it('have anchors that are set again: an alias repeats the last one above it', () => {
    const { value } = parseYaml('a: &x 1\nb: *x\nc: &x 2\nd: *x\n', 'a.yaml');
    expect(value).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it('name every key that occurs twice, however it is quoted', () => {
    expect(() => parseYaml('a: 1\nb: 2\n"a": 3\n', 'a.yaml')).toThrow('occurs twice');
  });
});
