import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { joinBatches } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { writeCloud } from '../../src/io/convert/write-cloud.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { geoRecords } from '../support/geo-keys.js';
import { lasBytes } from '../support/las-files.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** A point each quarter of a metre of a square of 8 m, at the heights of `heightAt`; the western half is of class 2. */
function squareOf(heightAt: (x: number, y: number) => number) {
  const places = Array.from({ length: 1024 }, (_, k) => [Math.floor(k / 32) / 4, (k % 32) / 4]);
  return {
    x: Float64Array.from(places, ([x]) => 691_000 + x),
    y: Float64Array.from(places, ([, y]) => 5_334_000 + y),
    z: Float64Array.from(places, ([x, y]) => heightAt(x, y)),
    classification: Uint8Array.from(places, ([x]) => (x < 4 ? 2 : 6)),
    intensity: Uint16Array.from(places, (_, k) => k),
  };
}

/** The places of a square in feet, all at one height. */
function inFeet(height: number): Uint8Array {
  const { x, y } = squareOf(() => height);
  const points = Array.from(x, (east, k) => ({ x: 1000 * east, y: 1000 * y[k], z: 1000 * height, returns: 9 }));
  return lasBytes({ minor: 2, format: 0, vlrs: geoRecords({ 1024: 1, 3072: 2994 }), points });
}

beforeAll(async () => {
  const write = (name: string, heightAt: (x: number, y: number) => number, crs = 'EPSG:25832') =>
    writeCloud(at(name), squareOf(heightAt), { crs, files: nodeFiles });
  await write('a.las', () => 100);
  await write('b.laz', (x) => (x >= 6 ? 99.5 : x < 1 ? 130 : 100));
  writeFileSync(at('feet-a.las'), inFeet(100));
  writeFileSync(at('feet-b.las'), inFeet(101));
});

const pointsOf = async (path: string) => {
  const batches = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push({ ...batch });
  return joinBatches(batches);
};

const SCALES = '--normal-scale 2 --projection-scale 1 --max-depth 3';

