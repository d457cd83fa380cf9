/** Ranges of colours and intensities: one rule for all formats, and what is written is read back as bright. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createPointBatch, joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { type CloudFormatName, createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { type OpenReadableOptions, openReadable } from '../../src/io/clouds/readable-clouds.js';
import { openCloud } from '../../src/io/opened/open-cloud.js';
import { convertCloud } from '../../src/node-clouds.js';
import { sampleOf } from '../support/long-run.js';
import { cloudHeader, temporaryFolder } from './sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

function text(ending: string, ...lines: string[]): string {
  const path = fresh(ending);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** A cloud of these colours, as plain numbers in the fields of its format. */
async function written(ending: CloudFormatName, rgb: number[], fields?: 'all'): Promise<string> {
  const path = fresh(ending);
  const batch = createPointBatch(rgb.length / 3);
  batch.rgb = Uint16Array.from(rgb);
  batch.returnNumber.fill(1);
  batch.returnCount.fill(1);
  const header = { ...cloudHeader(), optional: ['rgb'] as const };
  const sink = await createPointSink({ path, format: ending, ...(fields && { fields }) }, header, { files: nodeFiles });
  await sink.write(batch);
  await sink.finish();
  return path;
}

async function read(path: string, options: OpenReadableOptions = {}) {
  const cloud = await openReadable(nodeFiles, path, options);
  const warnings = [...cloud.warnings];
  const log = { info: () => {}, warn: (warning: string) => void warnings.push(warning) };
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(cloud, log)) batches.push(batch);
  const { rgb, intensity } = joinBatches(batches);
  return { rgb: [...(rgb ?? [])], intensity: [...intensity], warnings };
}

async function converted(from: string | string[], ending: string, options = {}) {
  const out = fresh(ending);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (warning: string) => void warnings.push(warning) };
  const { form } = await convertCloud(from, out, { log, ...options });
  return { out, warnings, form };
}

/** Colours of 8 bits, and the same in 16. */
const BYTES = [200, 120, 30, 255, 0, 1];
const DEEP = BYTES.map((value) => 257 * value);

const WIDE = ['las', 'laz', 'copc', 'npy', 'npz', 'parquet'] as const;
const endingOf = (format: string) => (format === 'copc' ? 'copc.laz' : format);

const ply = (type: string, ...rows: string[]) =>
  text(
    'ply',
    'ply',
    'format ascii 1.0',
    `element vertex ${rows.length}`,
    ...['x', 'y', 'z'].map((name) => `property float ${name}`),
    ...['red', 'green', 'blue'].map((name) => `property ${type} ${name}`),
    'end_header',
    ...rows,
  );

const pcd = (type: string, size: number, ...rows: string[]) =>
  text(
    'pcd',
    'VERSION .7',
    'FIELDS x y z red green blue',
    `SIZE 4 4 4 ${size} ${size} ${size}`,
    `TYPE F F F ${type} ${type} ${type}`,
    'COUNT 1 1 1 1 1 1',
    `WIDTH ${rows.length}`,
    'HEIGHT 1',
    `POINTS ${rows.length}`,
    'DATA ascii',
    ...rows,
  );

const EIGHT =
  'its colours are from 0 to 255, in fields of 16 bits; they are shown times 257 (--rgb-max 65535 reads them otherwise)';
const UNIT = 'its colours are from 0 to 1; they are shown times 65535 (--rgb-max 255 or 65535 reads them otherwise)';

