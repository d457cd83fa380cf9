import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Color, SRGBColorSpace } from 'three';
import { PCDLoader } from 'three/addons/loaders/PCDLoader.js';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { type Box3, emptyBox } from '../../../src/base/vec3.js';
import { OPTIONAL_KEYS, type PointKey } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { cloudFormat, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import type { CloudGrid, CloudHeader } from '../../../src/io/records/point-sink.js';
import { readPcd } from '../read-pcd.js';
import { cloudHeader, fullBatchOfF32, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

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
  // 16 bits a channel: 256, 512, 1024 are 1, 2, 4 of 8; the last one, all ones but for the highest byte, is a very
  // small number.
  expect([...words]).toEqual([0, 0x010204, 0xffffff]);
});

it('x, y and z are f32 near the origin, as PCL wants them, and f64 where that would be too coarse', async () => {
  const types = async (name: string, reach: number) =>
    readPcd((await writePcd(name, [], { bounds: { min: [0, 0, 0], max: [reach, 1, 1] } })).path).types.slice(0, 4);
  expect(await types('near.pcd', 8000)).toEqual(['F4', 'F4', 'F4', 'F4']);
  expect(await types('far.pcd', 500_000)).toEqual(['F8', 'F8', 'F8', 'F4']);
  expect(await types('edge.pcd', 8192)).toEqual(['F4', 'F4', 'F4', 'F4']);
  expect(await types('beyond.pcd', 8192.001)).toEqual(['F8', 'F8', 'F8', 'F4']);
  for (const [name, bounds, type] of [
    ['west.pcd', { min: [-8193, 0, 0], max: [0, 0, 0] }, 'F8'],
    ['deep.pcd', { min: [0, 0, -8193], max: [0, 0, 0] }, 'F8'],
    ['none.pcd', emptyBox(), 'F4'],
  ] as [string, Box3, string][])
    expect(readPcd((await writePcd(name, [], { bounds })).path).types[0]).toBe(type);
});

it('has a head of the same length for any number of points, with the software in ASCII', async () => {
  const encoder = await cloudFormat('pcd').encode({ ...cloudHeader(), software: 'sübray\t7' }, {});
  const headOf = (points: number) => new TextDecoder().decode(encoder.head(points));
  const lengths = [0, 7, 123_456_789, 999_999_999_999].map((points) => headOf(points).length);
  expect(new Set(lengths).size).toBe(1);
  // WIDTH, HEIGHT and POINTS take 40 digits and blanks together.
  expect(headOf(12).split('\n')[1]).toBe(`# s?bray?7${' '.repeat(35)}`);
  expect(headOf(12)).toContain('\nWIDTH 12\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 12\nDATA binary\n');
  expect(headOf(12).split('\n').slice(2, 7)).toEqual([
    'VERSION 0.7',
    'FIELDS x y z intensity return_number number_of_returns classification scan_angle point_source_id gps_time normal_x normal_y normal_z instance material semantic range incidence_angle energy echo_width hit_subrays channel',
    'SIZE 4 4 4 4 1 1 1 4 2 8 4 4 4 4 2 2 8 4 4 4 2 1',
    'TYPE F F F F U U U F U F F F F U U U F F F F U U',
    'COUNT 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  ]);
});

it('stores each field at its place', () => {
  const header = { ...cloudHeader(), optional: ['rgb', 'frameTime'] as const };
  const cloud = { ...goldenCloud(), frameTime: Float32Array.of(0.25, 0.5, 0.75) };
  const [bytes] = cloudFormat('pcd').coder(header, {}).code(cloud).bytes;
  const view = new DataView(bytes.buffer);
  const length = view.byteLength / 3;
  expect(length).toBe(84);
  for (const k of [0, 1, 2]) {
    const at = k * length;
    expect([0, 4, 8].map((byte) => view.getFloat32(at + byte, true))).toEqual(
      [cloud.x[k], cloud.y[k], cloud.z[k]].map(Math.fround),
    );
    expect(view.getFloat32(at + 12, true)).toBe(cloud.intensity[k]);
    expect(view.getUint8(at + 16)).toBe(cloud.returnNumber[k]);
    expect(view.getUint8(at + 75)).toBe(cloud.channel[k]);
    expect(view.getUint32(at + 80, true)).toBe([0, 0x010204, 0xffffff][k]);
    expect(view.getFloat32(at + 76, true)).toBe(cloud.frameTime[k]);
  }
});

it('keeps every point over many batches and blocks', async () => {
  const batches = [1, 2, 3].map((seed) => sampleBatch(40_000, seed));
  const { columns } = readPcd((await writePcd('many.pcd', batches)).path);
  expect(columns.instance).toEqual(batches.flatMap((batch) => [...batch.instance]));
  expect(columns.rgb).toBeUndefined();
});

/** Fields that are called otherwise than our attributes. */
const PCL_NAMES: Readonly<Record<string, string>> = {
  ...{ nx: 'normal_x', ny: 'normal_y', nz: 'normal_z' },
};

/** The numbers of a field as three reads them: it knows few names, so that the field is called intensity for it. */
function readByThree(bytes: Buffer, field: string) {
  const end = bytes.indexOf('DATA binary\n') + 'DATA binary\n'.length;
  const head = bytes.toString('latin1', 0, end).replace(/^FIELDS .*$/m, (line) => {
    const names = line.split(' ').map((name) => (name === 'intensity' ? 'other' : name));
    return names
      .map((name) => (name === field || (name === 'other' && field === 'intensity') ? 'intensity' : name))
      .join(' ');
  });
  const renamed = Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(end)]);
  return new PCDLoader().parse(new Uint8Array(renamed).buffer).geometry;
}

