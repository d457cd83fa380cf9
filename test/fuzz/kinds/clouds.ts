import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { checkLas } from '../../../src/io/check/check-las.js';
import { codingSink, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { soloCoders } from '../../../src/io/coders/block-coders.js';
import { COPC_SIZES, CopcData } from '../../../src/io/copc/copc-data.js';
import { encodeLas, lasCoder } from '../../../src/io/formats/las.js';
import { encodeVlr } from '../../../src/io/las/vlr.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { createCloudFile } from '../../../src/io/records/cloud-file.js';
import type { Detail } from '../../../src/io/records/readable-cloud.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { lasBytes } from '../../io/las/memory-file.js';
import { cloudHeader, sampleBatch } from '../../io/sample-cloud.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf } from '../in-memory.js';

const WORDS = ['LASF', 'LASF_Spec', 'LASF_Projection', 'laszip encoded', 'copc', 'subray'];

async function written(pointFormat: 6 | 7, count: number, format: 'las' | 'laz' = 'las'): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = `cloud.${format}`;
  const amplitudeLimits = [0, 1].map((k) => ({ scanner: k, pointSourceId: 1 + k, minEnergy: (1 + k) * 1e-16 }));
  const header = { ...cloudHeader(), amplitudeLimits };
  const sink = await createPointSink({ path, format, pointFormat }, header, { files });
  await sink.write(sampleBatch(count, 1, { colour: pointFormat === 7 }));
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

/**
 * An old file without points, whose reference system GeoTIFF keys name: projected, vertical, and one that is elsewhere.
 */
function geotiff(): FuzzSeed {
  const keys = Uint16Array.of(1, 1, 0, 4, 1024, 0, 1, 1, 3072, 0, 1, 28992, 4096, 0, 1, 5709, 1026, 34737, 9, 0);
  const data = new Uint8Array(keys.buffer);
  const vlr = encodeVlr({ userId: 'LASF_Projection', recordId: 34735, description: 'GeoTIFF keys', data });
  const bytes = lasBytes({ vlrCount: 1, pointDataOffset: 375 + vlr.length, pointFormat: 1 }, vlr);
  return { file: 'cloud.las', bytes };
}

/** Describes the cloud as `subray info` does. */
async function use(bytes: Uint8Array, file: string, detail?: Detail): Promise<string | undefined> {
  const description = await describeCloud(await openLas(filesOf({}, file, bytes), file, detail), { threads: 1 });
  const lines = describeCloudFile(description);
  const wrong = lines.find((line) => /\bNaN\b|\bundefined\b|\[object/.test(line));
  return wrong === undefined ? undefined : `info prints "${wrong}"`;
}

const fixture = (name: string): FuzzSeed => ({
  file: name,
  bytes: new Uint8Array(readFileSync(fileURLToPath(new URL(`../../io/fixtures/${name}`, import.meta.url)))),
});

export const las: FuzzKind = {
  name: 'las',
  weight: 2,
  isText: false,
  dictionary: WORDS,
  seeds: async () => [
    await written(6, 5),
    await written(7, 20),
    fixture('format-6-evlr.las'),
    fixture('golden-format-7.las'),
    geotiff(),
  ],
  use: (bytes, file) => use(bytes, file),
};

export const laz: FuzzKind = {
  name: 'laz',
  weight: 1.5,
  isText: false,
  dictionary: WORDS,
  seeds: async () => [
    ...['format-1.laz', 'format-6-evlr.laz', 'no-points-las-1.3.laz', 'one-point-las-1.0.laz'].map(fixture),
    await written(6, 5, 'laz'),
    await written(7, 300, 'laz'),
  ],
  use: (bytes, file) => use(bytes, file),
};

/** A file whose octree has some levels, of points around a few places. */
export async function octree(count: number): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = 'cloud.copc.laz';
  const sizes = { ...COPC_SIZES, leafPoints: 5, fewPoints: 1 };
  const encoder = encodeLas(cloudHeader(), {}, (layout, quantization) => {
    return new CopcData(layout, quantization, soloCoders(), sizes);
  });
  const sink = codingSink(lasCoder(cloudHeader(), {}), await createCloudFile(path, encoder, { files }));
  const batch = sampleBatch(count, 3);
  for (let i = 0; i < count; i++) for (const axis of [batch.x, batch.y, batch.z]) axis[i] = axis[i % 3] + i / 100;
  await sink.write(batch);
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

/** LAZ in an octree, the first levels of it, then all. */
export const copc: FuzzKind = {
  name: 'copc',
  weight: 1.5,
  isText: false,
  dictionary: WORDS,
  seeds: async () => [await octree(30), await octree(1), await octree(0)],
  use: async (bytes, file) => (await use(bytes, file, { levels: 2 })) ?? use(bytes, file),
};

/** Holds the file against its specification as `subray info --check` does. */
async function check(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const { faults } = await checkLas(file, { files: filesOf({}, file, bytes) });
  const wrong = faults.find(({ at, found, expected }) => !(at >= 0) || /undefined|\[object/.test(found + expected));
  return wrong && `--check prints ${JSON.stringify(wrong)}`;
}

export const lasCheck: FuzzKind = {
  name: 'las-check',
  weight: 1,
  isText: false,
  dictionary: WORDS,
  seeds: async () => [
    await written(6, 5),
    await written(7, 20),
    await packed(),
    geotiff(),
    ...['format-1.laz', 'format-6-evlr.laz', 'format-6-evlr.las', 'one-point-las-1.0.laz'].map(fixture),
  ],
  use: check,
};

/** Compressed by ourselves. */
async function packed(): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = 'cloud.laz';
  const sink = await createPointSink({ path, format: 'laz' }, cloudHeader(), { files });
  await sink.write(sampleBatch(50, 2));
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}
