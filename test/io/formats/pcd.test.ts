import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointSink } from '../../../src/io/cloud-formats.js';
import type { CloudGrid, CloudHeader } from '../../../src/io/point-sink.js';
import { readPcd } from '../read-pcd.js';
import { cloudHeader, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

async function writePcd(name: string, batches = [goldenCloud()], header: Partial<CloudHeader> = {}, grid?: CloudGrid) {
  const path = join(folder, name);
  const writer = await createPointSink(
    { path, format: 'pcd' },
    { ...cloudHeader(), ...header, grid },
    { files: nodeFiles },
  );
  for (const batch of batches) await writer.write(batch);
  return writer.finish();
}

it('has the header of version 0.7 and every attribute under the names of PCL', async () => {
  const cloud = goldenCloud();
  const { path, points } = await writePcd('golden.pcd');
  const { lines, header, columns } = readPcd(path);
  expect(points).toBe(3);
  expect(lines[0]).toBe('# .PCD v0.7 - Point Cloud Data file format');
  expect(lines.slice(2).map((line) => line.split(' ')[0])).toEqual([
    'VERSION', 'FIELDS', 'SIZE', 'TYPE', 'COUNT', 'WIDTH', 'HEIGHT', 'VIEWPOINT', 'POINTS', 'DATA',
  ]); // biome-ignore format: the order of the format
  expect(header).toMatchObject({ VERSION: ['0.7'], WIDTH: ['3'], HEIGHT: ['1'], POINTS: ['3'] });
  expect(header.VIEWPOINT.map(Number)).toEqual([0, 0, 0, 1, 0, 0, 0]);
  expect(columns.x).toEqual([...cloud.x].map(Math.fround));
  expect(columns.intensity).toEqual([0, 1000, 65535]);
  expect(columns.normal_z).toEqual([1, 0, Math.fround(0.8)]);
  expect(columns.gps_time).toEqual([...cloud.gpsTime]);
  expect(columns.instance).toEqual([0, 7, 4_294_967_295]);
});

it('packs colour into the bits of one f32', async () => {
  const { path } = await writePcd('colour.pcd', [goldenCloud()], { optional: ['rgb'] });
  const { columns, header } = readPcd(path);
  expect(header.FIELDS.filter((name) => /rgb|red|green|blue/.test(name))).toEqual(['rgb']);
  const words = new Uint32Array(Float32Array.from(columns.rgb).buffer);
  // 16 bits a channel: 256, 512, 1024 are 1, 2, 4 of 8; the last one, all ones but for the highest byte, is a very small number.
  expect([...words]).toEqual([0, 0x010204, 0xffffff]);
});

it('x, y and z are f32 near the origin, as PCL wants them, and f64 where that would be too coarse', async () => {
  const types = async (name: string, reach: number) =>
    readPcd((await writePcd(name, [], { bounds: { min: [0, 0, 0], max: [reach, 1, 1] } })).path).types.slice(0, 4);
  expect(await types('near.pcd', 8000)).toEqual(['F4', 'F4', 'F4', 'F4']);
  expect(await types('far.pcd', 500_000)).toEqual(['F8', 'F8', 'F8', 'F4']);
});

it('keeps every point over many batches and blocks', async () => {
  const batches = [1, 2, 3].map((seed) => sampleBatch(40_000, seed));
  const { columns } = readPcd((await writePcd('many.pcd', batches)).path);
  expect(columns.instance).toEqual(batches.flatMap((batch) => [...batch.instance]));
  expect(columns.rgb).toBeUndefined();
});

it('of no point is valid', async () => {
  const { header } = readPcd((await writePcd('empty.pcd', [])).path);
  expect(header).toMatchObject({ WIDTH: ['0'], HEIGHT: ['1'], POINTS: ['0'] });
});

it('organised points keep their rows and columns; the viewpoint has its quaternion w first', async () => {
  const viewpoint = { position: [1, 2, 3], orientation: [0.5, 0.5, -0.5, 0.5] } as const;
  const batch = sampleBatch(6, 4);
  batch.ring = Uint16Array.from([0, 0, 0, 1, 1, 1]);
  batch.x.fill(Number.NaN, 2, 3);
  const { path } = await writePcd('grid.pcd', [batch], { optional: ['ring'], viewpoint }, { width: 3, height: 2 });
  const { header, columns, types } = readPcd(path);
  expect(header).toMatchObject({ WIDTH: ['3'], HEIGHT: ['2'], POINTS: ['6'] });
  expect(header.VIEWPOINT.map(Number)).toEqual([1, 2, 3, 0.5, 0.5, 0.5, -0.5]);
  expect(columns.ring).toEqual([0, 0, 0, 1, 1, 1]);
  expect(types[header.FIELDS.indexOf('ring')]).toBe('U2');
  expect(columns.x[2]).toBeNaN();
});

it('an organised cloud that is not whole is a fault, and leaves no file', async () => {
  await expect(writePcd('part.pcd', [sampleBatch(5, 4)], {}, { width: 3, height: 2 })).rejects.toThrow(
    'all its points',
  );
  await expect(async () => readPcd(join(folder, 'part.pcd'))).rejects.toThrow('ENOENT');
});
