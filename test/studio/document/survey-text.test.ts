import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildTree } from '../../../studio/document/build-tree.js';
import { EditRefused } from '../../../studio/document/edit-refused.js';
import type { Patch } from '../../../studio/document/patch.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

const after = (text: string, edit: (survey: SurveyText) => Patch[]): string => {
  const survey = new SurveyText(text);
  return survey.apply(edit(survey)).text;
};

const STATION = `legs:
  # The first one.
  - { name: west, position: [ -45, 3.0, 0 ], heading: 90 } # by the tree

  # The second one.
  - name: east # of here
    position: [45, -3, 0]   # metres
output: [a.las]
`;

describe('a value', () => {
  it.each([
    [
      'a number keeps the brackets around it',
      STATION,
      (t: SurveyText) => t.setValue(['legs', 0, 'position'], [-44.5, 3, 0]),
      '[ -45,',
      '[ -44.5,',
    ],
    [
      'a comment behind it stays',
      STATION,
      (t: SurveyText) => t.setValue(['legs', 1, 'position'], [1, 2, 3]),
      '[45, -3, 0]',
      '[1, 2, 3]',
    ],
    [
      'numbers have the places that are asked for',
      STATION,
      (t: SurveyText) => t.setValue(['legs', 1, 'position'], [0.1 + 0.2, -3, -0.00001], { decimals: 3 }),
      '[45, -3, 0]',
      '[0.3, -3, 0]',
    ],
    ['a text keeps its quotes', "a: 'b' # c\n", (t: SurveyText) => t.setValue(['a'], "it's"), "'b'", "'it''s'"],
    [
      'a text gets quotes where it needs them',
      'a: b\n',
      (t: SurveyText) => t.setValue(['a'], 'oak*'),
      'b\n',
      '"oak*"\n',
    ],
    ['a key without a value', 'a: # c\nb: 1\n', (t: SurveyText) => t.setValue(['a'], 5), 'a: #', 'a: 5 #'],
    [
      'a text of lines',
      'a: | # c\n  one\n  two\nb: 1\n',
      (t: SurveyText) => t.setValue(['a'], 'three\nfour\n'),
      '| # c\n  one\n  two',
      '|\n  three\n  four',
    ],
    [
      'lines that become one',
      'a: | # c\n  one\n  two\nb: 1\n',
      (t: SurveyText) => t.setValue(['a'], 'three'),
      '| # c\n  one\n  two',
      'three # c',
    ],
    ['in JSON', '{\n  "a": [1, 2],\n  "b": "c"\n}\n', (t: SurveyText) => t.setValue(['b'], 'd'), '"c"', '"d"'],
    [
      'with windows line ends, a mark and a tab',
      '\uFEFFa: 1\t# c\r\nb: 2\r\n',
      (t: SurveyText) => t.setValue(['a'], 7),
      '1\t',
      '7\t',
    ],
    ['without a last line break', 'a: 1\nb: 2', (t: SurveyText) => t.setValue(['b'], 3), 'b: 2', 'b: 3'],
    [
      'a block by a word',
      'scanner: # c\n  id: x\n  step: 2 # deg\nlegs: []\n',
      (t: SurveyText) => t.setValue(['scanner'], 'z'),
      'scanner: # c\n  id: x\n  step: 2 # deg\n',
      'scanner: z # c\n',
    ],
    [
      'an alias by what it is now',
      'a: &p [1, 2]\nb: *p # c\n',
      (t: SurveyText) => t.setValue(['b'], [1, 3]),
      '*p',
      '[1, 3]',
    ],
    ['an anchor stays', 'a: &p [1, 2]\nb: *p\n', (t: SurveyText) => t.setValue(['a', 1], 3), '[1, 2]', '[1, 3]'],
  ])('%s', (_, text, edit, old, young) => {
    expect(after(text, edit)).toBe(text.replace(old, young));
  });

  it.each([
    ['a key at the end', 'a: 1\nb: 2 # c\n', ['c'], 3, 'a: 1\nb: 2 # c\nc: 3\n'],
    ['and without a last line break', 'a: 1', ['b'], 3, 'a: 1\nb: 3'],
    ['maps around it', 'a: 1\n', ['b', 'c', 'd'], 3, 'a: 1\nb: { c: { d: 3 } }\n'],
    [
      'a list of maps in lines',
      'legs: [] # none\na: 1\n',
      ['legs'],
      [{ position: [0, 0, 0] }],
      'legs: # none\n  - { position: [0, 0, 0] }\na: 1\n',
    ],
    ['below a key without a value', 'legs:\na: 1\n', ['legs'], [{ x: 1 }], 'legs:\n  - { x: 1 }\na: 1\n'],
    ['a key in brackets', 'a: {b: 1}\n', ['a', 'c'], 'd', 'a: {b: 1, c: d}\n'],
    ['a key in lines of brackets', '{\n  "a": 1\n}\n', ['b'], 'x', '{\n  "a": 1,\n  "b": "x"\n}\n'],
    ['the first of a text', '# nothing yet\n', ['a'], [1], '# nothing yet\na: [1]\n'],
    [
      'four columns, and items below their key',
      'a:\n    b:\n    - x: 1\n',
      ['a', 'c'],
      [{ y: 1 }],
      'a:\n    b:\n    - x: 1\n    c:\n    - { y: 1 }\n',
    ],
  ])('is made with what is missing: %s', (_, text, path, value, expected) => {
    expect(after(text, (survey) => survey.setValue(path, value))).toBe(expected);
  });

  it('goes to its place among the usual keys', () => {
    const order = ['seed', 'scene', 'scanner', 'legs'];
    const set = (text: string, key: string) => after(text, (survey) => survey.setValue([key], 1, { order }));
    expect(set('seed: 2\n\n# Legs.\nlegs: []\n', 'scanner')).toBe('seed: 2\n\nscanner: 1\n# Legs.\nlegs: []\n');
    expect(set('# head\nlegs: []\n', 'seed')).toBe('# head\nseed: 1\nlegs: []\n');
  });
});

