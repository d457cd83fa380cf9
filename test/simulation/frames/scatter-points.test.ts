import { expect, it } from 'vitest';
import { createPointBatch, OPTIONAL_KEYS, optionalArray, type PointBatch } from '../../../src/cloud/point-batch.js';
import { scatterPoints } from '../../../src/simulation/frames/scatter-points.js';

function batchOf(count: number): PointBatch {
  const batch = createPointBatch(count);
  for (const key of OPTIONAL_KEYS) optionalArray(batch, key);
  return batch;
}

/** A number of its own for each place of the arrays, which bytes hold as well. */
const numberAt = (array: number, place: number): number => 1 + ((6 * array + place) % 255);

const arraysOf = ({ count, ...arrays }: PointBatch) => Object.entries(arrays) as [string, Float64Array][];

it('copies all numbers of points to their places, and leaves the others', () => {
  const [from, to] = [batchOf(3), batchOf(4)];
  arraysOf(from).forEach(([, array], a) => {
    array.forEach((_, k) => {
      array[k] = numberAt(a, k);
    });
  });
  scatterPoints(from, Uint32Array.of(2, 0), to, Uint32Array.of(1, 3));
  arraysOf(to).forEach(([key, array], a) => {
    const n = array.length / 4;
    const point = (index: number) => Array.from({ length: n }, (_, c) => numberAt(a, n * index + c));
    expect([...array], key).toEqual([...Array(n).fill(0), ...point(2), ...Array(n).fill(0), ...point(0)]);
  });
});

it('leaves attributes that one of the two does not have', () => {
  const [from, to] = [createPointBatch(1), batchOf(1)];
  from.x[0] = 5;
  scatterPoints(from, Uint32Array.of(0), to, Uint32Array.of(0));
  expect([to.x[0], to.rgb]).toEqual([5, new Uint16Array(3)]);
  const plain = createPointBatch(1);
  scatterPoints(to, Uint32Array.of(0), plain, Uint32Array.of(0));
  expect([plain.x[0], plain.rgb]).toEqual([5, undefined]);
});
