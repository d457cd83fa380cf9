import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/campaign/canonical-json.js';
import { formatRanges } from '../../src/campaign/format-ranges.js';
import { pointerSteps, withValueAt } from '../../src/campaign/json-pointer.js';
import { unitOf } from '../../src/campaign/node-sha256.js';
import type { Task } from '../../src/campaign/plan/plan-file.js';
import { parseShard, tasksOf } from '../../src/campaign/run/shards.js';
import { shardFromEnv } from '../../src/campaign/run/task-from-env.js';
import { VARIABLE_KINDS } from '../../src/campaign/variables/index.js';
import { normalProbability, normalQuantile } from '../../src/campaign/variables/normal-quantile.js';

const UNITS = Array.from({ length: 4000 }, (_, k) => unitOf(`unit ${k}`));

/** Many values of a kind. */
function valuesOf(name: string, parameters: unknown, clip?: [number, number]): unknown[] {
  const kind = VARIABLE_KINDS.find((candidate) => candidate.name === name);
  return UNITS.map((unit) => kind?.value(parameters as never, unit, clip));
}

const meanOf = (values: unknown[]) => (values as number[]).reduce((sum, value) => sum + value, 0) / values.length;
const deviationOf = (values: unknown[]) =>
  Math.sqrt(meanOf((values as number[]).map((value) => (value - meanOf(values)) ** 2)));

describe('variables', () => {
  it('have their distributions', () => {
    const uniform = valuesOf('uniform', [2, 6]) as number[];
    expect(meanOf(uniform)).toBeCloseTo(4, 1);
    expect([Math.min(...uniform) >= 2, Math.max(...uniform) < 6]).toEqual([true, true]);
    expect(meanOf((valuesOf('loguniform', [1, 100]) as number[]).map(Math.log10))).toBeCloseTo(1, 1);
    expect(new Set(valuesOf('integer', [-1, 1]))).toEqual(new Set([-1, 0, 1]));
    const normal = valuesOf('normal', [10, 2]);
    expect(meanOf(normal)).toBeCloseTo(10, 0);
    expect(deviationOf(normal)).toBeCloseTo(2, 0);
    const clipped = valuesOf('normal', [10, 2], [9, 12]) as number[];
    expect([Math.min(...clipped) >= 9, Math.max(...clipped) <= 12]).toEqual([true, true]);
    // Of a standard normal cut off at -0.5 and 1: (φ(a) − φ(b)) / (Φ(b) − Φ(a)) = 0.2068.
    expect(Math.abs(meanOf(clipped) - (10 + 2 * 0.2068))).toBeLessThan(0.05);
    const street = valuesOf('choice', { street: 3, forest: 1, none: 0 }).filter((value) => value === 'street').length;
    expect(Math.abs(street / UNITS.length - 0.75)).toBeLessThan(0.03);
    expect(new Set(valuesOf('choice', [1, 'a', null]))).toEqual(new Set([1, 'a', null]));
  });

  it('have quantiles of the normal distribution', () => {
    // Abramowitz and Stegun 1964, table 26.1.
    for (const [p, z] of [
      [0.5, 0],
      [0.8413447460685429, 1],
      [0.9772498680518208, 2],
      [0.0013498980316301, -3],
      [0.999968328758167, 4],
    ])
      expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(2e-8);
    expect(normalProbability(normalQuantile(0.123))).toBeCloseTo(0.123, 12);
    expect(normalQuantile(0)).toBeLessThan(-8);
  });
});

