// LAS 1.2, point formats 1 and 3: bytes by the specification (ASPRS LAS 1.2, 2008), and as copc and @loaders.gl/las
// read them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@loaders.gl/core';
import { LASLoader } from '@loaders.gl/las';
import { Las } from 'copc';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { readCrs } from '../../../src/crs/read-crs.js';
import { createPointSink, type PointOutput } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { pointLayout } from '../../../src/io/las/point-layout.js';
import { checkPointCount, RecordCoder } from '../../../src/io/las/record-coder.js';
import type { CloudHeader } from '../../../src/io/records/point-sink.js';
import { describeFile } from '../describe-file.js';
import { cloudHeader, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let files = 0;

/** The golden cloud with classes of LAS 1.2. */
function cloud(): PointBatch {
  const batch = goldenCloud();
  batch.classification.set([2, 7, 31]);
  return batch;
}

async function write(batch: PointBatch, options: Partial<PointOutput>, header: Partial<CloudHeader> = {}) {
  const path = join(folder, `${files++}.las`);
  const sink = await createPointSink(
    { path, format: 'las', ...options },
    { ...cloudHeader(), ...header },
    {
      files: nodeFiles,
    },
  );
  await sink.write(batch);
  return { path, written: await sink.finish() };
}

/** Points that LAS 1.2 holds. */
function olderBatch(seed: number): PointBatch {
  const batch = sampleBatch(1500, seed, { colour: true });
  for (let i = 0; i < batch.count; i++) {
    batch.classification[i] %= 32;
    batch.returnCount[i] = 1 + (i % 5);
    batch.returnNumber[i] = 1 + (i % batch.returnCount[i]);
    batch.scanAngle[i] /= 2;
  }
  return batch;
}

/** Half a step of a millimetre, and the rounding of numbers. */
const LENGTH_ERROR = 0.0005 + 1e-9;

/**
 * Dimension of copc → the value that was written, and the error that its storage allows; extra bytes are whole steps.
 */
const OLDER_DIMENSIONS: [name: string, value: (batch: PointBatch, i: number) => number, error: number][] = [
  ['X', (b, i) => b.x[i], LENGTH_ERROR],
  ['Y', (b, i) => b.y[i], LENGTH_ERROR],
  ['Z', (b, i) => b.z[i], LENGTH_ERROR],
  ['Intensity', (b, i) => b.intensity[i], 0],
  ['ReturnNumber', (b, i) => b.returnNumber[i], 0],
  ['NumberOfReturns', (b, i) => b.returnCount[i], 0],
  ...['ScanDirectionFlag', 'EdgeOfFlightLine', 'Synthetic', 'KeyPoint', 'Withheld'].map(
    (name): (typeof OLDER_DIMENSIONS)[number] => [name, () => 0, 0],
  ),
  ['UserData', (b, i) => b.channel[i], 0],
  // Class 12 of LAS 1.2 is that of points where strips overlap; copc makes a flag of it.
  ['Overlap', (b, i) => (b.classification[i] === 12 ? 1 : 0), 0],
  ['Classification', (b, i) => (b.classification[i] === 12 ? 0 : b.classification[i]), 0],
  ['ScanAngle', (b, i) => (b.scanAngle[i] * 180) / Math.PI, 0.5001],
  ['PointSourceId', (b, i) => b.pointSourceId[i], 0],
  ['GpsTime', (b, i) => b.gpsTime[i], 0],
  ['range', (b, i) => b.range[i] / 1e-3, 0.5001],
  ['instance', (b, i) => b.instance[i], 0],
];
const COLOURS: typeof OLDER_DIMENSIONS = [
  ['Red', (b, i) => b.rgb?.[3 * i] ?? Number.NaN, 0],
  ['Green', (b, i) => b.rgb?.[3 * i + 1] ?? Number.NaN, 0],
  ['Blue', (b, i) => b.rgb?.[3 * i + 2] ?? Number.NaN, 0],
];

describe.each([
  [1, 28],
  [3, 34],
] as const)('point format %d', (pointFormat, recordLength) => {
  it('has the header of LAS 1.2 and records of the specification', async () => {
    const { path } = await write(cloud(), { pointFormat });
    const bytes = readFileSync(path);
    expect(bytes.toString('latin1', 0, 4)).toBe('LASF');
    // Global encoding: bit 0, adjusted standard GPS time, alone; version 1.2; header size and start of the points.
    expect([bytes.readUInt16LE(6), bytes[24], bytes[25], bytes.readUInt16LE(94)]).toEqual([1, 1, 2, 227]);
    expect([bytes.readUInt32LE(96), bytes.readUInt32LE(100)]).toEqual([227, 0]);
    expect([bytes[104], bytes.readUInt16LE(105), bytes.readUInt32LE(107)]).toEqual([pointFormat, recordLength, 3]);
    expect([0, 1, 2, 3, 4].map((k) => bytes.readUInt32LE(111 + 4 * k))).toEqual([2, 1, 0, 0, 0]);
    expect(bytes).toHaveLength(227 + 3 * recordLength);
    const at = (point: number) => 227 + point * recordLength;
    expect([0, 1, 2].map((k) => bytes.readInt32LE(at(k)))).toEqual([1000, -1001, 2500]);
    expect([0, 1, 2].map((k) => bytes.readUInt16LE(at(k) + 12))).toEqual([0, 1000, 65_535]);
    // Number of the return, number of returns: three bits each; 15 returns are held at 5.
    // Above them scan direction and edge of flight line.
    const returns = [1 | (2 << 3), 2 | (2 << 3) | (1 << 6), 1 | (5 << 3) | (3 << 6)];
    expect([0, 1, 2].map((k) => bytes[at(k) + 14])).toEqual(returns);
    expect([0, 1, 2].map((k) => bytes[at(k) + 15])).toEqual([2, 7, 31]);
    // Whole degrees from −90 to 90; user data; point source id; time.
    expect([0, 1, 2].map((k) => bytes.readInt8(at(k) + 16))).toEqual([0, -90, 90]);
    expect([0, 1, 2].map((k) => bytes[at(k) + 17])).toEqual([0, 6, 127]);
    expect([0, 1, 2].map((k) => bytes.readUInt16LE(at(k) + 18))).toEqual([1, 1, 65_535]);
    expect([0, 1, 2].map((k) => bytes.readDoubleLE(at(k) + 20))).toEqual([...goldenCloud().gpsTime]);
    if (pointFormat === 3)
      expect([0, 2, 4].map((byte) => bytes.readUInt16LE(at(1) + 28 + byte))).toEqual([256, 512, 1024]);
  });

  it('is read by copc, every field of every point (seed 18)', async () => {
    const batch = olderBatch(18);
    const fields = ['range', 'instance', ...(pointFormat === 3 ? ['rgb'] : [])];
    const { path, written } = await write(batch, { pointFormat, fields }, { optional: ['rgb'] });
    expect(written.losses).toBeUndefined();
    const file = new Uint8Array(readFileSync(path));
    const header = Las.Header.parse(file);
    const vlrs = await Las.Vlr.walk(path, header);
    const extraBytes = Las.ExtraBytes.parse(await Las.Vlr.fetch(path, Las.Vlr.at(vlrs, 'LASF_Spec', 4)));
    // copc 0.0.8 reads scale and offset with the other byte order.
    const described = extraBytes.map(({ scale: _, offset: __, ...field }) => field);
    const view = Las.View.create(file.slice(header.pointDataOffset), header, described);
    const expected = [...OLDER_DIMENSIONS, ...(pointFormat === 3 ? COLOURS : [])];
    expect(Object.keys(view.dimensions).sort()).toEqual(expected.map(([name]) => name).sort());
    expect(view.pointCount).toBe(batch.count);
    for (const [name, value, error] of expected) {
      const get = view.getter(name);
      const worst = Math.max(...Array.from({ length: batch.count }, (_, i) => Math.abs(get(i) - value(batch, i))));
      expect(worst, name).toBeLessThanOrEqual(error);
    }
  });

  it('is read by @loaders.gl/las and by our reader (seed 17)', async () => {
    const batch = olderBatch(17);
    const { path, written } = await write(batch, { pointFormat }, { optional: ['rgb'] });
    expect(written.losses).toBeUndefined();
    const { warnings } = await describeFile(path);
    expect(warnings).toEqual([]);
    const file = readFileSync(path);
    const theirs = await parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length), LASLoader, {
      worker: false,
      las: { fp64: true },
    });
    const { POSITION, intensity, classification } = theirs.attributes;
    expect([...intensity.value]).toEqual([...batch.intensity]);
    expect([...classification.value]).toEqual([...batch.classification]);
    for await (const read of readPoints(await describeFile(path).then((file) => ({ ...file, files: nodeFiles })))) {
      for (const key of [
        'intensity',
        'returnNumber',
        'returnCount',
        'classification',
        'pointSourceId',
        'gpsTime',
      ] as const)
        expect(read[key], key).toEqual(batch[key]);
      expect(read.rgb).toEqual(pointFormat === 3 ? batch.rgb : undefined);
      for (let i = 0; i < batch.count; i++) {
        expect([...POSITION.value.slice(3 * i, 3 * i + 3)]).toEqual([read.x[i], read.y[i], read.z[i]]);
        expect(Math.abs(read.x[i] - batch.x[i])).toBeLessThanOrEqual(0.0005 + 1e-9);
        expect(Math.abs(read.scanAngle[i] - batch.scanAngle[i]) * (180 / Math.PI)).toBeLessThanOrEqual(0.5001);
      }
    }
  });
});

