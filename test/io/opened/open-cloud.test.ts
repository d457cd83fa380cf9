import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Las } from 'copc';
import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { POINT_ATTRIBUTES } from '../../../src/cloud/point-schema.js';
import { CLOUD_FORMATS, type CloudFormatName } from '../../../src/io/clouds/cloud-formats.js';
import { RECORD_BYTES } from '../../../src/io/las/point-layout.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';
import type { OpenedCloud } from '../../../src/io/opened/opened-cloud.js';
import type { PointRecord } from '../../../src/io/opened/read-fields.js';
import { openCloud as openInNode } from '../../../src/node-clouds.js';
import { testRandom } from '../../support/random.js';
import { lasBytes } from '../las/memory-file.js';
import { fullBatch, temporaryFolder } from '../sample-cloud.js';
import { cloudOf } from './cloud-of.js';

const folder = temporaryFolder();

async function readAll(cloud: OpenedCloud, range = {}): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of cloud.batches(range)) batches.push(batch);
  return joinBatches(batches);
}

/** Values of a record by name. */
const valuesOf = ({ values }: PointRecord): Record<string, number> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value as number]));

/** Values of point `i` of a batch by the names of attributes. */
const batchValues = (batch: PointBatch, i: number): [name: string, value: number, isF32: boolean][] =>
  POINT_ATTRIBUTES.flatMap(({ name, key, component, components }) => {
    const array = batch[key];
    return array ? [[name, array[components * i + component], array instanceof Float32Array]] : [];
  });

/**
 * The bytes of `count` random records in a file of a point format, with `extra` bytes a record behind the standard
 * ones.
 */
function foreignLas(pointFormat: number, count: number, extra = 0) {
  const recordLength = RECORD_BYTES[pointFormat] + extra;
  const random = testRandom(pointFormat + 1);
  const records = new Uint8Array(count * recordLength).map(() => Math.floor(random() * 256));
  const bytes = lasBytes({ pointFormat, recordLength, pointCount: count }, records);
  return { bytes, records, recordLength };
}

const inPage = (bytes: Uint8Array | Blob, name = 'cloud.las') =>
  openCloud(name, { files: createWebFiles({ sources: { [name]: bytes } }) });

describe.each(Object.keys(CLOUD_FORMATS) as CloudFormatName[])('%s', (format) => {
  it('gives single points as batches have them, in any order', async () => {
    const cloud = await cloudOf(fullBatch(700), join(folder, 'cloud'), format);
    const batch = await readAll(cloud);
    expect(cloud.info.pointCount).toBe(700);
    expect(cloud.info.format).toBe(format);
    const numbers = [699, 0, 350, 12, 13, 350];
    const records = await cloud.records(numbers);
    expect(records.map(({ number }) => number)).toEqual(numbers);
    records.forEach((record, k) => {
      const values = valuesOf(record);
      expect(Object.keys(values)).toEqual(cloud.info.attributes.map(({ name }) => name));
      for (const [name, value, isF32] of batchValues(batch, numbers[k]))
        if (name in values || value !== 0)
          expect(isF32 ? Math.fround(values[name]) : Math.floor(values[name] * 2 ** 20), name).toBe(
            isF32 ? value : Math.floor(value * 2 ** 20),
          );
    });
    expect(await cloud.record(12)).toEqual(records[3]);
    await cloud.close();
  });

  it('reads a range of points', async () => {
    const cloud = await cloudOf(fullBatch(700), join(folder, 'cloud'), format);
    const [all, some] = [await readAll(cloud), await readAll(cloud, { first: 123, end: 456 })];
    expect(some.count).toBe(333);
    expect(some.x).toEqual(all.x.slice(123, 456));
    expect(some.instance).toEqual(all.instance.slice(123, 456));
    await cloud.close();
  });
});

describe('LAS of others', () => {
  it.each([0, 1, 2, 3, 6, 7, 8])('has what copc finds in records of format %i', async (pointFormat) => {
    const { bytes, records } = foreignLas(pointFormat, 40);
    const cloud = await inPage(bytes);
    const view = Las.View.create(records, Las.Header.parse(bytes), []);
    const names = Object.keys(view.dimensions);
    const found = await cloud.records(Array.from({ length: 40 }, (_, i) => i));
    found.forEach((record, i) => {
      const values = valuesOf(record);
      for (const name of names) {
        const given = view.getter(name)(i);
        const [own, scale] = COPC_NAMES[name] ?? [];
        // copc makes a flag of class 12 of the formats 0 to 5.
        const isOverlapClass = pointFormat < 6 && (name === 'Overlap' || values.classification === 12);
        if (isOverlapClass && (name === 'Classification' || name === 'Overlap')) continue;
        expect(values[own] / scale, `${name} of ${i}`).toBeCloseTo(given, 6);
      }
    });
  });

  it.each([4, 5, 9, 10])('has the waveform packets of format %i', async (pointFormat) => {
    const { bytes, records, recordLength } = foreignLas(pointFormat, 3);
    const values = valuesOf(await (await inPage(bytes)).record(2));
    const view = new DataView(records.buffer, 2 * recordLength);
    const at = { 4: 28, 5: 34, 9: 30, 10: 38 }[pointFormat] as number;
    expect(values.wave_packet_descriptor).toBe(view.getUint8(at));
    expect(values.wave_packet_offset).toBe(Number(view.getBigUint64(at + 1, true)));
    expect(values.wave_packet_size).toBe(view.getUint32(at + 9, true));
    expect(values.return_time).toBe(view.getFloat32(at + 13, true) * 1e-12);
    expect(values.wave_packet_dz).toBe(view.getFloat32(at + 25, true));
    if (pointFormat === 10) expect(values.nir).toBe(view.getUint16(36, true));
  });

  it('shows bytes behind the record that no list describes', async () => {
    const { bytes, records, recordLength } = foreignLas(1, 3, 5);
    const { values } = await (await inPage(bytes)).record(1);
    const [extra] = values.filter(({ name }) => name === 'extra_bytes');
    expect(extra.value).toEqual([...records.subarray(recordLength + 28, 2 * recordLength)]);
  });

  it('refuses points that are not there', async () => {
    const cloud = await inPage(foreignLas(6, 3).bytes);
    await expect(cloud.record(3)).rejects.toThrow('asked for point 3, found 3 points');
    await expect(cloud.record(0.5)).rejects.toThrow('asked for point 0.5');
    await expect(readAll(cloud, { first: 2, end: 4 })).rejects.toThrow('asked for points 2 to 4');
  });
});

