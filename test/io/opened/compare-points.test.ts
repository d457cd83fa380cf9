import { join } from 'node:path';
import { expect, it } from 'vitest';
import { displayOrder } from '../../../src/cloud/display/display-order.js';
import { NO_VALUE } from '../../../src/cloud/display/value-scale.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { comparePoints, type DistanceColumn } from '../../../src/io/opened/compare-points.js';
import type { OpenedCloud } from '../../../src/io/opened/opened-cloud.js';
import { sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { cloudOf } from './cloud-of.js';

const folder = temporaryFolder();
const clouds = Promise.all([
  cloudOf(sampleBatch(700, 1), join(folder, 'a')),
  cloudOf(sampleBatch(450, 2), join(folder, 'b')),
]);
const chunks = {
  a: [
    { first: 0, count: 300 },
    { first: 300, count: 400 },
  ],
};

async function pointsOf(cloud: OpenedCloud): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of cloud.batches()) batches.push(batch);
  return joinBatches(batches);
}

/** Distance of each point of `from` to the nearest of `to`, each with each. */
const bruteForce = (from: PointBatch, to: PointBatch): number[] =>
  Array.from(from.x, (x, i) => {
    let least = Infinity;
    for (let j = 0; j < to.count; j++)
      least = Math.min(least, Math.hypot(x - to.x[j], from.y[i] - to.y[j], from.z[i] - to.z[j]));
    return least;
  });

/** Codes of a column by the number of the point. */
function byPoint({ chunks: parts }: DistanceColumn, firsts: readonly number[]): number[] {
  const codes: number[] = [];
  parts.forEach((part, c) => {
    const { stride } = displayOrder(part.length);
    part.forEach((code, k) => {
      codes[firsts[c] + ((k * stride) % part.length)] = code;
    });
  });
  return codes;
}

it('has the distance of every point to the nearest of the other cloud', async () => {
  const [a, b] = await clouds;
  const [pointsA, pointsB] = [await pointsOf(a), await pointsOf(b)];
  const found = await comparePoints(a, b, { chunks });
  const sides = [
    { column: found.distances.aToB, expected: bruteForce(pointsA, pointsB), firsts: [0, 300], stated: found.aToB },
    { column: found.distances.bToA, expected: bruteForce(pointsB, pointsA), firsts: [0], stated: found.bToA },
  ];
  for (const { column, expected, firsts, stated } of sides) {
    const sorted = expected.toSorted((one, other) => one - other);
    const { scale, min, max, histogram, percentiles } = column;
    expect(scale).toEqual(found.distances.aToB.scale);
    byPoint(column, firsts).forEach((code, i) => {
      const distance = (code * scale.high) / 65_534;
      expect(Math.abs(distance - Math.min(scale.high, expected[i]))).toBeLessThan((0.51 * scale.high) / 65_534);
    });
    expect(min).toBeCloseTo(sorted[0], 5);
    expect(max).toBeCloseTo(sorted.at(-1) as number, 4);
    expect(percentiles[1]).toBeCloseTo(sorted[Math.ceil(0.99 * sorted.length) - 1], 4);
    expect(stated.distance.median).toBeCloseTo(sorted[Math.ceil(sorted.length / 2) - 1], 4);
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(expected.length);
  }
  expect(structuredClone(found)).toEqual(found);
});

it('has none for points without a place, and knows which the others are', async () => {
  const [, b] = await clouds;
  const batch = sampleBatch(60, 8);
  batch.y[7] = Number.NaN;
  batch.x[30] = Infinity;
  const a = await cloudOf(batch, join(folder, 'gaps'), 'ply');
  const { distances, a: summary } = await comparePoints(a, b);
  expect(summary.points).toBe(58);
  const { scale } = distances.aToB;
  const expected = bruteForce(batch, await pointsOf(b));
  byPoint(distances.aToB, [0]).forEach((code, i) => {
    if (i === 7 || i === 30) expect(code).toBe(NO_VALUE);
    else expect((code * scale.high) / 65_534).toBeCloseTo(Math.min(scale.high, expected[i]), 2);
  });
});

it('refuses more points than may be held, and stops when it is told', async () => {
  const [a, b] = await clouds;
  await expect(comparePoints(a, b, { pointsMax: 1000 })).rejects.toThrow(
    /found 1150 points with those of .*a\.las, expected at most 1000/,
  );
  await expect(comparePoints(a, b, { signal: AbortSignal.abort() })).rejects.toThrow('stopped');
  const controller = new AbortController();
  const tasks: string[] = [];
  const onProgress = ({ task }: { task: string }) => {
    tasks.push(task);
    if (task === 'sort') controller.abort();
  };
  await comparePoints(a, b, { onProgress: ({ task }) => tasks.push(task) });
  expect(new Set(tasks)).toEqual(new Set(['read', 'sort', 'compare']));
  const large = await cloudOf(sampleBatch(60_000, 5), join(folder, 'large'));
  await expect(comparePoints(large, a, { signal: controller.signal, onProgress })).rejects.toThrow('stopped');
});
