import { expect, it } from 'vitest';
import { displayOrder } from '../../../src/cloud/display/display-order.js';
import { INTENSITY_TONES, toneTable } from '../../../src/cloud/display/intensity-tone.js';
import { PointPacker, packPoints } from '../../../src/cloud/display/pack-points.js';
import { type PackedPoints, unpackPoint } from '../../../src/cloud/display/packed-points.js';
import { createPointBatch, type PointBatch, slicePoints } from '../../../src/cloud/point-batch.js';
import { sampleBatch } from '../../io/sample-cloud.js';

const BOX = { min: [399_900, 5_400_000, -30], max: [400_250, 5_400_400, 90] } as const;
const cloud = (count: number): PointBatch => sampleBatch(count, 11, { box: { min: [...BOX.min], max: [...BOX.max] } });

/** Checks the points of chunks against those of a batch: each is there once, at the number that it says. */
function compare(chunks: readonly PackedPoints[], batch: PointBatch, first = 0) {
  const tones = toneTable(INTENSITY_TONES.amplitude);
  let next = first;
  for (const chunk of chunks) {
    expect(chunk.first).toBe(next);
    expect(chunk.words).toHaveLength(5 * chunk.count);
    next += chunk.count;
    const seen = new Set<number>();
    for (let k = 0; k < chunk.count; k++) {
      const { number, x, y, z, ...others } = unpackPoint(chunk, k);
      const i = number - first;
      seen.add(i);
      expect(Math.abs(x - batch.x[i]) + Math.abs(y - batch.y[i]) + Math.abs(z - batch.z[i])).toBeLessThan(1e-4);
      const [source, object] = [batch.pointSourceId[i], batch.instance[i]];
      expect(others).toEqual({
        classification: batch.classification[i],
        intensity: tones[batch.intensity[i]],
        returnNumber: batch.returnNumber[i],
        returnCount: batch.returnCount[i],
        source: source > 255 ? ((source - 1) % 255) + 1 : source,
        object: object > 65_535 ? ((object - 1) % 65_535) + 1 : object,
        value: 0,
      });
    }
    expect(seen.size).toBe(chunk.count);
    expect(Math.min(...seen)).toBe(chunk.first - first);
  }
  expect(next - first).toBe(batch.count);
}

it('holds what a batch has, in the order in which it is drawn', () => {
  const batch = cloud(3000);
  compare(packPoints(batch), batch);
  compare(packPoints(batch, { first: 700, chunkPoints: 1000 }), batch, 700);
});

it('makes full chunks of batches of any size, and one of what is left', () => {
  const batch = cloud(2500);
  const packer = new PointPacker({ chunkPoints: 600 });
  const chunks: PackedPoints[] = [];
  for (const [from, end] of [
    [0, 1],
    [1, 1250],
    [1250, 1800],
    [1800, 2500],
  ])
    chunks.push(...packer.add(slicePoints(batch, from, end)));
  expect(chunks.map(({ count }) => count)).toEqual([600, 600, 600, 600]);
  const rest = packer.flush();
  expect(rest?.count).toBe(100);
  expect(packer.flush()).toBeUndefined();
  compare([...chunks, rest as PackedPoints], batch);
});

it('gives out what it has whenever it is asked, and goes on', () => {
  const batch = cloud(900);
  const packer = new PointPacker({ chunkPoints: 400 });
  const chunks: PackedPoints[] = [];
  for (let from = 0; from < 900; from += 90) {
    chunks.push(...packer.add(slicePoints(batch, from, from + 90)));
    if (from % 180 === 0) chunks.push(packer.flush() as PackedPoints);
  }
  chunks.push(packer.flush() as PackedPoints);
  compare(chunks, batch);
});

it('states box and origin in the world', () => {
  const batch = cloud(500);
  const [{ bounds, origin }] = packPoints(batch);
  const range = (values: Float64Array) => [Math.min(...values), Math.max(...values)];
  expect([bounds.min[0], bounds.max[0]]).toEqual(range(batch.x));
  expect([bounds.min[1], bounds.max[1]]).toEqual(range(batch.y));
  expect([bounds.min[2], bounds.max[2]]).toEqual(range(batch.z));
  expect(origin).toEqual([batch.x, batch.y, batch.z].map(([value]) => Math.round(value)));
});

it('keeps points without a place, so that numbers stay', () => {
  const batch = cloud(5);
  batch.x[0] = Number.NaN;
  batch.z[3] = Infinity;
  const [chunk] = packPoints(batch);
  const points = Array.from({ length: 5 }, (_, k) => unpackPoint(chunk, k));
  expect(
    points
      .filter(({ x }) => Number.isNaN(x))
      .map(({ number }) => number)
      .sort(),
  ).toEqual([0, 3]);
  expect(chunk.origin).toEqual([batch.x, batch.y, batch.z].map((values) => Math.round(values[1])));
  expect(chunk.bounds.max.every(Number.isFinite)).toBe(true);
  const nowhere = createPointBatch(2);
  nowhere.x.fill(Number.NaN);
  expect(packPoints(nowhere)[0].bounds.min[0]).toBe(Infinity);
});

it('makes chunks of 2^18 points at most', () => {
  const batch = createPointBatch(2 ** 18 + 3);
  batch.x.forEach((_, i) => {
    batch.x[i] = i;
  });
  const [whole, rest] = packPoints(batch, { chunkPoints: 1e9 });
  expect([whole.count, rest.count, rest.first]).toEqual([2 ** 18, 3, 2 ** 18]);
  const { stride } = displayOrder(2 ** 18);
  for (const k of [0, 1, 777, 2 ** 18 - 1]) expect(unpackPoint(whole, k).x).toBe((k * stride) % 2 ** 18);
});
