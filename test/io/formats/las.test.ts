import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InvariantError, UserError } from '../../../src/base/errors.js';
import { AtomicFile } from '../../../src/base/files/node-atomic-file.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { emptyBox } from '../../../src/base/vec3.js';
import { createPointBatch, optionalArray, type PointBatch, slicePoints } from '../../../src/cloud/point-batch.js';
import { createPointSink, type PointOutput } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { LOCAL_WKT } from '../../../src/io/las/wkt.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { chooseQuantization } from '../../../src/io/records/quantization.js';
import { describeFile } from '../describe-file.js';
import { cloudHeader, type SampleBox, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let files = 0;
const newPath = (): string => join(folder, `${files++}.las`);

/** One return each, at these places. */
function pointsAt(...places: [number, number, number][]): PointBatch {
  const batch = createPointBatch(places.length);
  batch.returnNumber.fill(1);
  batch.returnCount.fill(1);
  places.forEach(([x, y, z], i) => {
    batch.x[i] = x;
    batch.y[i] = y;
    batch.z[i] = z;
  });
  return batch;
}

async function writeCloud(
  batches: PointBatch[],
  box: SampleBox,
  options: Pick<PointOutput, 'pointFormat' | 'scale'> = {},
): Promise<string> {
  const path = newPath();
  const writer = await createPointSink({ path, format: 'las', pointFormat: 6, ...options }, cloudHeader(box), {
    files: nodeFiles,
  });
  for (const batch of batches) await writer.write(batch);
  await writer.finish();
  return path;
}

async function readCloud(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  return batches;
}

describe('coordinates', () => {
  it('are rounded, not cut off, on both sides of zero', async () => {
    const box: SampleBox = { min: [-1, -1, -1], max: [1, 1, 1] };
    const path = await writeCloud([pointsAt([0.0006, -0.0006, 0.0004], [0.0014999, -0.0014999, -0.0004])], box);
    const [read] = await readCloud(path);
    expect([...read.x]).toEqual([0.001, 0.001]);
    expect([...read.y]).toEqual([-0.001, -0.001]);
    expect([...read.z].map((z) => z + 0)).toEqual([0, 0]);
  });

  it('are right to half a step at UTM size, with offsets of whole kilometres', async () => {
    const box: SampleBox = { min: [499_900, 5_399_900, 80], max: [500_100, 5_400_100, 120] };
    const path = await writeCloud([pointsAt([500_000.1234, 5_400_000.5678, 99.9996])], box);
    const { header } = await openLas(nodeFiles, path);
    expect(header.offset).toEqual([500_000, 5_400_000, 0]);
    const [read] = await readCloud(path);
    expect(Math.abs(read.x[0] - 500_000.1234)).toBeLessThan(0.0005);
    expect(Math.abs(read.y[0] - 5_400_000.5678)).toBeLessThan(0.0005);
    expect(read.z[0]).toBeCloseTo(100, 9);
  });

  it('take the finer scale that is asked for', async () => {
    const box: SampleBox = { min: [0, 0, 0], max: [100, 100, 100] };
    const path = await writeCloud([pointsAt([12.34567, 0, 0])], box, { scale: 0.0001 });
    expect((await openLas(nodeFiles, path)).header.scale).toEqual([0.0001, 0.0001, 0.0001]);
    expect((await readCloud(path))[0].x[0]).toBeCloseTo(12.3457, 9);
  });

  it('are faults of ours beyond 32 bits outside of the announced bounds, or if they are not numbers', async () => {
    const box: SampleBox = { min: [0, 0, 0], max: [1, 1, 1] };
    for (const x of [3e6, Number.NaN, Number.NEGATIVE_INFINITY]) {
      const writer = await createPointSink({ path: newPath(), format: 'las', pointFormat: 6 }, cloudHeader(box), {
        files: nodeFiles,
      });
      await expect(writer.write(pointsAt([x, 0, 0]))).rejects.toThrow(InvariantError);
      await writer.abort();
    }
  });
});

describe('chooseQuantization', () => {
  it.each([
    { extent: 100, wished: undefined, scale: 0.001 },
    { extent: 100, wished: 0.0001, scale: 0.0001 },
    { extent: 200_000, wished: 0.0001, scale: 0.0001 },
    { extent: 300_000, wished: 0.0001, scale: 0.001 },
    { extent: 3_000_000, wished: undefined, scale: 0.01 },
    { extent: 3e12, wished: undefined, scale: 10_000 },
    { extent: 300_000, wished: 0.00025, scale: 0.00025 },
    { extent: 900_000, wished: 0.00025, scale: 0.0025 },
  ])('gives a step of $scale for ±$extent m, $wished wished', ({ extent, wished, scale }) => {
    const box: SampleBox = { min: [-extent, -extent, 0], max: [extent, extent, 10] };
    const chosen = chooseQuantization(box, wished);
    expect(chosen.scale).toEqual([scale, scale, wished ?? 0.001]);
    const reach = Math.max(...[0, 1].map((axis) => (extent + Math.abs(chosen.offset[axis])) / scale));
    expect(reach).toBeLessThan(2 ** 31);
  });

  it('centres a far extent, so that it keeps the fine scale', () => {
    const chosen = chooseQuantization({ min: [5_300_000, 0, 0], max: [5_500_000, 1, 1] }, 0.0001);
    expect(chosen).toEqual({ scale: [0.0001, 0.0001, 0.0001], offset: [5_400_000, 0, 0] });
  });

  it('takes an empty box', () => {
    expect(chooseQuantization(emptyBox())).toEqual({ scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] });
  });
});

