import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import type { SectionPlace } from '../../../src/cloud/section.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';
import type { OpenedCloud } from '../../../src/io/opened/opened-cloud.js';
import { sectionCsv, sectionPoints } from '../../../src/io/opened/section-points.js';
import { sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { cloudOf } from './cloud-of.js';

const folder = temporaryFolder();
const COUNT = 6000;
const opened = cloudOf(sampleBatch(COUNT, 4), join(folder, 'cloud'));

/** The points as they are read. */
async function pointsOf(cloud: OpenedCloud): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of cloud.batches()) batches.push(batch);
  return joinBatches(batches);
}

/** Points by their angles and distances to the line's two ends, one by one. */
function bruteForce(batch: PointBatch, { from, to, width, zMin = -1e9, zMax = 1e9 }: SectionPlace) {
  const found: { number: number; along: number; across: number; height: number }[] = [];
  const [length, heading] = [
    Math.hypot(to[0] - from[0], to[1] - from[1]),
    Math.atan2(to[1] - from[1], to[0] - from[0]),
  ];
  for (let number = 0; number < batch.count; number++) {
    const [dx, dy, height] = [batch.x[number] - from[0], batch.y[number] - from[1], batch.z[number]];
    const [far, angle] = [Math.hypot(dx, dy), Math.atan2(dy, dx) - heading];
    const [along, across] = [far * Math.cos(angle), -far * Math.sin(angle)];
    if (along >= 0 && along <= length && Math.abs(across) <= width / 2 && height >= zMin && height <= zMax)
      found.push({ number, along, across, height });
  }
  return found;
}

it.each<SectionPlace>([
  { from: [-100, -60], to: [90, 55], width: 12 },
  { from: [50, 70], to: [50, -70], width: 30, zMin: 2, zMax: 20 },
  { from: [0, 0], to: [-90, 3], width: 4, zMax: 10 },
  { from: [500, 500], to: [600, 500], width: 5 },
])('finds the points between two planes: %o', async (place) => {
  const cloud = await opened;
  const expected = bruteForce(await pointsOf(cloud), place);
  const { count, numbers, along, across, height, length } = await sectionPoints(cloud, place);
  expect(length).toBeCloseTo(Math.hypot(place.to[0] - place.from[0], place.to[1] - place.from[1]), 9);
  expect([...numbers]).toEqual(expected.map(({ number }) => number));
  expect(count).toBe(expected.length);
  expected.forEach((point, k) => {
    expect(along[k]).toBeCloseTo(point.along, 8);
    expect(across[k]).toBeCloseTo(point.across, 8);
    expect(height[k]).toBe(point.height);
  });
});

it('finds points of a range', async () => {
  const place = { from: [-100, 0], to: [100, 0], width: 100 } as const;
  const cloud = await opened;
  const whole = await sectionPoints(cloud, place);
  const part = await sectionPoints(cloud, { ...place, first: 1000, end: 3000 });
  expect([...part.numbers]).toEqual([...whole.numbers].filter((number) => number >= 1000 && number < 3000));
  expect(whole.count).toBeGreaterThan(part.count);
});

it('gives the values of attributes that are asked for, and refuses those that are not there', async () => {
  const cloud = await opened;
  const place = { from: [-100, -60], to: [90, 55], width: 12 } as const;
  const { numbers, values } = await sectionPoints(cloud, { ...place, attributes: ['classification', 'range'] });
  const batch = await pointsOf(cloud);
  expect(numbers.length).toBeGreaterThan(100);
  expect(Object.keys(values)).toEqual(['classification', 'range']);
  expect([...values.classification]).toEqual([...numbers].map((number) => batch.classification[number]));
  expect([...values.range]).toEqual([...numbers].map((number) => batch.range[number]));
  await expect(sectionPoints(cloud, { ...place, attributes: ['colour of eyes'] })).rejects.toThrow(
    /asked for colour of eyes, found x, y, z/,
  );
});

it('writes all attributes with their units, some thousand rows at a time', async () => {
  const cloud = await opened;
  const section = await sectionPoints(cloud, { from: [-120, 0], to: [130, 0], width: 180 });
  const parts: string[] = [];
  for await (const part of sectionCsv(cloud, section)) parts.push(part);
  expect(parts.length).toBe(3);
  const [head, ...rows] = parts.join('').trimEnd().split('\n');
  const names = head.split(',');
  expect(names.slice(0, 5)).toEqual(['number', 'along [m]', 'across [m]', 'x [m]', 'y [m]']);
  expect(names).toContain('incidence_angle [rad]');
  expect(rows).toHaveLength(section.count);
  for (const k of [0, 17, section.count - 1]) {
    const cells = rows[k].split(',').map(Number);
    const record = await cloud.record(section.numbers[k]);
    expect(cells).toHaveLength(names.length);
    expect(cells[0]).toBe(section.numbers[k]);
    expect(cells[1]).toBeCloseTo(section.along[k], 3);
    record.values.forEach(({ value, name }, i) => {
      expect(Math.abs(cells[3 + i] - (value as number)), name).toBeLessThanOrEqual(1e-14 * Math.abs(value as number));
    });
  }
  // A millimetre is a millimetre.
  expect(rows[0].split(',')[3]).toMatch(/^-?\d+\.\d{0,3}$/);
});

it('quotes names of others that hold a comma', async () => {
  const files = createWebFiles({ sources: { 'a.xyz': '1 2 3\n' } });
  const cloud = await openCloud('a.xyz', { files });
  const [x, y, z] = cloud.info.attributes;
  const info = { ...cloud.info, attributes: [x, { ...y, name: 'y, "north"' }, z] };
  const section = await sectionPoints(cloud, { from: [0, 0], to: [2, 4], width: 1 });
  const parts: string[] = [];
  for await (const part of sectionCsv({ ...cloud, info }, section)) parts.push(part);
  expect(parts).toEqual(['number,along [m],across [m],x [m],"y, ""north"" [m]",z [m]\n', '0,2.2361,0.0000,1,2,3\n']);
});

it('refuses sections without extent', async () => {
  const cloud = await opened;
  const place = { from: [0, 0], to: [10, 0], width: 1 } as const;
  await expect(sectionPoints(cloud, { ...place, to: [0, 0] })).rejects.toThrow('to: found 0, 0');
  await expect(sectionPoints(cloud, { ...place, width: 0 })).rejects.toThrow('width: found 0');
  await expect(sectionPoints(cloud, { ...place, width: Number.NaN })).rejects.toThrow('width: found NaN');
  await expect(sectionPoints(cloud, { ...place, zMin: 3, zMax: 2 })).rejects.toThrow('zMax: found 2');
});

it('stops when it is told', async () => {
  const place = { from: [0, 0], to: [10, 0], width: 1 } as const;
  const signal = AbortSignal.abort();
  await expect(sectionPoints(await opened, { ...place, signal })).rejects.toThrow('stopped');
  const section = await sectionPoints(await opened, { ...place, width: 100 });
  const text = sectionCsv(await opened, section, { signal });
  await text.next();
  await expect(text.next()).rejects.toThrow('stopped');
});