describe('subray compare --m3c2', () => {
  it.each(['laz', 'ply', 'csv'])('writes core points with their attributes and distances, as %s', async (ending) => {
    const out = at(`change.${ending}`);
    const words = `compare ${at('a.las')} ${at('b.laz')} --m3c2 ${out} ${SCALES} --core 1 --registration-error 0.05`;
    const { code, stdout } = await subray(words);
    expect(code).toBe(0);
    expect(stdout).toContain(`M3C2: ${out}, 64 core points; one per 1 m, normals of 2 m, up, cylinders of 1 m, 3 m to`);
    expect(stdout).toContain('to either side, registration error 0.05 m');
    const found = await pointsOf(out);
    expect(found.count).toBe(64);
    const row = (x: number) => {
      const i = found.x.findIndex((east, k) => east === 691_000 + x && found.y[k] === 5_334_003);
      return [
        ...[found.m3c2Distance, found.m3c2Uncertainty, found.m3c2Significant].map((column) => column?.[i]),
        ...[found.m3c2Count1, found.m3c2Count2, found.m3c2StdDev1, found.m3c2StdDev2].map((column) => column?.[i]),
        ...found.normal.subarray(3 * i, 3 * i + 3),
        ...[found.classification[i], found.intensity[i]],
      ];
    };
    // 13 places of a grid of 0.25 m lie within 0.5 m; 1.96 × 0.05 m.
    const up = [0, 0, 1].map((part) => expect.closeTo(part, 5));
    const level = expect.closeTo(0.098, 5);
    expect(row(3)).toEqual([0, level, 0, 13, 13, 0, 0, ...up, 2, 32 * 12 + 12]);
    expect(row(7)).toEqual([expect.closeTo(-0.5, 5), level, 1, 13, 13, 0, 0, ...up, 6, 32 * 28 + 12]);
    // 30 m are beyond the cylinder, but for two columns of the other part.
    expect(row(0).slice(0, 5)).toEqual([Number.NaN, Number.NaN, 0, 9, 0]);
  });

  it('says so in text, and as JSON', async () => {
    const words = `compare ${at('a.las')} ${at('b.laz')} --m3c2 ${at('said.laz')} ${SCALES} --core all --force`;
    const [text, json] = [await subray(words), await subray(`${words} --json`)];
    const { m3c2 } = JSON.parse(json.stdout);
    expect(m3c2).toMatchObject({
      path: at('said.laz'),
      ...{ normalScale: 2, projectionScale: 1, maxDepth: 3, core: 'all', registrationError: 0, normals: 'up' },
      ...{ cores: 1024, withoutNormal: 0, level: 0, above: 0, medianUncertainty: 0 },
    });
    expect(m3c2.measured + m3c2.empty).toBe(1024);
    expect(m3c2.empty).toBeGreaterThan(60);
    expect(m3c2.ids ?? m3c2.distances).toBeUndefined();
    expect(text.stdout).toContain(`no distance: ${m3c2.empty}, whose cylinder has no point of b`);
    expect(text.stdout).toMatch(
      /beyond the level of detection: \d+ of \d+ \(.*\); 0 on the side of the normal, \d+ on/,
    );
  });

  it('measures the points of the classes that are asked for, and chooses scales by itself', async () => {
    const out = at('houses.laz');
    const words = `compare ${at('a.las')} ${at('b.laz')} --classes 6 --m3c2 ${out} --json`;
    const { code, stdout } = await subray(words);
    expect(code).toBe(0);
    const { m3c2 } = JSON.parse(stdout);
    const found = await pointsOf(out);
    expect([found.count, new Set(found.classification)]).toEqual([m3c2.cores, new Set([6])]);
    // 30 points at 16 a square metre: 1.55 m; plane surfaces need no larger ball.
    expect(m3c2.projectionScale).toBeGreaterThan(1.5);
    expect(m3c2.projectionScale).toBeLessThan(2.6);
    expect(m3c2.normalScale).toBe(m3c2.projectionScale);
    const gone = Array.from(found.m3c2Distance ?? []).filter((_, i) => found.x[i] >= 691_007);
    expect(gone.length).toBeGreaterThan(0);
    expect(gone).toEqual(gone.map(() => expect.closeTo(-0.5, 3)));
  });

  it('measures feet in metres, turns normals to a place in feet, and leaves coordinates as they are', async () => {
    const out = at('feet.las');
    const scales = '--normal-scale 1 --projection-scale 0.5 --max-depth 1 --core all';
    const words = `compare ${at('feet-a.las')} ${at('feet-b.las')} --m3c2 ${out} ${scales} --normals 691004,5334004,`;
    expect((await subray(`${words}99`)).code).toBe(0);
    const found = await pointsOf(out);
    expect([found.count, found.x[0], found.z[0]]).toEqual([1024, 691_000, 100]);
    expect(found.m3c2Distance?.[500]).toBeCloseTo(-0.3048, 4);
    expect((await subray(`${words}101 --force`)).code).toBe(0);
    expect((await pointsOf(out)).m3c2Distance?.[500]).toBeCloseTo(0.3048, 4);
  });

  it('warns of walls, whose upper side is a matter of chance', async () => {
    const { x, y, z, ...rest } = squareOf(() => 0);
    await writeCloud(
      at('wall.las'),
      { x, y: z, z: y.map((value) => value - 5_334_000), ...rest },
      { files: nodeFiles },
    );
    const { stdout } = await subray(`compare ${at('wall.las')} ${at('wall.las')} --m3c2 ${at('w.las')} ${SCALES}`);
    expect(stdout).toContain('warning: M3C2: normals of 256 core points are level to 6°');
  });

  it('replaces neither a cloud that it reads, nor another file without --force', async () => {
    const own = await subray(`compare ${at('a.las')} ${at('b.laz')} --m3c2 ${at('b.laz')} --force`);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('b.laz')]);
    const again = await subray(`compare ${at('a.las')} ${at('b.laz')} --m3c2 ${at('a.las')}`);
    expect(again.code).toBe(2);
  });

  it.each([
    ['--core 1', '--core belongs to --m3c2, which names the cloud to write'],
    ['--normals up', '--normals belongs to --m3c2'],
    ['--registration-error 0.01', '--registration-error belongs to --m3c2'],
    ['--m3c2 m.las --normal-scale 0', '--normal-scale: found "0", expected a number > 0'],
    ['--m3c2 m.las --projection-scale wide', '--projection-scale: found "wide", expected a number > 0'],
    ['--m3c2 m.las --max-depth -1', '--max-depth: found "-1", expected a number > 0'],
    ['--m3c2 m.las --core some', '--core: found "some", expected a number > 0'],
    ['--m3c2 m.las --registration-error -0.1', '--registration-error: found "-0.1", expected a number >= 0'],
    ['--m3c2 m.las --normals down', '--normals: found "down", expected up, vertical or a place X,Y,Z'],
    ['--m3c2 m.las --normals 1,2', '--normals: found "1,2", expected up, vertical or a place X,Y,Z'],
    ['--m3c2 m.las --normals vertical --normal-scale 1', '--normal-scale: found with --normals vertical'],
    ['--m3c2 m.las --core 1e-9', 'a.las: points are more than 2147483647 cells apart'],
    ['--m3c2 m.gif', 'refused.gif: the ending says no format that is written'],
  ])('refuses %s', async (options, message) => {
    const words = options.replace(' m.', ` ${at('refused')}.`);
    const { code, stderr } = await subray(`compare ${at('a.las')} ${at('b.laz')} ${words}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
