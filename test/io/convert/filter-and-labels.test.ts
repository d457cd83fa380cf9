/** Conversions of points by class and return, and the names of labels that go with them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointFilter } from '../../../src/cloud/point-filter.js';
import { compareClouds } from '../../../src/io/clouds/compare-clouds.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

const NAMES = 'x,y,z,classification,return_number,number_of_returns';
/** Points at x = 1, 2, …: class, return, returns. */
const POINTS = [
  [2, 1, 1],
  [5, 1, 3],
  [5, 2, 3],
  [2, 3, 3],
  [7, 1, 2],
  [18, 2, 2],
];

async function cloud(ending: 'csv' | 'las'): Promise<string> {
  const csv = fresh('csv');
  writeFileSync(csv, `${NAMES}\n${POINTS.map((values, k) => [k + 1, 0, 0, ...values].join(',')).join('\n')}\n`);
  if (ending === 'csv') return csv;
  const las = fresh('las');
  await convertCloud(csv, las);
  return las;
}

async function xsOf(path: string): Promise<number[]> {
  const xs: number[] = [];
  for await (const { x } of readPoints(await openReadable(nodeFiles, path))) xs.push(...x.map(Math.round));
  return xs;
}

describe('convertCloud with a filter', () => {
  it.each<[PointFilter, number[], number, number]>([
    [{ classes: [2, 5] }, [1, 2, 3, 4], 2, 0],
    [{ withoutClasses: [7, 18] }, [1, 2, 3, 4], 2, 0],
    [{ classes: [5, 7], withoutClasses: [7] }, [2, 3], 4, 0],
    [{ returns: 'first' }, [1, 2, 5], 0, 3],
    [{ returns: 'last' }, [1, 4, 6], 0, 3],
    [{ returns: 'single' }, [1], 0, 5],
    [{ returns: 'middle' }, [3], 0, 5],
    [{ returns: [1, 3] }, [1, 2, 4, 5], 0, 2],
    [{ classes: [2], returns: 'first' }, [1], 4, 1],
  ])('keeps %j, as records and as attributes', async (filter, xs, ofClass, ofReturn) => {
    const las = await cloud('las');
    for (const [ending, form] of [
      ['las', 'records'],
      ['csv', 'attributes'],
    ]) {
      const out = fresh(ending);
      const report = await convertCloud(las, out, { filter });
      expect(report.form).toBe(form);
      expect(await xsOf(out)).toEqual(xs);
      expect(report.leftOut).toEqual({ placeless: 0, cropped: 0, ofClass, ofReturn, thinned: 0 });
    }
  });

  it('refuses clouds without classes, and one of which nothing is left', async () => {
    const bare = fresh('csv');
    writeFileSync(bare, 'x,y,z\n1,2,3\n');
    await expect(convertCloud(bare, fresh('las'), { filter: { classes: [2] } })).rejects.toThrow(
      'its points have no classes, by which they are to be chosen',
    );
    await expect(convertCloud(bare, fresh('las'), { filter: { returns: 'first' } })).rejects.toThrow(
      'its points have no return numbers',
    );
  });
});

describe('compareClouds', () => {
  it('compares classes and returns, and tells of noise otherwise', async () => {
    const [a, b] = [await cloud('las'), await cloud('csv')];
    const [one, other] = [await openReadable(nodeFiles, a), await openReadable(nodeFiles, b)];
    const all = await compareClouds(one, other);
    expect([all.a.points, all.b.points]).toEqual([6, 6]);
    expect(all.warnings.map((text) => text.replace(/^.*?\d+\.(las|csv): /, '$1: '))).toEqual([
      'las: 2 points are noise (class 7 or 18); --without-classes 7,18 leaves them out',
      'csv: 2 points are noise (class 7 or 18); --without-classes 7,18 leaves them out',
    ]);
    const clean = await compareClouds(one, other, { filter: { withoutClasses: [7, 18], returns: 'last' } });
    expect([clean.a.points, clean.b.points, clean.warnings]).toEqual([2, 2, []]);
    await expect(compareClouds(one, other, { filter: { classes: [9] } })).rejects.toThrow(
      'found no point with a place to compare (class 9)',
    );
  });
});

describe('names of labels', () => {
  const LABELS = '{ "instances": { "1": "beech#1" }, "extra": 7 }\n';
  const beside = (path: string) => path.replace(/\.[a-z]+$/, '.labels.json');
  async function labelled(labels = LABELS): Promise<string> {
    const path = await cloud('las');
    writeFileSync(beside(path), labels);
    return path;
  }
  function listening() {
    const warnings: string[] = [];
    return { warnings, log: { info: () => {}, warn: (text: string) => void warnings.push(text) } };
  }

  it('lie beside each output, byte for byte, tiles too', async () => {
    const [source, out] = [await labelled(), fresh('ply')];
    const report = await convertCloud(source, out, { filter: { classes: [2] } });
    expect(report.labels).toEqual([beside(out)]);
    expect(readFileSync(beside(out), 'utf8')).toBe(LABELS);
    const tiles = await convertCloud(source, join(folder, 'tiles/%x_%y.las'), { tile: 3 });
    expect(tiles.labels.map((path) => path.slice(folder.length))).toEqual([
      '/tiles/0_0.labels.json',
      '/tiles/1_0.labels.json',
      '/tiles/2_0.labels.json',
    ]);
  });

  it('are not written where there are none, or those of the cloud itself lie there', async () => {
    const source = await labelled();
    const out = source.replace('.las', '.ply');
    expect((await convertCloud(source, out)).labels).toEqual([]);
    expect((await convertCloud(await cloud('las'), fresh('ply'))).labels).toEqual([]);
  });

  it('do not replace others unless they are to', async () => {
    const [source, out, { warnings, log }] = [await labelled(), fresh('ply'), listening()];
    writeFileSync(beside(out), '{ "instances": {} }');
    expect((await convertCloud(source, out, { log })).labels).toEqual([]);
    expect(warnings).toEqual([
      `${beside(out)} is there and has other names of labels than ${beside(source)}: it stays (--force replaces it)`,
    ]);
    expect((await convertCloud(source, out, { force: true })).labels).toEqual([beside(out)]);
    expect(readFileSync(beside(out), 'utf8')).toBe(LABELS);
  });

  it('of several clouds are joined, unless they contradict each other', async () => {
    const a = await labelled('{ "instances": { "1": "oak" }, "semantics": { "0": "none" } }');
    const b = await labelled('{ "instances": { "1": "oak", "2": "ash" } }');
    const [out, { warnings, log }] = [fresh('las'), listening()];
    await convertCloud([a, b], out, { merge: true, log });
    expect(JSON.parse(readFileSync(beside(out), 'utf8'))).toEqual({
      instances: { 1: 'oak', 2: 'ash' },
      materials: {},
      semantics: { 0: 'none' },
      classes: {},
    });
    const c = await labelled('{ "instances": { "2": "fir" } }');
    const other = fresh('las');
    expect((await convertCloud([b, c], other, { merge: true, log })).labels).toEqual([]);
    expect(existsSync(beside(other))).toBe(false);
    expect(warnings).toEqual([
      `${beside(c)}: instances 2 is "fir", and "ash" in ${beside(b)}: no names of labels are written`,
    ]);
  });
});