describe('the file', () => {
  it('is valid without points', async () => {
    const path = newPath();
    const writer = await createPointSink(
      { path, format: 'las', pointFormat: 8 },
      { ...cloudHeader(), bounds: emptyBox(), isLocal: true },
      { files: nodeFiles },
    );
    const written = await writer.finish();
    const { header, statistics, warnings, wkt } = await describeFile(path);
    expect(written).toEqual({ path, points: 0, bytes: header.pointDataOffset });
    expect(header.pointCount).toBe(0);
    expect(header.bounds).toEqual({ min: [0, 0, 0], max: [0, 0, 0] });
    expect(statistics.points).toBe(0);
    expect(warnings).toEqual([]);
    expect(wkt).toBe(LOCAL_WKT);
  });

  it('has each of 1.2 million points over many blocks at its place', async () => {
    const batch = sampleBatch(100_003, 7);
    const path = await writeCloud(new Array<PointBatch>(12).fill(batch), cloudHeader().bounds);
    const description = await describeFile(path);
    expect(description.warnings).toEqual([]);
    expect(description.header.pointCount).toBe(1_200_036);
    let seen = 0;
    for await (const read of readPoints(await openLas(nodeFiles, path)))
      for (let i = 0; i < read.count; i++, seen++)
        if (read.instance[i] !== batch.instance[seen % batch.count]) expect.fail(`point ${seen}, seed 7`);
    expect(seen).toBe(1_200_036);
  });

  it('counts every return number up to 15', async () => {
    const batch = pointsAt(...Array.from({ length: 15 * 4 }, (): [number, number, number] => [0, 0, 0]));
    for (let i = 0; i < batch.count; i++) {
      batch.returnNumber[i] = 1 + (i % 15);
      batch.returnCount[i] = 15;
    }
    const path = await writeCloud([batch], cloudHeader().bounds);
    expect((await openLas(nodeFiles, path)).header.pointsByReturn).toEqual(new Array(15).fill(4));
  });

  it.each([
    [0, 1],
    [2, 1],
    [1, 16],
    [16, 16],
    [1, 0],
  ])('never gets return %i of %i', async (number, total) => {
    const batch = pointsAt([0, 0, 0], [0, 0, 0]);
    batch.returnNumber[1] = number;
    batch.returnCount[1] = total;
    const writer = await createPointSink({ path: newPath(), format: 'las', pointFormat: 6 }, cloudHeader(), {
      files: nodeFiles,
    });
    await expect(writer.write(batch)).rejects.toThrow(InvariantError);
    await writer.abort();
  });

  it('has black where the format has colour and the cloud has none', async () => {
    const path = await writeCloud([pointsAt([0, 0, 0])], cloudHeader().bounds, { pointFormat: 7 });
    expect((await readCloud(path))[0].rgb).toEqual(new Uint16Array(3));
  });

  it('is the same for any division into batches', async () => {
    const whole = sampleBatch(1000, 11);
    const parts = [0, 1, 500, 999].map((first, k, starts) => slicePoints(whole, first, starts[k + 1] ?? 1000));
    const [a, b] = [await writeCloud([whole], cloudHeader().bounds), await writeCloud(parts, cloudHeader().bounds)];
    expect(await readCloud(b)).toEqual(await readCloud(a));
  });

  it('has further extra bytes where the cloud says so, and the scanner in the place of the laser', async () => {
    const cloud = sampleBatch(3, 5);
    optionalArray(cloud, 'scanner').set([0, 1, 6]);
    optionalArray(cloud, 'truePosition').set([1.25, 2.5, 3.75, 4, 5, 6, 1e6 + 1 / 3, 8, 9]);
    const path = newPath();
    const header = { ...cloudHeader(), optional: ['scanner', 'truePosition'] as const };
    const writer = await createPointSink({ path, format: 'las', pointFormat: 6, fields: 'all' }, header, {
      files: nodeFiles,
    });
    await writer.write(cloud);
    await writer.finish();
    const [read] = await readCloud(path);
    expect([...read.scanner!]).toEqual([0, 1, 6]);
    expect([...read.truePosition!]).toEqual([...cloud.truePosition!]);
    const { extraFields, header: las } = await openLas(nodeFiles, path);
    expect(extraFields.map(({ name }) => name)).toEqual(expect.arrayContaining(['scanner', 'trueX', 'trueY', 'trueZ']));
    expect(extraFields.map(({ name }) => name)).not.toContain('ring');
    const bytes = readFileSync(path);
    // Bits 4 and 5 of byte 15 of a record of format 6: the scanner channel, here the scanner modulo 4.
    const channels = [0, 1, 2].map((k) => (bytes[las.pointDataOffset + k * las.recordLength + 15] >>> 4) & 3);
    expect(channels).toEqual([0, 1, 2]);
  });

  it('refuses a reference system that a record cannot hold', async () => {
    const long = createPointSink(
      { path: newPath(), format: 'las', pointFormat: 6 },
      cloudHeader(undefined, 'x'.repeat(65_535)),
      { files: nodeFiles },
    );
    await expect(long).rejects.toThrow(/65535 bytes; LAS holds 65534/);
    const nul = createPointSink({ path: newPath(), format: 'las', pointFormat: 6 }, cloudHeader(undefined, 'a\0b'), {
      files: nodeFiles,
    });
    await expect(nul).rejects.toThrow(/NUL/);
  });
});

