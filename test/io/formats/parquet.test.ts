/*
 * Parquet against hyparquet's reader, facts of the footer by its bytes, and files of other programs (with gaps,
 * dictionaries and pages of either version) read by ours.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type PointBatch, type PointKey } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable, openRecords } from '../../../src/io/clouds/readable-clouds.js';
import { inLong, isLong } from '../../support/long-run.js';
import { cloudHeader, fullBatch, goldenCloud, LOCAL_BOX, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

async function written(name: string, batches: PointBatch[], header = cloudHeader(), optional = OPTIONAL_KEYS) {
  const path = join(folder, name);
  const sink = await createPointSink({ path, format: 'parquet' }, { ...header, optional }, { files: nodeFiles });
  for (const batch of batches) await sink.write(batch);
  await sink.finish();
  const bytes = readFileSync(path);
  return { path, bytes, file: new Uint8Array(bytes).buffer };
}

/** The numbers of an attribute. */
const columnOf = (batch: PointBatch, key: PointKey, component: number, components: number): number[] =>
  Array.from({ length: batch.count }, (_, i) => (batch[key] as Float64Array)[components * i + component]);

describe('.parquet', () => {
  it('is read by hyparquet, every attribute as it was', async () => {
    const batch = fullBatch(1000);
    const { file } = await written('full.parquet', [batch]);
    const rows = await parquetReadObjects({ file });
    for (const { name, key, component, components } of attributesOf({ optional: OPTIONAL_KEYS }))
      expect(
        rows.map((row) => row[name]),
        name,
      ).toEqual(columnOf(batch, key, component, components));
  });

  it('states types, program and reference system in its footer', async () => {
    const { bytes, file } = await written(
      'golden.parquet',
      [goldenCloud()],
      cloudHeader(LOCAL_BOX, 'LOCAL_CS["here"]'),
      ['rgb'],
    );
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);
    const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    // Thrift's compact protocol: field 1, i32, version 2; field 2, a list of structs: the root and a column for each
    // attribute.
    const columns = attributesOf({ optional: ['rgb'] }).length;
    expect([...bytes.subarray(start, start + 5)]).toEqual([0x15, 4, 0x19, 0xfc, columns + 1]);
    const { created_by, key_value_metadata, num_rows, schema, row_groups } = parquetMetadata(file);
    expect([created_by, key_value_metadata, num_rows]).toEqual([
      'subray 0.1.0',
      [{ key: 'crs', value: 'LOCAL_CS["here"]' }],
      3n,
    ]);
    expect(schema.find(({ name }) => name === 'instance')).toMatchObject({
      type: 'INT32',
      repetition_type: 'REQUIRED',
      converted_type: 'UINT_32',
    });
    // Arrow refuses files with widths of whole numbers as hyparquet-writer 0.17.0 states them: as i32 instead of i8.
    expect(schema.filter(({ logical_type }) => logical_type !== undefined)).toEqual([]);
    expect(schema.find(({ name }) => name === 'x')).toMatchObject({ type: 'DOUBLE', repetition_type: 'REQUIRED' });
    expect(row_groups[0].columns[0].meta_data?.statistics).toMatchObject({ min_value: -1.0006, max_value: 2.5 });
  });

  it('has lists of a type, empty ones as well, since Arrow for Rust refuses others', async () => {
    for (const [name, batches] of [
      ['none', []],
      ['some', [goldenCloud()]],
    ] as const) {
      const { bytes, file } = await written(`lists-${name}.parquet`, [...batches], cloudHeader(), ['rgb']);
      const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8), bytes.length - 8);
      // Thrift's compact protocol: a list of no elements without a type.
      expect(footer.includes(Buffer.from([0x19, 0x00])), name).toBe(false);
      expect(parquetMetadata(file)).toMatchObject({ num_rows: BigInt(batches.length && 3) });
      expect('key_value_metadata' in parquetMetadata(file) && parquetMetadata(file).key_value_metadata).toBeFalsy();
    }
  });

  it('is read with the reference system that its footer names; other texts there name none', async () => {
    const utm = 'PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89"],AUTHORITY["EPSG","25832"]]';
    for (const [wkt, crs] of [
      [utm, { name: 'ETRS89 / UTM zone 32N', code: 'EPSG:25832' }],
      ['EPSG:25832?', undefined],
    ] as const) {
      const { path } = await written(
        `system-${crs?.code.slice(5)}.parquet`,
        [goldenCloud()],
        cloudHeader(LOCAL_BOX, wkt),
        ['rgb'],
      );
      expect(await openReadable(nodeFiles, path)).toMatchObject(crs ? { wkt, crs } : { format: 'parquet' });
      expect('crs' in (await openReadable(nodeFiles, path))).toBe(crs !== undefined);
    }
  });

  it.runIf(isLong)('has row groups of 65,536 points, which are read in any parts', async () => {
    const batches = [sampleBatch(70_000, 1), sampleBatch(50_000, 2), sampleBatch(20_000, 3)];
    const { path, file } = await written('groups.parquet', batches, cloudHeader(), []);
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([65_536, 65_536, 8928]);
    const cloud = await openReadable(nodeFiles, path);
    const all = batches.flatMap((batch) => [...batch.gpsTime]);
    const found: number[] = [];
    for await (const batch of readPoints(cloud)) found.push(...batch.gpsTime);
    expect(found).toEqual(all);
    const { recordLength } = cloud;
    const source = await openRecords(cloud);
    // Backwards, over the border of groups, and on from there.
    for (const [first, count] of [
      [139_990, 10],
      [65_530, 12],
      [65_542, 3],
      [0, 1],
    ] as const) {
      const records = new Uint8Array(count * recordLength);
      await source.read(first, count, records);
      const times = new Float64Array(records.buffer);
      const at = attributesOf({}).findIndex(({ name }) => name === 'gps_time');
      expect(Array.from({ length: count }, (_, i) => times[(i * recordLength) / 8 + at])).toEqual(
        all.slice(first, first + count),
      );
    }
    await source.close();
  });

  it('has the same bytes each time', async () => {
    const [one, other] = [await written('a.parquet', [fullBatch(500)]), await written('b.parquet', [fullBatch(500)])];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });
});