describe('LAS 1.2', () => {
  it('has extra bytes where fields name them', async () => {
    const { path } = await write(cloud(), { pointFormat: 1, fields: ['range', 'instance'] });
    const { header, extraFields } = await describeFile(path);
    expect([header.versionMinor, header.recordLength]).toEqual([2, 36]);
    expect(extraFields.map(({ name, at }) => [name, at])).toEqual([
      ['instance', 28],
      ['range', 32],
    ]);
  });

  it('says what it holds at the nearest', async () => {
    const { written } = await write(cloud(), { pointFormat: 1 });
    expect(written.losses).toEqual([
      { of: 'return numbers', what: 'are held at 5, the most that LAS 1.2 has', points: 1 },
      { of: 'scan angles', what: 'are held at 90°, the most that LAS 1.2 has', points: 1 },
    ]);
  });

  it('has no classes above 31, and no more points than 32 bits count', async () => {
    const coder = new RecordCoder(pointLayout(1, []), { scale: [1, 1, 1], offset: [0, 0, 0] });
    const encode = (batch: PointBatch) => coder.code(batch);
    expect(() => encode(goldenCloud())).toThrow(UserError);
    expect(() => encode(goldenCloud())).toThrow(
      'found a point of class 64; LAS 1.2 (point formats 1 and 3) has classes of 0 to 31',
    );
    // A fault of the user, whatever else is wrong.
    const both = goldenCloud();
    both.x[0] = Number.NaN;
    both.returnNumber[0] = 0;
    expect(() => encode(both)).toThrow(UserError);
    checkPointCount(pointLayout(1, []), 2 ** 32 - 1);
    checkPointCount(pointLayout(6, []), 2 ** 32);
    expect(() => checkPointCount(pointLayout(1, []), 2 ** 32)).toThrow('found more than 4294967295 points');
    const impossible = cloud();
    impossible.returnNumber[1] = 0;
    expect(() => encode(impossible)).toThrow('return numbers go from 1');
  });

  it.each([
    ['EPSG:25832', { plane: 25832 }, 3],
    ['EPSG:25832+7837', { plane: 25832, height: 7837 }, 5],
  ])('names %s by GeoTIFF keys', async (code, _, keys) => {
    const { path, written } = await write(cloud(), { pointFormat: 1 }, { wkt: (await readCrs(code)).wkt });
    const { crs, vlrs, wkt } = await describeFile(path);
    expect([crs?.code, written.losses?.some(({ of }) => of === 'the reference system')]).toEqual([code, false]);
    expect(await readCrs(wkt ?? '')).toMatchObject({ name: crs?.name });
    expect(vlrs.map(({ userId, recordId, dataLength }) => [userId, recordId, dataLength])).toEqual([
      ['LASF_Projection', 34735, 8 + 8 * keys],
    ]);
    // GeoTIFF 1.1, sections 7.1 and C: GTModelType 1 (projected), ProjectedCRS, ProjLinearUnits 9001 (metre).
    const bytes = readFileSync(path).subarray(vlrs[0].dataOffset);
    const shorts = Array.from({ length: 16 }, (_, k) => bytes.readUInt16LE(2 * k));
    expect(shorts).toEqual([1, 1, 0, keys, 1024, 0, 1, 1, 3072, 0, 1, 25832, 3076, 0, 1, 9001]);
  });

  it('says that a system without a code is left out', async () => {
    const wkt =
      'PROJCS["Mine",GEOGCS["g",DATUM["d",SPHEROID["s",6378137,298]],PRIMEM["p",0],UNIT["degree",0.01745]],UNIT["metre",1]]';
    const { path, written } = await write(cloud(), { pointFormat: 1 }, { wkt });
    expect((await describeFile(path)).vlrs).toEqual([]);
    expect(written.losses?.[0]).toEqual({
      of: 'the reference system',
      what: 'is left out: LAS 1.2 names systems by their EPSG codes, and this one has none',
      points: 3,
    });
  });
});