describe('a run that does not come to its end', () => {
  it('leaves nothing after abort in the middle of a block', async () => {
    const dir = join(folder, 'aborted');
    mkdirSync(dir);
    const writer = await createPointSink({ path: join(dir, 'c.las'), format: 'las', pointFormat: 6 }, cloudHeader(), {
      files: nodeFiles,
    });
    await writer.write(sampleBatch(120_000, 3));
    expect(readdirSync(dir).filter((name) => !name.startsWith('.'))).toEqual([]);
    await writer.abort();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('does not overwrite, and does so before anything is written', async () => {
    const path = await writeCloud([pointsAt([0, 0, 0])], cloudHeader().bounds);
    const { mtimeMs } = await stat(path);
    await expect(
      createPointSink({ path, format: 'las', pointFormat: 6 }, cloudHeader(), { files: nodeFiles }),
    ).rejects.toThrow(UserError);
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  });

  it.skipIf(!existsSync('/dev/full'))('says so where the disk is full (needs /dev/full)', async () => {
    const path = newPath();
    const writer = await createPointSink({ path, format: 'las', pointFormat: 6 }, cloudHeader(), {
      files: {
        ...nodeFiles,
        create: (name) => AtomicFile.create(name, { openTemporary: () => open('/dev/full', 'w') }),
      },
    });
    await writer.write(sampleBatch(1000, 5));
    await expect(writer.finish()).rejects.toThrow('no space left on the device');
    expect(existsSync(path)).toBe(false);
  });
});
