import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { createPointSink } from '../../../src/io/cloud-formats.js';
import { openLas } from '../../../src/io/las/las-file.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { cloudHeader, sampleBatch } from '../../io/sample-cloud.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf } from '../in-memory.js';

const WORDS = ['LASF', 'LASF_Spec', 'LASF_Projection', 'laszip encoded', 'copc', 'subray'];

async function written(pointFormat: 6 | 7, count: number): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = 'cloud.las';
  const sink = await createPointSink({ path, format: 'las', pointFormat }, cloudHeader(), { files });
  await sink.write(sampleBatch(count, 1, { colour: pointFormat === 7 }));
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

/** Describes the cloud as `subray info` does. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const description = await describeCloud(await openLas(filesOf({}, file, bytes), file), { threads: 1 });
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
  ],
  use,
};

export const laz: FuzzKind = {
  name: 'laz',
  weight: 1.5,
  isText: false,
  dictionary: WORDS,
  seeds: () => ['format-1.laz', 'format-6-evlr.laz', 'no-points-las-1.3.laz', 'one-point-las-1.0.laz'].map(fixture),
  use,
};
