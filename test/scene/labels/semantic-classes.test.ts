import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proceduralLabels } from '../../../src/procedural/labels.js';
import { PROCEDURAL_KINDS } from '../../../src/procedural/procedural-kind.js';
import { namesOfSemantics, numberSemantics, SEMANTIC_CLASSES } from '../../../src/scene/labels/semantic-classes.js';

const mentions = (...names: string[]) => names.map((name, k) => ({ name, place: { file: 's.yaml', line: k + 1 } }));

describe('the table of semantic classes', () => {
  it('gives every name a number of its own below 256', () => {
    const numbers = Object.values(SEMANTIC_CLASSES);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBeLessThan(256);
    expect(Math.min(...numbers)).toBe(0);
  });

  it('has every name that generated scenes use', () => {
    const used = PROCEDURAL_KINDS.flatMap((kind) => proceduralLabels(kind).flatMap(({ semantic }) => semantic ?? []));
    expect(used.filter((name) => !Object.hasOwn(SEMANTIC_CLASSES, name))).toEqual([]);
  });

  it('stands in docs/labels.md', () => {
    const guide = readFileSync(new URL('../../../docs/labels.md', import.meta.url), 'utf8');
    const listed = [...guide.matchAll(/(\d+) ([a-z ]+?)(?=[,.;]| ·| \||\n|$)/g)].map(([, number, name]) => [
      name,
      Number(number),
    ]);
    expect(Object.fromEntries(listed)).toMatchObject(SEMANTIC_CLASSES);
  });
});

describe('numberSemantics', () => {
  it('numbers names of the table as the table does, others from 256 on by the alphabet, whatever their order', () => {
    const numbers = { none: 0, tree: 20, crane: 256, mast: 257 };
    expect(Object.fromEntries(numberSemantics(mentions('mast', 'tree', 'crane')))).toEqual(numbers);
    expect(Object.fromEntries(numberSemantics(mentions('crane', 'mast', 'tree', 'mast')))).toEqual(numbers);
  });

  it('takes the numbers that the scene gives, and leaves them out of the others', () => {
    const own = { mast: 256, tree: 7, unused: 257 };
    expect(Object.fromEntries(numberSemantics(mentions('crane', 'mast', 'tree'), own))).toEqual({
      none: 0,
      tree: 7,
      mast: 256,
      crane: 258,
    });
  });

  it('refuses one number for two names, where the one is used', () => {
    expect(() => numberSemantics(mentions('mast', 'tree'), { mast: 20 })).toThrow(
      'semantic class 20 is both "tree" and "mast"',
    );
    expect(() => numberSemantics(mentions('mast'), { mast: 20 })).not.toThrow();
  });

  it('is not led astray by names of the language', () => {
    expect(numberSemantics(mentions('constructor', '__proto__')).get('constructor')).toBe(257);
    expect(namesOfSemantics(numberSemantics(mentions('tree')))).toEqual({ 0: 'none', 20: 'tree' });
  });
});
