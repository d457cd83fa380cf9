import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Library } from '../../src/cli/library.js';
import { codingSink, createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { soloCoders } from '../../src/io/coders/block-coders.js';
import { COPC_SIZES, CopcData } from '../../src/io/copc/copc-data.js';
import { encodeLas, lasCoder } from '../../src/io/formats/las.js';
import { createCloudFile } from '../../src/io/records/cloud-file.js';
import { describeCloud } from '../../src/picture/cloud/node-describe-cloud.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../io/sample-cloud.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();
const cloud = join(folder, 'cloud.copc.laz');

beforeAll(async () => {
  const sizes = { ...COPC_SIZES, leafPoints: 500, fewPoints: 1 };
  const encoder = encodeLas(cloudHeader(), {}, (layout, quantization) => {
    return new CopcData(layout, quantization, soloCoders(), sizes);
  });
  const sink = codingSink(lasCoder(cloudHeader(), {}), await createCloudFile(cloud, encoder, { files: nodeFiles }));
  const batch = sampleBatch(5000, 31);
  for (let i = 0; i < batch.count; i++) for (const axis of [batch.x, batch.y, batch.z]) axis[i] *= (i / 5000) ** 4;
  await sink.write(batch);
  await sink.finish();
});

describe('subray info of a COPC file', () => {
  it('says what its octree has', async () => {
    const { code, stdout } = await subray(`info ${cloud}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/format +COPC 1\.0, LAZ 1\.4, point format 6/);
    expect(stdout).toMatch(/points +5,000\n/);
    expect(stdout).toMatch(/octree +\d+ levels, \d+ nodes, \d\.\d+ m between points of the first\n/);
    expect(stdout).not.toContain('warning');
  });

  it('counts and draws the levels that are wanted, and says how many these are', async () => {
    const all = JSON.parse((await subray(`info ${cloud} --json`)).stdout);
    const { levels } = all.octree as { levels: { nodes: number; points: number }[] };
    expect(all.octree.levelsRead).toBe(levels.length);
    const png = join(folder, 'two.png');
    const two = JSON.parse((await subray(`info ${cloud} --levels 2 --json --png ${png} --size 320x200`)).stdout);
    expect(existsSync(png)).toBe(true);
    expect(two).toMatchObject({ points: levels[0].points + levels[1].points, octree: { levelsRead: 2 } });
    const { stdout } = await subray(`info ${cloud} --levels 1`);
    const first = levels[0].points.toLocaleString('en');
    expect(stdout).toMatch(new RegExp(`points +${first} of 5,000\n`));
    expect(stdout).toContain('read: 1 level\n');
    expect(JSON.parse((await subray(`info ${cloud} --levels all --json`)).stdout).points).toBe(5000);
  });

  it('says with --summary what the file says of itself, and reads no point', async () => {
    const describeCloud = () => Promise.reject(new Error('points were read'));
    const all = JSON.parse((await subray(`info ${cloud} --json`)).stdout);
    const { code, stdout } = await subray(`info ${cloud} --summary`, { describeCloud });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\npoints +5,000\noctree +\d+ levels, .*\n(.*\n)*x +-?\d.* m\n/);
    expect(stdout).toMatch(
      /\nread +no point: --stats reads all, for their extent, intensities, times and classes\nreturns\n/,
    );
    const summary = JSON.parse((await subray(`info ${cloud} --summary --json`, { describeCloud })).stdout);
    expect(summary).toMatchObject({ points: 5000, pointsRead: 0, octree: all.octree, warnings: [] });
    expect(summary.pointsByReturn).toEqual(all.pointsByReturn);
    for (const side of ['min', 'max'])
      for (const axis of [0, 1, 2]) expect(summary.bounds[side][axis]).toBeCloseTo(all.bounds[side][axis], 2);
    expect('intensity' in summary).toBe(false);
  });

  it('reads no more points than take seconds, unless --stats asks for all', async () => {
    const asked: unknown[] = [];
    const huge: Partial<Library> = {
      openCloud: async (path, { detail } = {}) => {
        asked.push(detail);
        return { ...(await openReadable(nodeFiles, path)), pointCount: 50_000_001 };
      },
    };
    const { stdout } = await subray(`info ${cloud}`, {
      ...huge,
      describeCloud: () => Promise.reject(new Error('points were read')),
    });
    expect(stdout).toMatch(/\npoints +50,000,001\n/);
    expect(stdout).toMatch(/\nread +no point/);
    const counted = await subray(`info ${cloud} --stats`, {
      ...huge,
      describeCloud: async (one) => describeCloud({ ...one, pointCount: 5000 }),
    });
    expect(counted.stdout).toMatch(/\npoints +5,000\n/);
    // Of a larger octree, the levels that show.
    expect(asked).toEqual([{ points: 3_000_000, whole: 50_000_000 }, undefined]);
  });

  it.each([
    ['--summary --stats', '--summary reads no point, --stats does: take one of them'],
    ['--summary --levels 2', '--summary reads no point, --levels does: take one of them'],
    ['--summary --png a.png', '--summary reads no point, --png does: take one of them'],
    ['--stats --levels 2', '--stats reads all points, --levels a part of them: take one of them'],
  ])('refuses %s', async (options, message) => {
    const { code, stderr } = await subray(`info ${cloud} ${options}`);
    expect([code, stderr]).toEqual([2, `subray: ${cloud}: ${message}\n`]);
  });

  it('refuses --summary where it would say nothing', async () => {
    expect((await subray(`info ${cloud} --check --summary`)).stderr).toBe(
      'subray: --check and --summary are two tasks: take one after the other\n',
    );
    const scene = join(folder, 'face.obj');
    writeFileSync(scene, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    for (const option of ['--summary', '--stats'])
      expect((await subray(`info ${scene} ${option}`)).stderr).toBe(
        `subray: ${scene}: ${option} is for clouds; this is a scene\n`,
      );
  });

  it('refuses levels that are none, and those of other clouds', async () => {
    const las = join(folder, 'cloud.las');
    const sink = await createPointSink({ path: las, format: 'las' }, cloudHeader(), { files: nodeFiles });
    await sink.finish();
    const cases = [
      [`info ${cloud} --levels 0`, '--levels: found "0", expected a whole number from 1 to 31'],
      [`info ${cloud} --levels two`, '--levels: found "two", expected a whole number from 1 to 31'],
      [`info ${las} --levels 2`, '--levels is for clouds in an octree (COPC); this is none'],
    ];
    for (const [command, message] of cases) {
      const { code, stderr } = await subray(command);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