describe('an item', () => {
  it('is added like those beside it', () => {
    const leg = { name: 'new', position: [1, 2, 3] };
    expect(after(STATION, (t) => t.insertItem(['legs'], 1, leg))).toBe(
      STATION.replace('  # The second', '  - name: new\n    position: [ 1, 2, 3 ]\n  # The second'),
    );
    expect(after('legs: [ { a: 1 } ]\n', (t) => t.insertItem(['legs'], 1, { a: 2 }))).toBe(
      'legs: [ { a: 1 }, { a: 2 } ]\n',
    );
    expect(after('a: 1\n', (t) => t.insertItem(['legs'], 0, { a: 2 }))).toBe('a: 1\nlegs:\n  - { a: 2 }\n');
  });

  it('is removed with its lines and its own comments', () => {
    expect(after(STATION, (t) => t.removeItem(['legs'], 1))).toBe(
      `${STATION.slice(0, STATION.indexOf('  # The second'))}output: [a.las]\n`,
    );
    expect(after(STATION, (t) => t.removeItem(['legs'], 0))).toContain(
      'legs:\n  # The first one.\n\n  # The second one.\n  - name: east',
    );
  });

  it.each([
    ['the last of a block', 'legs: # c\n  # d\n  - a # e\nb: 1\n', 'legs: [] # c\n  # d\nb: 1\n'],
    ['the last in brackets', 'legs: [ a ] # c\nb: 1\n', 'legs: [] # c\nb: 1\n'],
    ['the last of all', 'legs:\n- a', 'legs: []'],
    ['in lines of brackets', 'legs: [\n  a, # c\n  b # d\n]\n', 'legs: [\n  b # d\n]\n'],
  ])('leaves what is right: %s', (_, text, expected) => {
    expect(after(text, (survey) => survey.removeItem(['legs'], 0))).toBe(expected);
  });

  it('is removed with the comma before it where it is the last', () => {
    expect(after('{"legs": [\n  1,\n  2\n]}\n', (t) => t.removeItem(['legs'], 1))).toBe('{"legs": [\n  1\n]}\n');
    expect(after('legs: [1, 2, ]\n', (t) => t.removeItem(['legs'], 1))).toBe('legs: [1, ]\n');
  });

  it('moves with its comments', () => {
    const text = 'l:\n  - a # a\n  # of b\n  - b\n  - c';
    expect(after(text, (t) => t.moveItem(['l'], 1, 2))).toBe('l:\n  - a # a\n  - c\n  # of b\n  - b');
    expect(after(text, (t) => t.moveItem(['l'], 2, 0))).toBe('l:\n  - c\n  - a # a\n  # of b\n  - b');
    expect(after('l: [a, b, c]', (t) => t.moveItem(['l'], 0, 2))).toBe('l: [b, c, a]');
  });

  it('is repeated as it is written, without its anchor', () => {
    expect(after('l:\n  - &x { a: 1.0 } # c\n  - *x\n', (t) => t.duplicateItem(['l'], 0))).toBe(
      'l:\n  - &x { a: 1.0 } # c\n  - { a: 1.0 }\n  - *x\n',
    );
  });
});

