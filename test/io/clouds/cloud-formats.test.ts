import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Box3 } from '../../../src/base/vec3.js';
import type { OptionalKey } from '../../../src/cloud/point-batch.js';
import { cloudKind } from '../../../src/io/cloud-kinds.js';
import {
  CLOUD_FORMATS,
  CLOUD_OPTION_FIELDS,
  type CloudFormatName,
  cloudEndings,
  cloudFormat,
  cloudFormatOf,
  createPointSink,
  formatNamed,
  streams,
} from '../../../src/io/clouds/cloud-formats.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { cloudHeader, goldenCloud, sampleBatch, scanBatch, temporaryFolder } from '../sample-cloud.js';

const ROOT = new URL('../../../', import.meta.url);
const folder = temporaryFolder();
const NAMES = Object.keys(CLOUD_FORMATS) as CloudFormatName[];

it('lists every file of src/io/formats', () => {
  const files = readdirSync(new URL('src/io/formats', ROOT)).map((file) => file.replace(/\.ts$/, ''));
  expect(NAMES.toSorted()).toEqual(files.toSorted());
});

it('gives every ending to one format, and an option of several formats the same field in all', () => {
  const endings = NAMES.flatMap((name) => cloudKind(name).endings);
  const options = Object.values(CLOUD_FORMATS).flatMap((format) => Object.entries(format.options));
  expect(new Set(endings).size).toBe(endings.length);
  for (const [key, field] of options) expect(field).toBe(CLOUD_OPTION_FIELDS[key as keyof typeof CLOUD_OPTION_FIELDS]);
  expect(Object.keys(CLOUD_OPTION_FIELDS)).toEqual([...new Set(options.map(([key]) => key))]);
});

it('finds formats by endings, whatever their case', () => {
  expect(cloudFormatOf('/a/b.LAS')).toBe('las');
  expect(cloudFormatOf('b.las.xyz')).toBe('xyz');
  expect(cloudFormatOf('b.laz')).toBe('laz');
  expect(cloudFormatOf('b.COPC.laz')).toBe('copc');
  expect(cloudFormatOf('b')).toBeUndefined();
  expect(cloudFormatOf('/a.las/b')).toBeUndefined();
  expect(cloudFormatOf('/a/.las')).toBeUndefined();
  expect(cloudEndings(({ organised }) => !organised)).toMatch(/^\.las, \.laz, \.copc\.laz, \.ply(, \.\w+)* or \.\w+$/);
  expect(cloudEndings(({ organised }) => organised)).toMatch(/^\.pcd(, \.\w+)*( or \.\w+)?$/);
});

it('finds formats by what users call them', () => {
  for (const name of NAMES) expect(formatNamed(name)).toBe(name);
  expect(formatNamed('copc.laz')).toBe('copc');
  expect(() => formatNamed('.las')).toThrow('--format: found ".las", expected one of las, laz, copc, ');
});

describe.each(NAMES)('%s', (format) => {
  it('says whether its bytes depend on the points before them alone', async () => {
    const box = { min: [-1e6, -1e6, -1e6], max: [1e6, 1e6, 1e6] } as const;
    const [some, others] = [cloudHeader(), { ...cloudHeader(), bounds: box as unknown as Box3 }];
    const heads = await Promise.all(
      [some, others].map(async (header) => {
        const encoder = await cloudFormat(format).encode(header, {});
        return [0, 1000].map((points) => Buffer.from(encoder.head(points)).toString('hex'));
      }),
    );
    const isSame = new Set(heads.flat()).size === 1;
    // The heads of LAS and E57 state the points written, not those requested.
    if (!streams(format) && !['las', 'laz', 'copc', 'e57'].includes(format)) expect(isSame).toBe(false);
    if (!streams(format)) return;
    expect(isSame).toBe(true);
    const files = await Promise.all(
      [some, others].map(async (header, k) => {
        const path = join(folder, `bounds-${k}.${format}`);
        const sink = await createPointSink({ path, format }, header, { files: nodeFiles });
        await sink.write(goldenCloud());
        await sink.finish();
        return readFileSync(path);
      }),
    );
    expect(files[0].equals(files[1])).toBe(true);
  });

  it('writes a file, aborts one, and replaces one where it may', async () => {
    const path = join(folder, `any.${format}`);
    const output = { path, format, pointFormat: 7, scale: 0.0001 } as const;
    const aborted = await createPointSink(output, cloudHeader(), { files: nodeFiles });
    await aborted.write(goldenCloud());
    await aborted.abort();
    expect(existsSync(path)).toBe(false);
    const sink = await createPointSink(output, cloudHeader(), { files: nodeFiles });
    await sink.write(goldenCloud());
    expect(await sink.finish()).toMatchObject({ path, points: 3, bytes: readFileSync(path).length });
    await expect(createPointSink(output, cloudHeader(), { files: nodeFiles })).rejects.toThrow('the file exists');
    await (await createPointSink(output, cloudHeader(), { files: nodeFiles, force: true })).abort();
  });

  it('writes the same bytes whether or not a batch without points comes between', async () => {
    const bytes: Buffer[] = [];
    for (const counts of [
      [40_000, 10],
      [40_000, 0, 10],
    ]) {
      const path = join(folder, `batches-${counts.length}.${format}`);
      const sink = await createPointSink({ path, format }, cloudHeader(), { files: nodeFiles });
      for (const count of counts) await sink.write(sampleBatch(count, 3));
      await sink.finish();
      bytes.push(readFileSync(path));
    }
    expect(bytes[0].equals(bytes[1])).toBe(true);
  });

  it('takes about as many bytes a point as it says', async () => {
    const path = join(folder, `size.${format}`);
    const sink = await createPointSink({ path, format }, cloudHeader(), { files: nodeFiles });
    // Random numbers cannot be compressed.
    await sink.write((format === 'laz' || format === 'copc' ? scanBatch : sampleBatch)(10_000, 5));
    const { points, bytes } = await sink.finish();
    expect(cloudFormat(format).bytesPerPoint / (bytes / points)).toBeGreaterThan(0.7);
    expect(cloudFormat(format).bytesPerPoint / (bytes / points)).toBeLessThan(1.5);
    // For a format whose points all take the same bytes: besides them there is the head of the file.
    const record = cloudFormat(format).recordBytes?.(cloudHeader(), {}) ?? 0;
    expect(bytes - record * points).toBeGreaterThan(0);
    if (record > 0) expect(bytes - record * points).toBeLessThan(points);
  });
});

it('hands LAS its options', async () => {
  const path = join(folder, 'options.las');
  const sink = await createPointSink({ path, format: 'las', pointFormat: 7, scale: 0.0001 }, cloudHeader(), {
    files: nodeFiles,
  });
  await sink.write(goldenCloud());
  await sink.finish();
  expect((await openLas(nodeFiles, path)).header).toMatchObject({ pointFormat: 7, scale: [1e-4, 1e-4, 1e-4] });
});

it.each([
  [6, []],
  [7, ['rgb']],
] as [number, OptionalKey[]][])('takes LAS point format %d where the points have %j', async (pointFormat, optional) => {
  const path = join(folder, `format-${pointFormat}.las`);
  const writer = await createPointSink({ path, format: 'las' }, { ...cloudHeader(), optional }, { files: nodeFiles });
  await writer.write(goldenCloud());
  await writer.finish();
  expect((await openLas(nodeFiles, path)).header.pointFormat).toBe(pointFormat);
});
