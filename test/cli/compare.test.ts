import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readCrs } from '../../src/crs/read-crs.js';
import { type CloudFormatName, createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { batchOf, square, type TestPoint } from '../picture/picture-clouds.js';
import { FakeContext, subray } from './fakes.js';

let folder: string;
const at = (name: string) => join(folder, name);

/** A level square, and the same with a box of 1 m on it. */
const FLOOR = square(5, 0.25, 1, { classification: 2 });
const WITH_BOX = FLOOR.map(({ at: [x, y, z], ...rest }) =>
  Math.max(Math.abs(x), Math.abs(y)) < 1.1
    ? { ...rest, at: [x, y, z + 1] as const, classification: 6 }
    : { ...rest, at: [x, y, z] as const },
);

async function writeCloud(path: string, points: TestPoint[], format: CloudFormatName = 'las', wkt?: string) {
  const header = {
    bounds: { min: [-5, -5, 0] as [number, number, number], max: [5, 5, 2] as [number, number, number] },
    software: 'subray test',
    created: new Date(0),
    ...(wkt !== undefined && { wkt }),
  };
  const writer = await createPointSink({ path, format, pointFormat: 6 }, header, { files: nodeFiles });
  const batch = batchOf(points);
  batch.returnNumber.fill(1);
  batch.returnCount.fill(1);
  await writer.write(batch);
  await writer.finish();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-compare-'));
  await writeCloud(at('floor.las'), FLOOR);
  await writeCloud(at('box.las'), WITH_BOX);
});

afterAll(() => rmSync(folder, { recursive: true }));

const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());

