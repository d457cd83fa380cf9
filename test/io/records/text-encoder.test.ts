import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { OptionalKey } from '../../../src/cloud/point-batch.js';
import { attributeNamed } from '../../../src/cloud/point-schema.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { attributeCell, type TextLayout, textCoder } from '../../../src/io/records/text-encoder.js';
import { cloudHeader, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

async function writeText(
  format: 'csv' | 'xyz',
  name: string,
  batches = [goldenCloud()],
  optional: OptionalKey[] = [],
): Promise<string[]> {
  const path = join(folder, name);
  const writer = await createPointSink({ path, format }, { ...cloudHeader(), optional }, { files: nodeFiles });
  for (const batch of batches) await writer.write(batch);
  const { points, bytes } = await writer.finish();
  expect(points).toBe(batches.reduce((sum, batch) => sum + batch.count, 0));
  const text = readFileSync(path, 'utf8');
  expect(text).toHaveLength(bytes);
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

it('writes CSV with names and every attribute', async () => {
  expect(await writeText('csv', 'golden.csv', [goldenCloud()], ['rgb'])).toEqual([
    'x,y,z,intensity,return_number,number_of_returns,classification,scan_angle,point_source_id,gps_time,nx,ny,nz,' +
      'instance,material,semantic,range,incidence_angle,energy,echo_width,hit_subrays,channel,red,green,blue',
    '1.0004,0.2500,0.0000,0,1,2,2,0.000000,1,300000000.250000000,0.000000,0.000000,1.000000,' +
      '0,0,0,10.0000,0.000000,1e-15,4e-9,19,0,0,0,0',
    '-1.0006,-80.0000,39.9996,1000,2,2,64,-1.570796,1,300000000.250000000,-1.000000,0.000000,0.000000,' +
      '7,3,4,1234.5678,0.500000,2e-13,5e-9,7,6,256,512,1024',
    '2.5000,90.0000,-2.9996,65535,1,15,255,3.141593,65535,300000000.500000000,0.600000,0.000000,0.800000,' +
      '4294967295,65535,65535,9999.9999,1.500000,1e-9,6e-9,65535,127,65535,65535,65535',
  ]);
});

it('writes XYZ without names: coordinates, intensity, class, returns, instance', async () => {
  expect(await writeText('xyz', 'golden.xyz')).toEqual([
    '1.0004 0.2500 0.0000 0 2 1 2 0',
    '-1.0006 -80.0000 39.9996 1000 64 2 2 7',
    '2.5000 90.0000 -2.9996 65535 255 1 15 4294967295',
  ]);
});

it('writes colours to XYZ behind all else, 8 bits each', async () => {
  expect(await writeText('xyz', 'colour.xyz', [goldenCloud()], ['rgb'])).toEqual([
    '1.0004 0.2500 0.0000 0 2 1 2 0 0 0 0',
    '-1.0006 -80.0000 39.9996 1000 64 2 2 7 1 2 4',
    '2.5000 90.0000 -2.9996 65535 255 1 15 4294967295 255 255 255',
  ]);
});

it('keeps every line over many blocks, and leaves colour out where there is none', async () => {
  const batch = sampleBatch(30_000, 9);
  const lines = await writeText('csv', 'many.csv', [batch, batch]);
  expect(lines).toHaveLength(60_001);
  expect(lines[0]).not.toContain('red');
  const instance = lines[0].split(',').indexOf('instance');
  const found = lines.slice(1).map((line) => Number(line.split(',')[instance]));
  expect(found).toEqual([...batch.instance, ...batch.instance]);
});

it('hands out its text in pieces of 65,536 characters or a line more', () => {
  const layout: TextLayout = {
    cells: [(_, point) => 'x'.repeat(point === 1 ? 65_534 : 65_533)],
    separator: ' ',
  };
  const lengths = (given: TextLayout, count: number) =>
    textCoder(given)
      .code({ ...goldenCloud(), count })
      .bytes.map(({ length }) => length);
  // Lines of 65,534, 65,535, 65,534, 65,534 characters with their ends: two fill a piece.
  expect(lengths(layout, 4)).toEqual([65_534 + 65_535, 65_534 + 65_534, 0]);
  expect(lengths({ ...layout, cells: [() => 'x'.repeat(65_535)] }, 2)).toEqual([65_536, 65_536, 0]);
});

it('counts an attribute that a batch lacks as a fault of ours', () => {
  const cell = attributeCell(attributeNamed('red'));
  expect(cell(goldenCloud(), 1)).toBe('256');
  expect(() => cell({ ...goldenCloud(), rgb: undefined }, 1)).toThrow(
    'every batch of a cloud has the attributes that its header names',
  );
});

it('is a line of names without points', async () => {
  expect(await writeText('csv', 'empty.csv', [])).toHaveLength(1);
});