/** Our name of a dimension of copc, and its unit in ours. */
const DEGREE = Math.PI / 180;
const COPC_NAMES: Record<string, [string, number]> = {
  X: ['x', 1],
  Y: ['y', 1],
  Z: ['z', 1],
  Intensity: ['intensity', 1],
  ReturnNumber: ['return_number', 1],
  NumberOfReturns: ['number_of_returns', 1],
  ScanDirectionFlag: ['scan_direction', 1],
  EdgeOfFlightLine: ['edge_of_flight_line', 1],
  Classification: ['classification', 1],
  Synthetic: ['synthetic', 1],
  KeyPoint: ['key_point', 1],
  Withheld: ['withheld', 1],
  Overlap: ['overlap', 1],
  ScannerChannel: ['channel', 1],
  ScanAngle: ['scan_angle', DEGREE],
  UserData: ['user_data', 1],
  PointSourceId: ['point_source_id', 1],
  GpsTime: ['gps_time', 1],
  Red: ['red', 1],
  Green: ['green', 1],
  Blue: ['blue', 1],
  Infrared: ['nir', 1],
};

/** A file of `count` records that stores no bytes: record k has the x of k. */
class EndlessLas extends Blob {
  read = 0;
  private readonly head: Uint8Array;
  private readonly count: number;
  constructor(count: number) {
    super([]);
    this.count = count;
    this.head = lasBytes({ pointFormat: 6, recordLength: 70, pointCount: count, scale: [1, 1, 1], offset: [0, 0, 0] });
  }
  override get size(): number {
    return this.head.length + 70 * this.count;
  }
  override slice(start = 0, end = this.size): Blob {
    const length = Math.min(end, this.size) - start;
    this.read += length;
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    const headBytes = this.head.length;
    if (start < headBytes) bytes.set(this.head.subarray(start, Math.min(headBytes, start + length)));
    for (let k = Math.max(0, Math.floor((start - headBytes) / 70)); headBytes + 70 * k < start + length; k++) {
      const at = headBytes + 70 * k - start;
      if (at >= 0 && at + 4 <= length) view.setInt32(at, k, true);
    }
    return new Blob([bytes]);
  }
}

describe('a file of 7 GB', () => {
  it('is opened, and read at any point, by some kilobytes', async () => {
    const file = new EndlessLas(100_000_000);
    expect(file.size).toBeGreaterThan(7e9);
    const cloud = await inPage(file);
    expect(cloud.info.pointCount).toBe(100_000_000);
    expect(file.read).toBeLessThan(100_000);
    file.read = 0;
    expect((await cloud.records([99_999_999, 5])).map((one) => valuesOf(one).x)).toEqual([99_999_999, 5]);
    expect(file.read).toBe(140);
    const some = await readAll(cloud, { first: 70_000_000, end: 70_000_010 });
    expect([...some.x]).toEqual(Array.from({ length: 10 }, (_, k) => 70_000_000 + k));
    expect(file.read).toBeLessThan(1000);
  });

  it('is read until somebody stops it', async () => {
    const cloud = await inPage(new EndlessLas(100_000_000));
    const controller = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ done }: { done: number }) => {
      seen.push(done);
      if (done >= 200_000) controller.abort();
    };
    await expect(readAll(cloud, { signal: controller.signal, onProgress })).rejects.toThrow('stopped');
    expect(seen.length).toBe(4);
  });
});

describe('names', () => {
  it('are those beside a cloud', async () => {
    const { bytes } = foreignLas(6, 1);
    const labels = { instances: { 1: 'oak' }, materials: {}, semantics: { 3: 'tree' }, classes: { 70: 'Mast' } };
    const sources = { 'a/scan.las': bytes, 'a/scan.labels.json': JSON.stringify(labels) };
    const cloud = await openCloud('a/scan.las', { files: createWebFiles({ sources }) });
    expect(cloud.info.names).toEqual(labels);
    expect(structuredClone(cloud.info)).toEqual(cloud.info);
  });

  it('are a warning if they cannot be read', async () => {
    const path = join(folder, 'named.las');
    writeFileSync(path, foreignLas(6, 1).bytes);
    writeFileSync(join(folder, 'named.labels.json'), '{');
    const { info } = await openInNode(path);
    expect(info.warnings.at(-1)).toContain('named.labels.json: is no JSON');
    expect(info.names.instances).toEqual({});
  });
});
