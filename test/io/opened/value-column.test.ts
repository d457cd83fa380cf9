import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { displayOrder } from '../../../src/cloud/display/display-order.js';
import { packPoints } from '../../../src/cloud/display/pack-points.js';
import { NO_VALUE } from '../../../src/cloud/display/value-scale.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { cloudLegend } from '../../../src/io/opened/cloud-legend.js';
import type { OpenedCloud } from '../../../src/io/opened/opened-cloud.js';
import { type CategoryColumn, type NumberColumn, valueColumn } from '../../../src/io/opened/value-column.js';
import { fullBatch, scanBatch, temporaryFolder } from '../sample-cloud.js';
import { cloudOf } from './cloud-of.js';

const folder = temporaryFolder();
const COUNT = 2000;
const batch = scanBatch(COUNT, 3);
const opened = cloudOf(batch, join(folder, 'scan'));
const chunks = packPoints(batch, { chunkPoints: 700 });

/** The codes of a column by the number of the point. */
function byPoint(column: { chunks: Uint16Array[] }, of: readonly { first: number; count: number }[] = chunks) {
  const codes = new Map<number, number>();
  of.forEach(({ first, count }, c) => {
    expect(column.chunks[c]).toHaveLength(count);
    const { stride } = displayOrder(count);
    column.chunks[c].forEach((code, k) => {
      codes.set(first + ((k * stride) % count), code);
    });
  });
  return codes;
}

const numbers = async (cloud: OpenedCloud, name: string, options = {}) =>
  (await valueColumn(cloud, name, { chunks, ...options })) as NumberColumn;

describe('quantities', () => {
  it.each([
    ['gps_time', (b: PointBatch, i: number) => b.gpsTime[i]],
    ['range', (b: PointBatch, i: number) => b.range[i]],
    ['incidence_angle', (b: PointBatch, i: number) => b.incidenceAngle[i]],
    ['energy', (b: PointBatch, i: number) => b.energy[i]],
    ['echo_width', (b: PointBatch, i: number) => b.echoWidth[i]],
    ['z', (b: PointBatch, i: number) => b.z[i]],
    ['ny', (b: PointBatch, i: number) => b.normal[3 * i + 1]],
    ['intensity', (b: PointBatch, i: number) => b.intensity[i]],
  ])('%s: is within half a step of the point, in the order in which it is drawn', async (name, numberOf) => {
    const column = await numbers(await opened, name);
    const values = Array.from({ length: COUNT }, (_, i) => numberOf(batch, i));
    const precision = name === 'z' ? 5.1e-4 : 1e-9 * Math.max(...values.map(Math.abs));
    const { low, high } = column.scale;
    const step = (high - low) / 65_534;
    for (const [i, code] of byPoint(column)) {
      const held = Math.min(high, Math.max(low, values[i]));
      expect(Math.abs(low + code * step - held), `point ${i}`).toBeLessThanOrEqual(0.5001 * step + precision);
    }
    const sorted = values.toSorted((a, b) => a - b);
    expect(column.min).toBeCloseTo(sorted[0], name === 'z' ? 3 : 9);
    expect(column.max).toBeCloseTo(sorted[COUNT - 1], name === 'z' ? 3 : 9);
    expect(column.count).toBe(COUNT);
    expect(column.percentiles[0]).toBeCloseTo(sorted[Math.ceil(0.01 * COUNT) - 1], name === 'z' ? 3 : 9);
    expect(column.percentiles[1]).toBeCloseTo(sorted[Math.ceil(0.99 * COUNT) - 1], name === 'z' ? 3 : 9);
    expect(column.histogram.reduce((sum, n) => sum + n, 0)).toBe(COUNT);
  });

  it('are the same where the cloud is read twice, and of LAZ', async () => {
    const once = await numbers(await opened, 'range');
    expect(await numbers(await opened, 'range', { heldMax: 100 })).toEqual(once);
    const laz = await cloudOf(batch, join(folder, 'scan'), 'laz');
    expect(await numbers(laz, 'range', { heldMax: 100 })).toEqual(once);
  });

  it('keep their codes for most points where few lie far away', async () => {
    const far = { ...batch, range: batch.range.slice() };
    far.range[5] = 1e6;
    far.range[6] = Number.NaN;
    const column = await numbers(await cloudOf(far, join(folder, 'far')), 'range');
    expect(column.max).toBe(1e6);
    expect(column.count).toBe(COUNT - 1);
    expect(column.scale.high).toBeLessThan(200);
    const codes = byPoint(column);
    expect([codes.get(5), codes.get(6)]).toEqual([65_534, NO_VALUE]);
    expect(column.histogram.reduce((sum, n) => sum + n, 0)).toBe(COUNT - 1);
    expect(column.histogram[255]).toBeGreaterThanOrEqual(1);
  });

  it('take a scale that is given', async () => {
    const column = await numbers(await opened, 'range', { scale: { low: 0, high: 65_534 } });
    for (const [i, code] of byPoint(column)) expect(code).toBe(Math.round(batch.range[i]));
  });

  it('are had of some chunks, and of chunks of their own', async () => {
    const some = [chunks[0], chunks[2]];
    const [all, part] = [await numbers(await opened, 'range'), await numbers(await opened, 'range', { chunks: some })];
    expect(part.count).toBe(1300);
    const { low, high } = all.scale;
    const same = await numbers(await opened, 'range', { chunks: some, scale: { low, high } });
    expect(same.chunks).toEqual([all.chunks[0], all.chunks[2]]);
    const own = await valueColumn(await opened, 'range', { first: 100, end: 150 });
    expect(own.chunks.map(({ length }) => length)).toEqual([50]);
    expect((await valueColumn(await opened, 'range', { chunks: [] })).chunks).toEqual([]);
  });
});