function save(name: string, columnData: ColumnSource[], options: object = {}): string {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, ...options })));
  return path;
}

async function pointsOf(path: string): Promise<PointBatch> {
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) return batch;
  throw new Error('no points');
}

describe('a file of another program', () => {
  const x = { name: 'X', data: Float64Array.of(1, 2, 3) };
  const y = { name: 'y', data: [4, 5, 6], type: 'FLOAT' as const };
  const z = { name: 'z', data: [7n, 8n, 9n], type: 'INT64' as const };

  it('may have the names of a map for its coordinates', async () => {
    const columns = [x, y, z].map((column, k) => ({ ...column, name: ['Easting', 'Northing', 'Elevation'][k] }));
    const { x: east, z: up } = await pointsOf(save('map.parquet', columns));
    expect([[...east], [...up]]).toEqual([
      [1, 2, 3],
      [7, 8, 9],
    ]);
  });

  it.each([
    ['of small pages and dictionaries', { pageSize: 8 }],
    ['without compression', { codec: 'UNCOMPRESSED' }],
  ])('%s', async (_, options) => {
    const path = save(
      'other.parquet',
      [x, y, z, { name: 'classification', data: [2, null, 2], type: 'INT32' }, { name: 'note', data: ['a', 'b', 'c'] }],
      options,
    );
    const cloud = await openReadable(nodeFiles, path);
    expect(cloud.warnings).toEqual(['columns that are not read: note']);
    const points = await pointsOf(path);
    expect([[...points.x], [...points.y], [...points.z]]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    // A number that is missing counts as 0, as an empty cell of a text does.
    expect([...points.classification]).toEqual([2, 0, 2]);
  });

  it('has gaps, dictionaries and whole numbers of 64 bits', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => i);
    const path = save('many.parquet', [
      { name: 'x', data: many.map((i) => (i % 100) / 4), encoding: 'RLE_DICTIONARY' },
      { name: 'y', data: many.map((i) => (i % 7 === 3 ? null : i)), type: 'DOUBLE' },
      { name: 'z', data: many.map((i) => BigInt(-i)), type: 'INT64' },
      { name: 'instance', data: many.map((i) => i % 3), type: 'INT32', encoding: 'DELTA_BINARY_PACKED' },
      { name: 'red', data: many.map((i) => i % 256), type: 'INT32' },
    ]);
    const points = await pointsOf(path);
    expect([...points.x]).toEqual(many.map((i) => (i % 100) / 4));
    expect([...points.y]).toEqual(many.map((i) => (i % 7 === 3 ? Number.NaN : i)));
    expect([...points.z]).toEqual(many.map((i) => (i === 0 ? 0 : -i)));
    expect([...points.instance]).toEqual(many.map((i) => i % 3));
    expect([...(points.rgb ?? [])].filter((_, k) => k % 3 === 0)).toEqual(many.map((i) => 257 * (i % 256)));
  });

  it.each([
    ['without z', [x, y], /no column z of numbers; the columns are X, y/],
    ['with texts in z', [x, y, { name: 'z', data: ['a', 'b', 'c'] }], /no column z of numbers/],
    ['with x twice', [x, y, z, { name: 'x', data: x.data }], /the column x is there twice/],
  ] as [string, ColumnSource[], RegExp][])('%s is refused', async (_, columns, message) => {
    await expect(openReadable(nodeFiles, save('bad.parquet', columns))).rejects.toThrow(message);
  });

  // Others by the thousand: test/fuzz.
  it('is refused if it is broken, at any byte', async () => {
    const { bytes } = await written('whole.parquet', [fullBatch(50)]);
    const path = join(folder, 'broken.parquet');
    let refused = 0;
    for (let at = 0; at < bytes.length; at += inLong(37, 111)) {
      const copy = Buffer.from(bytes);
      copy[at] ^= 0xff;
      writeFileSync(path, copy);
      const error: unknown = await pointsOf(path).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) continue;
      expect((error as Error).name, `byte ${at}: ${error}`).toBe('UserError');
      refused++;
    }
    expect(refused).toBeGreaterThan(inLong(50, 15));
  });
});