describe('a key', () => {
  it('is removed; the next takes its place behind a dash', () => {
    expect(after('l:\n  - a: 1\n    # of b\n    b: 2\n', (t) => t.removeKey(['l', 0], 'a'))).toBe(
      'l:\n  - # of b\n    b: 2\n',
    );
    expect(after('l:\n  - a: 1\n    b: 2\n', (t) => t.removeKey(['l', 0], 'b'))).toBe('l:\n  - a: 1\n');
    expect(after('m: { a: 1 }\n', (t) => t.removeKey(['m'], 'a'))).toBe('m: {}\n');
    expect(after('a: 1\n', (t) => t.removeKey([], 'b'))).toBe('a: 1\n');
  });

  it('leaves the head of the file when it is the first', () => {
    expect(after('# A survey.\nname: a\nseed: 1\n', (t) => t.removeKey([], 'name'))).toBe('# A survey.\nseed: 1\n');
  });

  it('is renamed in its quotes', () => {
    expect(after('m: { "a": 1, b: 2 }\n', (t) => t.renameKey(['m'], 'a', 'c d'))).toBe('m: { "c d": 1, b: 2 }\n');
    expect(() => after('m: { a: 1, b: 2 }\n', (t) => t.renameKey(['m'], 'a', 'b'))).toThrow('m has a key b already');
  });
});

describe('an edit is refused, and says why,', () => {
  it.each([
    [
      'in what an alias repeats',
      'a: &p { x: 1 }\nb: *p\n',
      (t: SurveyText) => t.setValue(['b', 'x'], 2),
      'b repeats what is marked &p; edit that, or write the values out here',
    ],
    [
      'where an anchor would be lost',
      'l:\n  - &p 1\n  - *p\n',
      (t: SurveyText) => t.removeItem(['l'], 0),
      'l holds an anchor (&) that other places repeat; write its values out there first',
    ],
    [
      'where the text has a fault',
      'a: "x\nb: 1\n',
      (t: SurveyText) => t.setValue(['a'], 2),
      /^a cannot be edited while line \d has a fault: /,
    ],
    ['where there is no such item', 'l: [1]\n', (t: SurveyText) => t.removeItem(['l'], 1), 'l has no item 2'],
    [
      'in a single value',
      'l: 1\n',
      (t: SurveyText) => t.setValue(['l', 'a'], 1),
      'l is a single value, which has no a',
    ],
    [
      'in what only YAML has',
      '? [a, b]\n: 1\n',
      (t: SurveyText) => t.setValue(['a'], 1),
      'the survey is written in a way that can be edited only in the text',
    ],
  ])('%s', (_, text, edit, message) => {
    const survey = new SurveyText(text);
    expect(() => edit(survey)).toThrow(EditRefused);
    expect(() => edit(survey)).toThrow(message);
  });

  it('except beside a fault', () => {
    const text = 'scene: { parts: [ }\nlegs:\n  - { position: [1, 2, 3] }\n';
    expect(new SurveyText(text).faults.length).toBeGreaterThan(0);
    expect(after(text, (t) => t.setValue(['legs', 0, 'position', 0], 5))).toBe(text.replace('[1,', '[5,'));
  });
});