describe('names', () => {
  it('are counted, and codes are their places', async () => {
    const column = (await valueColumn(await opened, 'instance', { chunks })) as CategoryColumn;
    const counts = new Map<number, number>();
    for (const id of batch.instance) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(column.categories).toEqual(
      [...counts].sort(([a], [b]) => a - b).map(([number, count]) => ({ number, count })),
    );
    for (const [i, code] of byPoint(column)) expect(column.categories[code].number).toBe(batch.instance[i]);
  });

  it('have the names that stand beside the cloud', async () => {
    const cloud = await opened;
    const names = { ...cloud.info.names, classes: { 5: 'Forest' }, instances: { 2: 'oak 7' } };
    const named = { ...cloud, info: { ...cloud.info, names } };
    const column = (await valueColumn(named, 'classification', { chunks })) as CategoryColumn;
    expect(column.categories.map(({ number, name }) => [number, name])).toEqual([
      [2, undefined],
      [5, 'Forest'],
    ]);
    const { objects, classes } = await cloudLegend(named);
    expect(objects.find(({ number }) => number === 2)?.name).toBe('oak 7');
    expect(classes.map(({ count }) => count)).toEqual([1200, 800]);
  });

  it('become quantities if there are too many', async () => {
    const many = scanBatch(66_000, 2);
    many.instance.forEach((_, i) => {
      many.instance[i] = 3 * i;
    });
    const column = await valueColumn(await cloudOf(many, join(folder, 'many')), 'instance');
    expect(column).toMatchObject({ kind: 'numbers', min: 0, max: 3 * 65_999 });
  });
});

it('counts exactly', async () => {
  const full = fullBatch(3000);
  const legend = await cloudLegend(await cloudOf(full, join(folder, 'full')));
  const keys = {
    classes: full.classification,
    semantics: full.semantic,
    objects: full.instance,
    materials: full.material,
    returns: full.returnNumber,
    sources: full.pointSourceId,
  };
  expect(legend.points).toBe(3000);
  for (const [name, values] of Object.entries(keys)) {
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const found = legend[name as keyof typeof keys].map(({ number, count }) => [number, count]);
    expect(found, name).toEqual([...counts].sort(([a], [b]) => a - b));
  }
});

it('says what cannot be had', async () => {
  await expect(valueColumn(await opened, 'gloss')).rejects.toThrow(/asked for gloss, found x, y, z, intensity/);
  await expect(valueColumn(await opened, 'z', { chunks: [chunks[1], chunks[0]] })).rejects.toThrow(
    'found a chunk of 700 points from 0 on, expected it behind point 1400',
  );
  const beyond = [{ first: 1900, count: 101 }];
  await expect(valueColumn(await opened, 'z', { chunks: beyond })).rejects.toThrow('expected 2000 at most');
});