describe('subray compare a b', () => {
  it('prints distances both ways, by class, and the heights', async () => {
    const { code, stdout, stderr } = await subray(`compare ${at('floor.las')} ${at('box.las')}`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = linesOf(stdout);
    expect(lines).toContain(`b ${at('box.las')}, 1,681 points`);
    expect(lines).toContain(
      'limit 0.2500 m; 99 % of the points of either cloud have another one of their own within it (--limit sets another)',
    );
    expect(lines).toContain('points beyond limit median mean RMS 95 % max');
    expect(lines).toContain('all 1,681 81 0.0000 0.0482 0.2195 0.0000 1.0000');
    expect(lines).toContain('2 Ground 1,600 0 0.0000 0.0000 0.0000 0.0000 0.0000');
    expect(lines).toContain('6 Building 81 81 1.0000 1.0000 1.0000 1.0000 1.0000');
    expect(lines).toContain('higher by: median 0.0000, mean 0.0482, RMS 0.2195, 5 % 0.0000, 95 % 0.0000 m');
    // Of the floor below the box, 32 points are 0.25 m from its edge, 24 0.5 m, 16 0.75 m; 9 are 1 m below its top.
    expect(lines).toContain('all 1,681 49 0.0000 0.0244 0.1244 0.0000 1.0000');
  });

  it('takes a limit, and says it in one JSON object', async () => {
    const { stdout } = await subray(`compare ${at('floor.las')} ${at('box.las')} --limit 1.5 --json`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'comparison',
      a: { path: at('floor.las'), points: 1681 },
      b: { path: at('box.las'), points: 1681 },
      limit: 1.5,
      limitBy: 'option',
      bToA: { distance: { points: 1681, beyond: 0, max: 1 }, byClass: { 6: { points: 81, median: 1 } } },
      aToB: { distance: { points: 1681 } },
      warnings: [],
    });
  });

  it.each(['ply', 'pcd', 'csv', 'xyz'] as const)('compares %s with LAS, either way round', async (format) => {
    const path = at(`other.${format}`);
    await writeCloud(path, FLOOR, format);
    for (const [a, b] of [
      [path, at('floor.las')],
      [at('floor.las'), path],
    ]) {
      const { stdout } = await subray(`compare ${b} ${a} --json`);
      expect(JSON.parse(stdout).bToA.distance).toMatchObject({ points: 1681, beyond: 0, max: expect.closeTo(0, 6) });
    }
  });

  it('compares intensities from 0 to 1 as 16 bits, and says so', async () => {
    const rows = FLOOR.map(({ at: [x, y, z] }, k) => [x, y, z, (20 * k) / 65535] as const);
    const text = (scale: number) =>
      `x,y,z,intensity\n${rows.map(([x, y, z, i]) => [x, y, z, i * scale].join()).join('\n')}\n`;
    writeFileSync(at('unit.csv'), text(1));
    writeFileSync(at('whole.csv'), text(65535));
    expect((await subray(`convert ${at('unit.csv')} ${at('unit.e57')} --force`)).code).toBe(0);
    for (const [a, b] of [
      ['unit.csv', 'whole.csv'],
      ['whole.csv', 'unit.csv'],
      ['unit.csv', 'unit.e57'],
      ['unit.csv', 'unit.csv'],
    ]) {
      const { stdout } = await subray(`compare ${at(a)} ${at(b)} --json`);
      const { matched, warnings } = JSON.parse(stdout);
      expect(matched.intensity.points, `${a}, ${b}`).toBeGreaterThan(1600);
      expect([matched.intensity.median, matched.intensity.within[0].share]).toEqual([expect.closeTo(1, 6), 1]);
      const own = [a, b].filter((name) => name === 'unit.csv' && a !== b);
      expect(warnings).toEqual(
        own.map((name) => `${at(name)}: its intensities are from 0 to 1; they are compared times 65535`),
      );
    }
  });

  it('draws the second cloud by distance, with points without a place', async () => {
    const png = at('difference.png');
    const holes = at('holes.csv');
    writeFileSync(holes, `x,y,z\n1,1,nan\n${WITH_BOX.map((point) => point.at.join()).join('\n')}\n`);
    for (const first of [at('box.las'), holes]) {
      const { code, stdout } = await subray(
        `compare ${at('floor.las')} ${first} --png ${png} --view top --size 320x200 --force`,
      );
      expect(code).toBe(0);
      expect(stdout).toContain(`picture: ${png}`);
      const { data, width } = decode(readFileSync(png));
      const colorAt = (x: number, y: number) => [...data.slice(3 * (y * width + x), 3 * (y * width + x) + 3)];
      const [red, , blue] = colorAt(160, 95);
      expect(red).toBeGreaterThan(2 * blue);
      const [quiet, , cold] = colorAt(130, 70);
      expect(cold).toBeGreaterThan(1.3 * quiet);
    }
  });

  it('writes nothing where a picture exists', async () => {
    const png = at('there.png');
    writeFileSync(png, 'mine');
    const { code, stderr } = await subray(`compare ${at('floor.las')} ${at('box.las')} --png ${png}`);
    expect(code).toBe(2);
    expect(stderr).toContain('the file exists');
    expect(readFileSync(png, 'utf8')).toBe('mine');
  });

  it('refuses clouds in different reference systems, and warns where one is unknown', async () => {
    const [utm, dutch] = await Promise.all(['EPSG:25832', 'EPSG:28992'].map(async (code) => (await readCrs(code)).wkt));
    await writeCloud(at('utm.las'), FLOOR, 'las', utm);
    await writeCloud(at('dutch.las'), FLOOR, 'las', dutch);
    const refused = await subray(`compare ${at('utm.las')} ${at('dutch.las')}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('dutch.las: is in Amersfoort / RD New (EPSG:28992)');
    expect(refused.stderr).toContain('transform one of the clouds first');
    const { code, stdout } = await subray(`compare ${at('floor.las')} ${at('utm.las')}`);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'floor.las names no reference system; its coordinates are taken to be in ETRS89 / UTM zone 32N (EPSG:25832)',
    );
    expect((await subray(`compare ${at('utm.las')} ${at('utm.las')}`)).stdout).not.toContain('warning');
  });

  it('warns of clouds that do not overlap', async () => {
    const path = at('away.csv');
    writeFileSync(path, 'x,y,z\n5,5,101\n6,5,101\n');
    expect((await subray(`compare ${path} ${at('floor.las')}`)).stdout).toContain(
      'warning: the clouds do not overlap: their boxes are 100 m apart',
    );
  });

  it('refuses what cannot be compared', async () => {
    writeFileSync(at('empty.csv'), 'x,y,z\nnan,nan,nan\n');
    writeFileSync(at('cube.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const [a, b] = [at('box.las'), at('floor.las')];
    for (const [options, message] of [
      [`${a} ${at('empty.csv')}`, 'empty.csv: found no point with a place to compare'],
      [`${a} ${at('missing.las')}`, 'missing.las'],
      [`${a} ${at('cube.obj')}`, 'it is no cloud that can be read'],
      [`${at('cube.obj')} ${a}`, 'it is no cloud that can be read'],
      [`${a} ${b} --limit 0`, '--limit: found "0", expected a number > 0 (m)'],
      [a, '<b> is missing: subray compare <a> <b>'],
    ]) {
      const { code, stderr } = await subray(`compare ${options}`);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it('stops at Ctrl-C without a picture', async () => {
    const context = new FakeContext();
    const { runCli } = await import('../../src/cli/cli.js');
    const png = at('stopped.png');
    const original = context.library.compareClouds;
    context.library.compareClouds = (...parameters) => {
      context.interrupt();
      return original(...parameters);
    };
    const code = await runCli(['compare', at('floor.las'), at('box.las'), '--png', png], context);
    expect(code).toBe(130);
    expect(existsSync(png)).toBe(false);
  });
});
