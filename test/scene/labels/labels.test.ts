import { describe, expect, it } from 'vitest';
import { ASPRS_CLASS_NAMES, asprsClassName } from '../../../src/scene/labels/asprs-classes.js';
import { globMatches, Labels, labelsJson, ruleText } from '../../../src/scene/labels/labels.js';
import type { LabelRule } from '../../../src/scene/scene-description.js';
import { keepingLog } from '../scene-files.js';

const place = { file: 'survey.yaml', line: 1 };
const rule = (match: string, more: Partial<LabelRule> = {}): LabelRule => ({ match, on: 'any', place, ...more });
const candidate = (object: string, group = '', material = '') => ({ part: 'yard', objects: [object], group, material });

describe('globMatches', () => {
  it.each([
    ['tree*', 'Tree_12', true],
    ['*', '', true],
    ['*', 'a', true],
    ['?', '', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*_roof_*', 'house_roof_3', true],
    ['*.001', 'cube.001', true],
    ['*.001', 'cubeX001', false],
    ['[ab]', 'a', false],
    ['tree', 'trees', false],
    ['', '', true],
    ['', 'a', false],
    ['*a*b', 'xaybzb', true],
    ['*a*b*', 'xbya', false],
    ['ÜBER*', 'übermut', true],
  ])('%s and %s: %s', (glob, name, fits) => {
    expect(globMatches(glob, name)).toBe(fits);
  });

  it('takes no time for patterns of many stars', () => {
    const start = performance.now();
    expect(globMatches('*a'.repeat(60), 'b'.repeat(4000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('Labels', () => {
  it('lets the first rule that fits and sets a field decide that field', () => {
    const metal = rule('*', { material: 'metal' });
    const labels = new Labels([
      rule('car_*', { semantic: 'vehicle' }),
      rule('*_red', { classification: 64 }),
      rule('*', { classification: 2, semantic: 'ground' }),
      metal,
      rule('*', { material: 'wood' }),
    ]);
    expect(labels.decide(candidate('car_red'))).toEqual({ classification: 64, semantic: 257, materialRule: metal });
    expect(labels.decide(candidate('house'))).toEqual({ classification: 2, semantic: 256, materialRule: metal });
    expect(labels.semantics).toEqual({ 0: 'none', 256: 'ground', 257: 'vehicle' });
  });

  it('lets a rule decide that there is no semantic class', () => {
    const labels = new Labels([rule('car_*', { semantic: 'none' }), rule('*', { semantic: 'vehicle' })]);
    expect(labels.decide(candidate('car_red'))).toEqual({ semantic: 0 });
    expect(labels.decide(candidate('van'))).toEqual({ semantic: 256 });
  });

  it('numbers semantic classes by their names, used or not', () => {
    const labels = new Labels([
      rule('x', { semantic: 'b' }),
      rule('y', { semantic: 'a' }),
      rule('z', { semantic: 'b' }),
    ]);
    expect(labels.semantics).toEqual({ 0: 'none', 256: 'a', 257: 'b' });
    expect(labels.decide(candidate('z'))).toEqual({ semantic: 257 });
    expect(labels.decide(candidate('w'))).toEqual({ semantic: 0 });
  });

  it('matches only the kind of name that the rule asks for', () => {
    const names = { part: 'yard', objects: ['node', 'shape'], group: 'roof', material: 'tile' };
    const fits = (on: LabelRule['on'], match: string) =>
      new Labels([rule(match, { on, classification: 6 })]).decide(names).classification === 6;
    expect([fits('object', 'shape'), fits('object', 'roof'), fits('object', 'tile')]).toEqual([true, false, false]);
    expect([fits('group', 'node'), fits('group', 'roof'), fits('group', 'tile')]).toEqual([false, true, false]);
    expect([fits('material', 'node'), fits('material', 'roof'), fits('material', 'tile')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([fits('any', 'node'), fits('any', 'roof'), fits('any', 'tile'), fits('any', 'til')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('rules for parts', () => {
  const floor = { part: 'WoodFloor', objects: ['Mesh384'], group: '', material: 'grey' };

  it.each([
    ['Wood*', '*', 2],
    ['woodfloor', 'mesh*', 2],
    ['Stone*', '*', undefined],
    ['Wood*', 'roof', undefined],
  ])('part %s with match %s', (part, match, classification) => {
    expect(new Labels([rule(match, { part, classification: 2 })]).decide(floor).classification).toBe(classification);
  });

  it('are written as text', () => {
    expect([rule('a*'), rule('*', { part: 'b' }), rule('a*', { part: 'b' })].map(ruleText)).toEqual([
      'a*',
      'part b',
      'a* of part b',
    ]);
  });
});

describe('rules that fit nothing', () => {
  const warnings = (...rules: LabelRule[]) => {
    const labels = new Labels(rules);
    for (const object of ['house_1', 'house_2', 'oak']) labels.decide(candidate(object, 'roof', 'brick'));
    const log = keepingLog();
    labels.warnOfUnused(log);
    return log.warnings;
  };

  it.each([
    [rule('hosue*'), 'no object, group or material is called "hosue*"; did you mean "house_1"?'],
    [rule('rof', { on: 'group' }), 'no group is called "rof"; did you mean "roof"?'],
    [
      rule('ya*'),
      'no object, group or material is called "ya*", but the part "yard" is: write part: "ya*" in place of match',
    ],
    [rule('zebra*', { on: 'object' }), 'no object is called "zebra*"'],
    [rule('*', { part: 'yrad' }), 'no part is called "yrad"; did you mean "yard"?'],
    [rule('bric', { part: 'y*', on: 'material' }), 'no material in part "y*" is called "bric"; did you mean "brick"?'],
  ])('are warned of with the nearest name', (unused, reason) => {
    expect(warnings(unused)).toEqual([`survey.yaml:1: this label fits nothing: ${reason}`]);
  });

  it('are passed over where they fit, or come with a generator', () => {
    expect(warnings(rule('house*'), rule('house_2'), rule('brick'), rule('nothing', { builtIn: true }))).toEqual([]);
  });
});

describe('labelsJson', () => {
  it('maps every id to its name', () => {
    const text = labelsJson({
      instances: ['', 'a', 'b'],
      materials: ['wood'],
      semantics: { 0: 'none', 20: 'tree' },
      classes: { 5: 'High vegetation' },
    });
    expect(text.endsWith('}\n')).toBe(true);
    const sparse = ['', 'a'];
    sparse[7] = 'b';
    const names = { instances: sparse, materials: [], semantics: {}, classes: {} };
    expect(JSON.parse(labelsJson(names)).instances).toEqual({ 1: 'a', 7: 'b' });
    expect(JSON.parse(text)).toEqual({
      instances: { 1: 'a', 2: 'b' },
      materials: { 0: 'wood' },
      semantics: { 0: 'none', 20: 'tree' },
      classes: { 5: 'High vegetation' },
    });
  });
});

describe('asprsClassName', () => {
  it('names standard, reserved and user classes', () => {
    expect([0, 1, 2, 5, 6, 9, 11, 17, 22].map((number) => asprsClassName(number))).toEqual([
      'Created, never classified',
      'Unclassified',
      'Ground',
      'High vegetation',
      'Building',
      'Water',
      'Road surface',
      'Bridge deck',
      'Temporal exclusion',
    ]);
    expect([23, 63, 64, 255].map((number) => asprsClassName(number))).toEqual([
      'Reserved',
      'Reserved',
      'User class 64',
      'User class 255',
    ]);
    expect([2, 64, 65].map((number) => asprsClassName(number, { 2: 'x', 64: 'Vehicle' }))).toEqual([
      'Ground',
      'Vehicle',
      'User class 65',
    ]);
    expect(ASPRS_CLASS_NAMES).toHaveLength(23);
  });
});
