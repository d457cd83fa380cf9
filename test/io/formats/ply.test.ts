import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@loaders.gl/core';
import { PLYLoader } from '@loaders.gl/ply';
import { PLYLoader as ThreeLoader } from 'three/addons/loaders/PLYLoader.js';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type OptionalKey, type PointKey } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { cloudFormat, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { cloudHeader, fullBatchOfF32, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const SIZES: Record<string, number> = { uchar: 1, ushort: 2, uint: 4, float: 4, double: 8 };
const READ: Record<string, (view: DataView, at: number) => number> = {
  uchar: (view, at) => view.getUint8(at),
  ushort: (view, at) => view.getUint16(at, true),
  uint: (view, at) => view.getUint32(at, true),
  float: (view, at) => view.getFloat32(at, true),
  double: (view, at) => view.getFloat64(at, true),
};

/**
 * A reading of the format's own description: lines up to `end_header`, then the properties of one vertex after another.
 */
function readPly(path: string) {
  const bytes = readFileSync(path);
  const end = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const lines = bytes.subarray(0, end).toString('ascii').trimEnd().split('\n');
  const properties = lines.filter((line) => line.startsWith('property ')).map((line) => line.split(' ').slice(1));
  const count = Number(/^element vertex (\d+)$/.exec(lines.find((line) => line.startsWith('element '))!)![1]);
  const view = new DataView(bytes.buffer, bytes.byteOffset + end, bytes.length - end);
  const columns: Record<string, number[]> = {};
  let at = 0;
  for (let i = 0; i < count; i++)
    for (const [type, name] of properties) {
      columns[name] ??= [];
      columns[name].push(READ[type](view, at));
      at += SIZES[type];
    }
  expect(at, 'the vertices account for the whole file').toBe(view.byteLength);
  return { lines, properties, count, columns };
}

async function writePly(name: string, batches: ReturnType<typeof goldenCloud>[], optional: OptionalKey[] = []) {
  const path = join(folder, name);
  const writer = await createPointSink({ path, format: 'ply' }, { ...cloudHeader(), optional }, { files: nodeFiles });
  for (const batch of batches) await writer.write(batch);
  return writer.finish();
}

it('writes every attribute as it is', async () => {
  const cloud = goldenCloud();
  const { path, points } = await writePly('golden.ply', [cloud], ['rgb']);
  const { lines, columns } = readPly(path);
  expect(points).toBe(3);
  expect(lines.slice(0, 2)).toEqual(['ply', 'format binary_little_endian 1.0']);
  expect(columns.x).toEqual([...cloud.x]);
  expect(columns.nz).toEqual([1, 0, Math.fround(0.8)]);
  expect(columns.scalar_gps_time).toEqual([...cloud.gpsTime]);
  expect(columns.scalar_instance).toEqual([...cloud.instance]);
  expect(columns.scalar_range).toEqual([...cloud.range]);
  expect(columns.scalar_energy).toEqual([...cloud.energy]);
  expect(columns.scalar_channel).toEqual([...cloud.channel]);
  expect(columns.red).toEqual([0, 1, 255]);
  expect(columns.blue).toEqual([0, 4, 255]);
  expect(Object.keys(columns)).toHaveLength(attributesOf({ optional: ['rgb'] }).length);
});

it('has no colour where the cloud has none, over many batches and blocks', async () => {
  const batches = [5, 6, 7].map((seed) => sampleBatch(40_000, seed));
  const { path } = await writePly('many.ply', batches);
  const { count, properties, columns } = readPly(path);
  expect(count).toBe(120_000);
  expect(properties.map(([, name]) => name)).not.toContain('red');
  expect(columns.scalar_instance).toEqual(batches.flatMap((batch) => [...batch.instance]));
  expect(columns.y).toEqual(batches.flatMap((batch) => [...batch.y]));
});

it('has a head of the same length for any number of points, with the software in ASCII', async () => {
  const encoder = await cloudFormat('ply').encode(
    { ...cloudHeader(), software: 'sübray\t7', optional: ['rgb', 'ring'] },
    {},
  );
  const headOf = (points: number) => new TextDecoder().decode(encoder.head(points));
  expect(headOf(12).split('\n')).toEqual([
    'ply',
    'format binary_little_endian 1.0',
    // The number of points takes 16 digits and blanks together.
    `comment s?bray?7${' '.repeat(14)}`,
    'element vertex 12',
    ...['x', 'y', 'z'].map((name) => `property double ${name}`),
    'property ushort intensity',
    ...['return_number', 'number_of_returns', 'classification'].map((name) => `property uchar scalar_${name}`),
    'property float scalar_scan_angle',
    'property ushort scalar_point_source_id',
    'property double scalar_gps_time',
    ...['nx', 'ny', 'nz'].map((name) => `property float ${name}`),
    'property uint scalar_instance',
    'property ushort scalar_material',
    'property ushort scalar_semantic',
    'property double scalar_range',
    ...['incidence_angle', 'energy', 'echo_width'].map((name) => `property float scalar_${name}`),
    'property ushort scalar_hit_subrays',
    'property uchar scalar_channel',
    'property ushort scalar_ring',
    ...['red', 'green', 'blue'].map((name) => `property uchar ${name}`),
    'end_header',
    '',
  ]);
  expect(new Set([0, 7, 123_456_789, Number.MAX_SAFE_INTEGER].map((points) => headOf(points).length)).size).toBe(1);
});

it('is valid without points, and has the properties of all', async () => {
  const { path } = await writePly('empty.ply', [], ['rgb']);
  expect(readPly(path).count).toBe(0);
  expect(readPly(path).properties.slice(-3)).toEqual([
    ['uchar', 'red'],
    ['uchar', 'green'],
    ['uchar', 'blue'],
  ]);
});

/** Properties whose names are those of the format's first programs; others are scalars. */
const PLAIN = ['x', 'y', 'z', 'intensity', 'nx', 'ny', 'nz', 'red', 'green', 'blue'];

it('is read by three, every attribute', async () => {
  const cloud = fullBatchOfF32(500);
  const { path } = await writePly('three.ply', [cloud], [...OPTIONAL_KEYS]);
  const attributes = attributesOf({ optional: OPTIONAL_KEYS });
  const loader = new ThreeLoader();
  const propertyOf = (name: string) => (PLAIN.includes(name) ? name : `scalar_${name}`);
  loader.setCustomPropertyNameMapping(
    Object.fromEntries(attributes.map(({ name }) => [`its_${name}`, [propertyOf(name)]])),
  );
  const geometry = loader.parse(new Uint8Array(readFileSync(path)).buffer);
  for (const { name, key, component, components } of attributes) {
    const array = cloud[key as PointKey] as Float64Array;
    const wanted = Array.from({ length: cloud.count }, (_, i) => array[components * i + component]);
    const found = geometry.getAttribute(`its_${name}`);
    expect([...(found?.array ?? [])], name).toEqual(
      key === 'rgb' ? wanted.map((value) => Math.round(value / 257)) : wanted,
    );
  }
});

it('is read by @loaders.gl/ply', async () => {
  const { path } = await writePly('theirs.ply', [goldenCloud()], ['rgb']);
  const file = readFileSync(path);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  const { attributes } = await parse(bytes, PLYLoader, { worker: false });
  // Positions come as f32.
  const cloud = goldenCloud();
  const positions = [0, 1, 2].flatMap((i) => [cloud.x[i], cloud.y[i], cloud.z[i]].map(Math.fround));
  expect([...attributes.POSITION.value]).toEqual(positions);
  expect([...attributes.NORMAL.value].map(Math.fround)).toEqual([...cloud.normal]);
  expect([...attributes.COLOR_0.value]).toEqual([0, 0, 0, 1, 2, 4, 255, 255, 255]);
});