describe('colours', () => {
  it.each(WIDE)('of 8 bits in fields of 16 are as bright as they were: %s', async (format) => {
    const path = await written(format, BYTES);
    expect(await read(path)).toMatchObject({ rgb: DEEP, warnings: [EIGHT] });
    for (const ending of ['ply', 'pcd', 'e57', 'xyz', 'csv']) {
      const { out, warnings } = await converted(path, ending);
      expect((await read(out)).rgb, ending).toEqual(DEEP);
      expect(warnings, ending).toContain(`${path}: ${EIGHT.replace('shown', 'written')}`);
    }
    const lines = readFileSync((await converted(path, 'xyz')).out, 'latin1').split('\n');
    expect(lines.some((line) => /(^| )200 120 30( |$)/.test(line))).toBe(true);
  });

  it.each(
    sampleOf(
      WIDE.flatMap((from) => WIDE.map((to) => [from, to] as const)),
      8,
    ),
  )('of 8 bits in fields of 16 keep their numbers where the fields stay: %s to %s', async (from, to) => {
    const path = await written(from, BYTES);
    const { out, warnings } = await converted(path, endingOf(to));
    expect((await read(out, { rgbMax: 65535 })).rgb).toEqual(BYTES);
    expect(warnings.filter((warning) => warning.includes('colours'))).toEqual([]);
    const stated = await converted(path, endingOf(to), { rgbMax: 255 });
    expect((await read(stated.out, { rgbMax: 65535 })).rgb).toEqual(DEEP);
  });

  it.each(WIDE)('of 16 bits are as they are, without a word: %s', async (format) => {
    const path = await written(format, [51_400, 30, 0, 7, 8, 9]);
    expect(await read(path)).toMatchObject({ rgb: [51_400, 30, 0, 7, 8, 9], warnings: [] });
  });

  it('of 0 are black in any range, without a word', async () => {
    expect(await read(await written('las', [0, 0, 0]))).toMatchObject({ rgb: [0, 0, 0], warnings: [] });
    expect(await read(text('xyz', '1 2 3 0 0 0'))).toMatchObject({ rgb: [0, 0, 0], warnings: [] });
  });

  it.each([
    ['ushort of 16 bits', ply('ushort', '1 2 3 51400 0 9'), [51_400, 0, 9], []],
    ['ushort of 8 bits', ply('ushort', '1 2 3 200 120 30'), DEEP.slice(0, 3), [EIGHT]],
    ['uchar', ply('uchar', '1 2 3 1 0 1'), [257, 0, 257], []],
    ['float', ply('float', '1 2 3 1 0 0.5'), [65535, 0, 32768], []],
    [
      'float of 8 bits',
      ply('float', '1 2 3 200 120 30'),
      DEEP.slice(0, 3),
      ['its colours are from 0 to 255; they are shown times 257 (--rgb-max 1 or 65535 reads them otherwise)'],
    ],
    ['U 1', pcd('U', 1, '1 2 3 1 0 1'), [257, 0, 257], []],
    ['U 2', pcd('U', 2, '1 2 3 51400 0 9'), [51_400, 0, 9], []],
    ['F 4', pcd('F', 4, '1 2 3 0.5 0.25 1'), [32_768, 16_384, 65_535], []],
  ])('in text have the range of their declared type: %s', async (_, path, rgb, warnings) => {
    expect(await read(path)).toMatchObject({ rgb, warnings });
  });

  it.each([
    ['xyz', ['1 2 3 0.5 0.25 1.0', '1 2 3 0.1 0.2 0.3']],
    ['csv', ['x,y,z,red,green,blue', '1,2,3,0.5,0.25,1.0', '1,2,3,0.1,0.2,0.3']],
    ['txt', ['//X;Y;Z;Rf;Gf;Bf', '1;2;3;0.5;0.25;1.0', '1;2;3;0.1;0.2;0.3']],
  ])('from 0 to 1 in text are rounded in 16 bits, and told: %s', async (ending, lines) => {
    const path = text(ending, ...lines);
    const rgb = [32_768, 16_384, 65_535, 6554, 13_107, 19_661];
    expect(await read(path)).toMatchObject({ rgb, warnings: [UNIT] });
    const { out } = await converted(path, 'csv');
    expect(readFileSync(out, 'latin1').split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/,128,64,255$/),
      expect.stringMatching(/,26,51,77$/),
    ]);
  });

  it('of nothing but 0 and 1 in text have 8 bits, as they are written, and that is told', async () => {
    const told = 'its colours are from 0 to 255; they are shown times 257 (--rgb-max 1 or 65535 reads them otherwise)';
    const path = text('xyz', '1 2 3 1 0 1');
    expect(await read(path)).toMatchObject({ rgb: [257, 0, 257], warnings: [told] });
    expect(await read(path, { rgbMax: 1 })).toMatchObject({ rgb: [65_535, 0, 65_535], warnings: [] });
    expect((await read((await converted(path, 'csv')).out)).rgb).toEqual([257, 0, 257]);
  });

  it('of 16 bits in text of other programs are told', async () => {
    expect(await read(text('csv', 'x,y,z,red,green,blue', '1,2,3,51400,30840,7710'))).toMatchObject({
      rgb: DEEP.slice(0, 3),
      warnings: [
        'its colours are from 0 to 65535; they are shown as they are (--rgb-max 1 or 255 reads them otherwise)',
      ],
    });
  });

  it.each(['csv', 'xyz', 'ply', 'pcd', 'e57', ...WIDE])(
    'that were written are read back as bright: %s',
    async (format) => {
      const rgb = [51_400, 30_840, 7710, 65_535, 0, 257];
      const { out } = await converted(await written('las', rgb), endingOf(format));
      expect((await read(out)).rgb).toEqual(rgb);
    },
  );

  it('of 16 bits in CSV with every column stay 16 bits however dark', async () => {
    expect(await read(await written('csv', [3, 2, 1]))).toMatchObject({ rgb: [3, 2, 1], warnings: [] });
  });

  it('that turn out brighter than the first points are converted with their own range', async () => {
    const rgb = Array.from({ length: 3 * 40_000 }, (_, i) => i % 256);
    rgb[3 * 20_000] = 40_000;
    for (const format of ['las', 'parquet'] as const) {
      const path = await written(format, rgb);
      const { out, warnings } = await converted(path, 'ply');
      expect((await read(out)).rgb[3 * 20_000] / 257).toBe(Math.round(40_000 / 257));
      expect(warnings).toContain(
        `${path}: a later colour of 40000 shows another range: all are written with colours from 0 to 65535`,
      );
      const { warnings: shown } = await read(path);
      expect(shown).toContain(
        'red: 1 value is outside 0 … 255 and held at the nearest; the first is 40000 of point 20001 (--rgb-max says which number is full brightness)',
      );
    }
  });

  it('of several clouds have one range in the merged one, without loss of a record', async () => {
    const [eight, sixteen] = [await written('las', BYTES), await written('las', [65_535, 1, 2])];
    const { out, warnings, form } = await converted([eight, sixteen], 'las', { merge: true });
    expect(form).toBe('records');
    expect((await read(out)).rgb).toEqual([...DEEP, 65_535, 1, 2]);
    expect(warnings).toEqual([`${eight}: ${EIGHT.replace('shown', 'written')}`]);
  });

  it('are shown of a single point as in batches', async () => {
    const cloud = await openCloud(await written('las', BYTES), { files: nodeFiles });
    const { values } = await cloud.record(0);
    expect(values.find(({ name }) => name === 'red')?.value).toBe(51_400);
    await cloud.close();
  });

  it('have the range that is stated', async () => {
    const path = await written('las', BYTES);
    expect(await read(path, { rgbMax: 65535 })).toMatchObject({ rgb: BYTES, warnings: [] });
    expect(await read(text('xyz', '1 2 3 1 0 1'), { rgbMax: 255 })).toMatchObject({ rgb: [257, 0, 257], warnings: [] });
    await expect(read(text('xyz', '1 2 3'), { rgbMax: 255 })).rejects.toThrow('no colours whose range is in question');
  });
});

describe('intensities', () => {
  it('with a sign, as in PTS, are from the least to the largest', async () => {
    expect(await read(text('xyz', '1 2 3 -2048', '1 2 3 2047', '1 2 3 -512'))).toMatchObject({
      intensity: [0, 65_535, 24_582],
      warnings: [
        'its intensities have a sign: -2048 to 2047 are shown as 0 … 65535 (--intensity-range=-2048,2047 reads them otherwise)',
      ],
    });
    expect((await read(text('csv', 'x,y,z,intensity', '1,2,3,-32768', '1,2,3,32767'))).intensity).toEqual([0, 65_535]);
  });

  it('of an unknown range are named once, with the option that states it', async () => {
    const path = text('csv', 'x,y,z,intensity', '1,2,3,-30.5', '1,2,3,9.5');
    const { intensity, warnings } = await read(path);
    expect(intensity).toEqual([0, 10]);
    expect(warnings[0]).toBe(
      'its intensities, from -30.5 on, have no known range: those below 0 are held there (--intensity-range=-30.5,9.5 shows all of them)',
    );
    expect(await read(path, { intensityRange: [-30.5, 9.5] })).toMatchObject({ intensity: [0, 65_535], warnings: [] });
  });
});
