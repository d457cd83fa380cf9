import type { CategoryColumn, NumberColumn } from 'subray/browser';
import { describe, expect, it } from 'vitest';
import { sumOfTallies, Tally } from '../../../../studio/state/clouds/tally.js';
import { legendEntries, paletteOf } from '../../../../studio/state/look/legend-entries.js';
import { mergeColumns } from '../../../../studio/state/look/merge-columns.js';

const attribute = { name: 'range', isCode: false, length: 1 };

function numbers(low: number, high: number, percentiles: [number, number], counts: Readonly<Record<number, number>>) {
  const histogram = new Float64Array(256);
  for (const [bar, count] of Object.entries(counts)) histogram[Number(bar)] = count;
  const count = histogram.reduce((sum, bar) => sum + bar, 0);
  const column: NumberColumn = {
    ...{ kind: 'numbers', attribute, chunks: [], count, min: low, max: high },
    ...{ percentiles, scale: { low, high }, histogram },
  };
  return column;
}

const categories = (...of: CategoryColumn['categories']): CategoryColumn => ({
  kind: 'categories',
  attribute: { ...attribute, isCode: true },
  chunks: [],
  categories: of,
});

describe('the legend of several clouds', () => {
  it('has one ramp for quantities, from the least to the greatest of both, and all points in its bars', () => {
    const one = numbers(0, 10, [1, 9], { 0: 5, 255: 3 });
    const two = numbers(10, 20, [11, 19], { 0: 7 });
    const { numbers: both } = mergeColumns([one, two]);
    expect(both).toMatchObject({ low: 1, high: 19 });
    expect(both?.histogram.reduce((sum, count) => sum + count, 0)).toBeCloseTo(15, 9);
    // The last of the first cloud and the first of the second lie on either side of the middle.
    expect(both?.histogram[127]).toBeCloseTo(3, 9);
    expect(both?.histogram[128]).toBeCloseTo(7, 9);
    expect(mergeColumns([one]).numbers?.histogram).toEqual(one.histogram);
  });

  it('does not ask a cloud without any number, and holds those of one number', () => {
    const none = numbers(0, 0, [0, 0], {});
    const same = numbers(5, 5, [5, 5], { 0: 4 });
    expect(mergeColumns([none, same]).numbers).toMatchObject({ low: 5, high: 5 });
    const wide = mergeColumns([numbers(0, 256, [0, 256], { 10: 1 }), same]).numbers;
    expect(wide?.histogram[5]).toBe(4);
  });

  it('counts a name over all clouds, and hides it in each, whatever its place there', () => {
    const one = categories({ number: 3, count: 2, name: 'tree' }, { number: 9, count: 1 });
    const two = categories({ number: 1, count: 4, name: 'wall' }, { number: 3, count: 5 });
    const source = {
      ...mergeColumns([one, two]),
      tally: new Tally(),
      classes: new Map(),
      sources: new Map(),
      isSafe: false,
    };
    expect(source.categories).toEqual([
      { number: 1, count: 4, name: 'wall' },
      { number: 3, count: 7, name: 'tree' },
      { number: 9, count: 1 },
    ]);
    const mode = { attribute: 'semantic' };
    const [first, second] = [one, two].map((column) =>
      paletteOf(mode, source, column.categories, (number) => number === 3),
    );
    expect(first[0]).toBeUndefined();
    expect(second[1]).toBeUndefined();
    expect(second[0]).toBeTypeOf('number');
    expect(first[1]).toBeTypeOf('number');
  });

  it('calls user classes as the clouds do, and others as all do', () => {
    const tally = new Tally();
    for (const number of [2, 64, 65]) tally.classes[number] = 3;
    const classes = new Map([[2, 'Soil'], [64, 'Vehicle / Bench']]); // biome-ignore format: names
    const source = { ...mergeColumns([]), tally, classes, sources: new Map(), isSafe: false };
    expect(legendEntries({ plain: 'class' }, source).map(({ name }) => name)).toEqual([
      'ground',
      'vehicle / bench',
      'user class 65',
    ]);
  });

  it('adds points by class, and has the heights of all', () => {
    const [one, two] = [new Tally(), new Tally()];
    one.classes[2] = 3;
    two.classes[2] = 4;
    one.min[2] = -1;
    two.max[2] = 9;
    const sum = sumOfTallies([one, two]);
    expect(sum.classes[2]).toBe(7);
    expect([sum.min[2], sum.max[2]]).toEqual([-1, 9]);
  });
});
