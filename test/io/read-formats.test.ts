import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type PointBatch, type PointKey } from '../../src/cloud/point-batch.js';
import { attributesOf, type FieldChoice } from '../../src/cloud/point-fields.js';
import { CLOUD_KINDS, cloudKind } from '../../src/io/cloud-kinds.js';
import { CLOUD_FORMATS, type CloudFormatName, createPointSink, hasOption } from '../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable, READABLE_CLOUDS, recordColumnsOf } from '../../src/io/clouds/readable-clouds.js';
import { checkClose } from '../support/quick-checks.js';
import { cloudHeader, fullBatch, sampleBatch, temporaryFolder } from './sample-cloud.js';

const folder = temporaryFolder();
const NAMES = Object.keys(CLOUD_FORMATS) as CloudFormatName[];

async function write(
  path: string,
  format: CloudFormatName,
  batch: PointBatch,
  optional = OPTIONAL_KEYS,
  fields: FieldChoice = 'all',
) {
  const sink = await createPointSink(
    { path, format, fields },
    { ...cloudHeader(), optional },
    { files: nodeFiles, force: true },
  );
  await sink.write(batch);
  await sink.finish();
}

async function readAll(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  expect(batches).toHaveLength(1);
  return batches[0];
}

/** Whether its points are records of LAS. */
const isOfLas = (format: CloudFormatName): boolean => ['las', 'laz', 'copc'].includes(format);

/** Whether it is text, which may end anywhere. */
const isPlainText = (format: CloudFormatName): boolean => ['csv', 'xyz', 'pts', 'ptx'].includes(format);

/** The fields of a file: a format without the option has the same ones always. */
const heldFields = (format: CloudFormatName, fields: FieldChoice = 'all'): FieldChoice =>
  hasOption(format, 'fields') ? fields : ['intensity', 'rgb'];

/** Largest difference of a number as a format stores it from the number itself. */
function precisionOf(format: CloudFormatName, name: string, value: number): number {
  const text = isPlainText(format);
  const isLas = isOfLas(format);
  if (['red', 'green', 'blue'].includes(name)) return ['ply', 'pcd', 'xyz', 'pts', 'ptx'].includes(format) ? 129 : 0;
  if (['x', 'y', 'z'].includes(name)) return isLas ? 5.1e-4 : format === 'pcd' ? 1e-5 : text ? 5.1e-5 : 0;
  if (isLas && name === 'scan_angle') return 6e-5;
  if (!text) return 0;
  const { text: decimals } =
    attributesOf({ optional: OPTIONAL_KEYS }).find((attribute) => attribute.name === name) ?? {};
  if (decimals === undefined) return 0;
  return decimals === 'significant' ? 1e-6 * Math.abs(value) : 0.51 * 10 ** -decimals + 3e-8 * Math.abs(value);
}

it('lists every format', () => {
  const readers = readdirSync(new URL('../../src/io/readers', import.meta.url)).map((file) =>
    file.replace(/\.ts$/, ''),
  );
  expect(Object.keys(READABLE_CLOUDS)).toEqual(Object.keys(CLOUD_KINDS));
  // LAZ and COPC are read as LAS.
  expect(readers.toSorted()).toEqual(
    Object.keys(CLOUD_KINDS)
      .filter((name) => name !== 'laz' && name !== 'copc')
      .toSorted(),
  );
});