describe('a text', () => {
  it('says where its values are, and which one an offset is in', () => {
    const survey = new SurveyText(STATION);
    const slice = (range = { from: 0, to: 0 }) => STATION.slice(range.from, range.to);
    expect(slice(survey.rangeOf(['legs', 1, 'position']))).toBe('[45, -3, 0]');
    expect(slice(survey.entryRangeOf(['legs', 1, 'name']))).toBe('name: east');
    expect(survey.rangeOf(['legs', 7])).toBeUndefined();
    expect(survey.pathAt(STATION.indexOf('-3, 0]'))).toEqual(['legs', 1, 'position', 1]);
    expect(survey.pathAt(STATION.indexOf('heading'))).toEqual(['legs', 0, 'heading']);
    expect(survey.pathAt(STATION.indexOf('# The second'))).toEqual(['legs']);
    expect(survey.lineOf(['legs', 1, 'position'])).toBe(7);
    expect(survey.valueAt(['legs', 0, 'name'])).toBe('west');
    expect(new SurveyText('a: &p { x: 1 }\nb: *p\n').valueAt(['b', 'x'])).toBe(1);
  });

  it('shares the values of what an edit leaves alone', () => {
    const before = new SurveyText(STATION);
    const [first, second] = before.valueAt(['legs']) as object[];
    const moved = before.apply(before.setValue(['legs', 1, 'position', 0], 46));
    expect((moved.valueAt(['legs']) as object[])[0]).toBe(first);
    expect((moved.valueAt(['legs']) as object[])[1]).not.toBe(second);
  });

  it.each([
    '',
    '#',
    'a',
    '- ',
    '{',
    '[1',
    'a: b: c',
    '"',
    '---\na: 1\n---\nb: 2\n',
    '*x',
    '&a [*a]',
    `${'['.repeat(20_000)}`,
  ])('is read, whatever its kind: %s', (text) => {
    const survey = new SurveyText(text);
    expect(() => [survey.valueAt([]), survey.pathAt(0), survey.lineOf(['a'])]).not.toThrow();
    expect(survey.faults.every(({ offset }) => offset >= 0)).toBe(true);
  });
});

/** A survey of many legs. */
const manyLegs = (count: number): string =>
  `name: many\nscene: { parts: [{ generate: { kind: street } }] }\nlegs:\n${Array.from({ length: count }, (_, k) => `  - { name: station ${k}, position: [${k}, -5.5, 0], on: ground } # metres\n`).join('')}output:\n  - many.las\n`;

describe('a survey of 2,000 legs', () => {
  const start = new SurveyText(manyLegs(2000));
  // The first parse, of all of it.
  start.valueAt([]);

  it.each([
    ['moved', (t: SurveyText, k: number) => t.setValue(['legs', 1000, 'position'], [k, 2, 0.5])],
    [
      'added',
      (t: SurveyText, k: number) => t.insertItem(['legs'], 1000 + k, { name: `new ${k}`, position: [k, 0, 0] }),
    ],
    ['removed', (t: SurveyText) => t.removeItem(['legs'], 700)],
    ['renamed', (t: SurveyText, k: number) => t.setValue(['legs', 3, 'name'], `name ${k}`)],
  ])('is read again in part: a leg %s', (_, edit) => {
    let survey = start;
    const times = Array.from({ length: 15 }, (_, k) => {
      const began = performance.now();
      survey = survey.apply(edit(survey, k));
      survey.valueAt(['legs']);
      return performance.now() - began;
    });
    expect(survey.tree).toEqual(buildTree(survey.text));
    expect(survey.valueAt([])).toEqual(parse(survey.text));
    const median = times.sort((a, b) => a - b)[7];
    // A frame is 16 ms; all of it takes 200 on a quiet machine. The limit is for one that does other things as well.
    expect(median).toBeLessThan(50);
  });
});