describe('canonical JSON', () => {
  it('has the example of RFC 8785, 3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const given = Object.fromEntries(keys.map((key) => [key, 0]));
    const order = [...canonicalJson(given).matchAll(/"([^"]*)":/g)].map(([, key]) => JSON.parse(`"${key}"`));
    expect(order).toEqual(['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
    expect(canonicalJson([1e30, 4.5, 2e-3, 1e-27, null, true, { b: undefined, a: 1 }])).toBe(
      '[1e+30,4.5,0.002,1e-27,null,true,{"a":1}]',
    );
  });
});

describe('JSON Pointers', () => {
  it('lead to values, and to new keys of maps', () => {
    const value = { 'a/b': [{ '~': 1 }], c: 2 };
    expect(withValueAt(value, pointerSteps('/a~1b/0/~0') ?? [], 5)).toEqual({ 'a/b': [{ '~': 5 }], c: 2 });
    expect(withValueAt(value, ['new'], 3)).toEqual({ ...value, new: 3 });
    expect(value).toEqual({ 'a/b': [{ '~': 1 }], c: 2 });
    for (const pointer of ['/a~1b/1', '/a~1b/-', '/a~1b/00', '/c/d', '/x/y', '/a~1b/0/~0/z'])
      expect(withValueAt(value, pointerSteps(pointer) ?? [], 0), pointer).toBeUndefined();
    for (const pointer of ['', 'a', '/~2', '/__proto__', '/a/constructor/b'])
      expect(pointerSteps(pointer), pointer).toBeUndefined();
  });
});

describe('shards', () => {
  const tasks = Array.from({ length: 1000 }, (_, index) => ({
    index,
    id: unitOf(`${index}`).toString(16),
    estimate: { seconds: 100 * unitOf(`s ${index}`) ** 4 },
  })) as Task[];

  it.each([1, 2, 3, 7, 2000])('of %i have each task once, and about as much to do', (count) => {
    const shares = Array.from({ length: count }, (_, index) => tasksOf(tasks, { index, count }));
    expect(shares.flat().sort((a, b) => a.index - b.index)).toEqual(tasks);
    const loads = shares.map((share) => share.reduce((sum, { estimate }) => sum + estimate.seconds + 0.5, 0));
    if (count < 100) expect(Math.max(...loads) / Math.min(...loads)).toBeLessThan(1.01);
  });

  it('are named i/n from 0 on', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, count: 3 });
    for (const text of ['3/3', '-1/3', '1', '0/0', '1/2/3', 'a/b', '1.5/3'])
      expect(() => parseShard(text), text).toThrow('expected i/n with 0 <= i < n');
  });

  it('are those that an engine names', () => {
    const slurm = { SLURM_ARRAY_TASK_ID: '5', SLURM_ARRAY_TASK_COUNT: '4', SLURM_ARRAY_TASK_MIN: '2' };
    expect(shardFromEnv(slurm, '')).toEqual({ index: 3, count: 4 });
    expect(shardFromEnv({ JOB_COMPLETION_INDEX: '0' }, '', 9)).toEqual({ index: 0, count: 9 });
    expect(shardFromEnv({ SGE_TASK_ID: '3' }, 'SGE_TASK_ID', 3)).toEqual({ index: 2, count: 3 });
    expect(shardFromEnv({ MINE: '1' }, 'MINE', 3)).toEqual({ index: 1, count: 3 });
    const fault = (...given: Parameters<typeof shardFromEnv>) => expect(() => shardFromEnv(...given));
    fault({}, '').toThrow('no engine says which task this is');
    fault({ ...slurm, JOB_COMPLETION_INDEX: '0' }, '').toThrow('SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are set');
    fault({ JOB_COMPLETION_INDEX: '0' }, '').toThrow('does not say of how many');
    fault({ JOB_COMPLETION_INDEX: '9' }, '', 9).toThrow('is 9, expected 0 to 8 for 9 shards');
    fault({}, 'MINE', 3).toThrow('$MINE is not set, expected a whole number');
    fault({ SGE_TASK_ID: 'undefined' }, 'SGE_TASK_ID', 3).toThrow('$SGE_TASK_ID is undefined');
  });
});

it('ranges of numbers are those that engines take', () => {
  expect(formatRanges([3, 7, 12, 13, 14, 19])).toBe('3,7,12-14,19');
  expect(formatRanges([])).toBe('');
});