describe.each(NAMES)('%s', (format) => {
  const path = join(folder, `full${cloudKind(format).endings[0]}`);

  it('reads every attribute that it writes', async () => {
    const batch = fullBatch(100);
    await write(path, format, batch);
    const read = await readAll(path);
    expect(read.count).toBe(100);
    for (const { name, key, component, components } of attributesOf(
      { optional: OPTIONAL_KEYS },
      { fields: heldFields(format) },
    )) {
      for (let i = 0; i < 100; i++) {
        const [found, wanted] = [read, batch].map(
          (one) => (one[key as PointKey] as Float64Array)[components * i + component],
        );
        checkClose(found, wanted, precisionOf(format, name, wanted), `${name} ${i}`);
      }
    }
  });

  it.each([
    { fields: ['range', 'normal', 'rgb', 'pulse'] },
    { fields: ['gps_time', 'amplitude', 'ring'] },
    { fields: [] },
    { fields: 'minimal' as const },
  ])('has the fields $fields, and reads them back', async ({ fields }) => {
    const batch = fullBatch(50);
    const chosen = join(folder, `chosen${cloudKind(format).endings[0]}`);
    await write(chosen, format, batch, OPTIONAL_KEYS, fields);
    const cloud = await openReadable(nodeFiles, chosen);
    expect(cloud.warnings).toEqual([]);
    const attributes = attributesOf({ optional: OPTIONAL_KEYS }, { fields: heldFields(format, fields) });
    const keys = new Set(attributes.map(({ key }) => key));
    const core = isOfLas(format) ? LAS_CORE : [];
    expect(new Set(recordColumnsOf(cloud).map(({ key }) => key))).toEqual(new Set([...core, ...keys]));
    const read = await readAll(chosen);
    for (const { name, key, component, components } of attributes)
      for (let i = 0; i < 50; i++) {
        const [found, wanted] = [read, batch].map((one) => (one[key] as Float64Array)[components * i + component]);
        // Colours of CSV have 8 bits unless all fields are there.
        const coarse = format === 'csv' && key === 'rgb' ? 129 : 0;
        const steps = isOfLas(format) ? COMPACT_STEPS : format === 'e57' ? E57_STEPS : undefined;
        const step = steps ? (steps[key] ?? 0) / 2 + 1e-7 : coarse;
        checkClose(found, wanted, Math.max(step, precisionOf(format, name, wanted)), `${name} ${i}`);
      }
  });

  it('reads a cloud without points', async () => {
    const empty = join(folder, `none${cloudKind(format).endings[0]}`);
    await write(empty, format, sampleBatch(0, 1), []);
    expect((await openReadable(nodeFiles, empty)).pointCount).toBe(0);
  });

  it('refuses a file that is cut off, at every length of its head, or tells which records behind points it lacks', async () => {
    await write(path, format, fullBatch(20));
    const bytes = readFileSync(path);
    const cut = join(folder, `cut${cloudKind(format).endings[0]}`);
    // COPC ends in its index, without which all points are there: that is a warning.
    const end = bytes.length - (format === 'copc' ? COPC_INDEX_BYTES : 0);
    for (let length = 0; length < end; length += length < 2000 ? 97 : 997) {
      writeFileSync(cut, bytes.subarray(0, length));
      const read = readAll(cut).catch((error: unknown) => error);
      // A text that ends earlier may be whole lines.
      const isWhole = isOfLas(format) && !((await read) instanceof Error);
      if (isWhole)
        expect((await openReadable(nodeFiles, cut)).warnings.join()).toMatch(/announces 1 .*, 0 can be read/);
      else if (format === 'ptx' || !isPlainText(format)) expect(await read).toMatchObject({ name: 'UserError' });
      else expect((await read) instanceof TypeError).toBe(false);
    }
  });
});

/** The head of the record and one node, and three bytes of the arithmetic coder that carry nothing. */
const COPC_INDEX_BYTES = 60 + 32 + 3;

/** Arrays of every LAS file of format 6. */
const LAS_CORE = [
  ...['intensity', 'returnNumber', 'returnCount', 'channel', 'classification', 'scanAngle', 'pointSourceId', 'gpsTime'],
  ...(['scanDirection', 'edgeOfFlightLine', 'synthetic', 'keyPoint', 'withheld', 'overlap', 'userData'] as const),
];

/** Steps of the compact layout. */
const COMPACT_STEPS: Readonly<Record<string, number>> = { range: 1e-3, normal: 1e-3 };

const E57_STEPS: Readonly<Record<string, number>> = { x: 1e-4, y: 1e-4, z: 1e-4, range: 1e-4, normal: 1e-3, rgb: 510 };
