import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { IDENTITY_ROTATION } from '../../../src/base/quaternion.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import type { LabelledFrame } from '../../../src/io/data-sets/data-set.js';
import { type DataSetName, dataSetLayout } from '../../../src/io/data-sets/data-sets.js';
import { workplace } from '../../e2e/subray.js';

const { write, answer } = workplace();

/** A frame of three points. */
const FRAME: LabelledFrame = {
  ...{ frame: 7, count: 3, pose: { position: [0, 0, 0], orientation: IDENTITY_ROTATION }, boxes: [] },
  ...{ x: Float64Array.of(1.5, -20, 3), y: Float64Array.of(2, 0.25, -4), z: Float64Array.of(-1.75, 0, 9) },
  ...{ strength: Float32Array.of(0, 32_768 / 65_535, 1), ring: Uint16Array.of(4, 0, 31) },
  ...{ classes: new Int32Array(3), objects: new Uint32Array(3) },
};

const pointsOf = (layout: DataSetName, frame: Partial<LabelledFrame> = {}) =>
  dataSetLayout(layout).frameFiles({ ...FRAME, ...frame })[0];

async function read(path: string): Promise<PointBatch | undefined> {
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) return batch;
  return undefined;
}

it.each(['semantic-kitti', 'kitti-tracking', 'nuscenes', 'openpcdet'] as const)(
  'reads, draws and converts frames of %s',
  async (layout) => {
    const { path, bytes } = pointsOf(layout);
    const file = write(join(layout, path), bytes);
    const points = await read(file);
    expect([...(points?.x ?? []), ...(points?.z ?? [])]).toEqual([1.5, -20, 3, -1.75, 0, 9]);
    expect([...(points?.intensity ?? [])]).toEqual([0, 32_768, 65_535]);
    if (layout === 'nuscenes') expect([...(points?.ring ?? [])]).toEqual([4, 0, 31]);
    expect(await answer('info', file, '--png', `${file}.png`)).toMatchObject({ code: 0, stderr: '' });
    expect((await answer('info', file)).stdout).toMatch(/points +3\n/);
    await answer('convert', file, `${file}.ply`);
    expect((await read(`${file}.ply`))?.y[2]).toBe(-4);
    expect(readFileSync(`${file}.png`).length).toBeGreaterThan(100);
  },
);

it('reads the labels of SemanticKITTI where they lie, and converts them', async () => {
  const labels = { classes: Int32Array.of(10, 40, 252), objects: Uint32Array.of(7, 0, 65_535) };
  const [points, label] = dataSetLayout('semantic-kitti').frameFiles({ ...FRAME, ...labels });
  const file = write(join('labelled', points.path), points.bytes);
  expect((await read(file))?.semantic).not.toContain(10);
  write(join('labelled', label.path), label.bytes);
  const read3 = await read(file);
  expect([[...(read3?.semantic ?? [])], [...(read3?.instance ?? [])]]).toEqual([
    [10, 40, 252],
    [7, 0, 65_535],
  ]);
  expect([[...(read3?.x ?? [])], [...(read3?.intensity ?? [])]]).toEqual([
    [1.5, -20, 3],
    [0, 32_768, 65_535],
  ]);
  expect((await answer('info', file)).stdout).toContain('and their labels');
  await answer('convert', file, `${file}.csv`);
  expect(readFileSync(`${file}.csv`, 'utf8').split('\n')[0]).toMatch(/instance.*semantic|semantic.*instance/);
  expect([...((await read(`${file}.csv`))?.semantic ?? [])]).toEqual([10, 40, 252]);
});

it('leaves labels of another number of points', async () => {
  const [points] = dataSetLayout('semantic-kitti').frameFiles(FRAME);
  const file = write('odd/velodyne/000003.bin', points.bytes);
  write('odd/labels/000003.label', new Uint8Array(8));
  const cloud = await openReadable(nodeFiles, file);
  expect(cloud.warnings).toEqual([
    expect.stringMatching(/labels\/000003\.label has 8 bytes, expected 12 bytes: it is not read$/),
  ]);
  expect((await read(file))?.x.length).toBe(3);
});

it('reads intensities up to 255 of nuScenes', async () => {
  const file = write(
    'bytes.pcd.bin',
    pointsOf('nuscenes', { strength: FRAME.strength.map((share) => 255 * share) }).bytes,
  );
  expect([...((await read(file))?.intensity ?? [])]).toEqual([0, 32_768, 65_535]);
  expect((await openReadable(nodeFiles, file)).warnings).toEqual([]);
});

it('reads a frame without points', async () => {
  expect((await openReadable(nodeFiles, write('000001.bin', new Uint8Array()))).pointCount).toBe(0);
});

it('takes no other file for one', async () => {
  const floats = (...numbers: number[]) => new Uint8Array(Float32Array.from(numbers).buffer);
  const others = {
    'normals.bin': floats(1, 2, 3, 0.5, 0, 0, 1, -0.5),
    'huge.bin': floats(1e9, 2, 3, 0.5),
    'text.bin': Buffer.from('1.25 2.5 3.75 4\n'.repeat(20)),
    'odd.bin': floats(1, 2, 3, 0.5).subarray(0, 15),
    'rings.pcd.bin': floats(1, 2, 3, 0.5, 4.5),
    'zeros.bin': new Uint8Array(160),
  };
  for (const [name, bytes] of Object.entries(others))
    await expect(openReadable(nodeFiles, write(name, bytes)), name).rejects.toThrow('it is no cloud that can be read');
});

it('refuses a frame that is cut off', async () => {
  const rows = Float32Array.from({ length: 4 * 20_000 }, (_, k) => (k % 4 === 3 ? 0.5 : (k % 50) + 1));
  const path = write('long.bin', new Uint8Array(rows.buffer).subarray(0, -6));
  await expect(openReadable(nodeFiles, path)).rejects.toThrow('319994 bytes');
});