it('is read by three, every attribute', async () => {
  const cloud = fullBatchOfF32(300);
  const bytes = readFileSync((await writePcd('three.pcd', [cloud], { optional: OPTIONAL_KEYS })).path);
  for (const { name, key, component, components } of attributesOf({ optional: OPTIONAL_KEYS })) {
    const array = cloud[key as PointKey] as Float64Array;
    const wanted = Array.from({ length: cloud.count }, (_, i) => array[components * i + component]);
    if (key === 'rgb') continue;
    const axis = ['x', 'y', 'z'].indexOf(name);
    const geometry = readByThree(bytes, axis < 0 ? (PCL_NAMES[name] ?? name) : 'intensity');
    const found =
      axis < 0
        ? [...geometry.getAttribute('intensity').array]
        : [...geometry.getAttribute('position').array].filter((_, k) => k % 3 === axis);
    // It keeps f32 of all.
    expect(found, name).toEqual(wanted.map(Math.fround));
  }
  const colours = [...readByThree(bytes, 'ring').getAttribute('color').array];
  const linear = Array.from({ length: cloud.count }, (_, i) => {
    const [r, g, b] = [...(cloud.rgb ?? [])].slice(3 * i, 3 * i + 3).map((value) => Math.round(value / 257) / 255);
    return new Color().setRGB(r, g, b, SRGBColorSpace).toArray().map(Math.fround);
  });
  expect(colours).toEqual(linear.flat());
});

it('is valid without points', async () => {
  const { header } = readPcd((await writePcd('empty.pcd', [])).path);
  expect(header).toMatchObject({ WIDTH: ['0'], HEIGHT: ['1'], POINTS: ['0'] });
});

it('no component of the quaternion of a viewpoint exceeds 1', async () => {
  const viewpoint = { position: [1, 2, 3], orientation: [0, 0, 0, 1.0000000000000002] } as const;
  const { header } = readPcd((await writePcd('turned.pcd', [sampleBatch(1, 4)], { viewpoint })).path);
  expect(header.VIEWPOINT).toEqual(['1', '2', '3', '1', '0', '0', '0']);
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
