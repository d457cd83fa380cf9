import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink, type PointOutput } from '../../../src/io/clouds/cloud-formats.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { openLasRecords } from '../../../src/io/las-files/open-records.js';
import { inLong } from '../../support/long-run.js';
import { cloudHeader, sampleBatch } from '../sample-cloud.js';
import { decodeFileByLazPerf } from './laz-perf.js';

/** The bytes of a file of a batch. */
async function written(batch: PointBatch, output: Partial<PointOutput>): Promise<Uint8Array> {
  const files = createWebFiles();
  const path = `cloud.${output.format ?? 'laz'}`;
  const sink = await createPointSink({ path, format: 'laz', ...output }, cloudHeader(), { files });
  await sink.write(batch);
  const { points, bytes } = await sink.finish();
  const content = await files.read(path);
  expect({ points, bytes }).toEqual({ points: batch.count, bytes: content.length });
  return content;
}

async function recordsOf(bytes: Uint8Array): Promise<{ records: Uint8Array; recordLength: number }> {
  const files = createWebFiles({ sources: { 'a.laz': bytes } });
  const file = await openLas(files, 'a.laz');
  const { recordLength } = file.header;
  const records = new Uint8Array(file.pointCount * recordLength);
  const source = await openLasRecords(file);
  if (file.pointCount > 0) await source.read(0, file.pointCount, records);
  await source.close();
  return { records, recordLength };
}

describe('a LAZ file', () => {
  it.each(inLong([0, 1, 2, 1000, 49_999, 50_000, 50_001, 100_000], [0, 1, 2, 1000, 50_000, 50_001]))(
    'has the records of its LAS twin with %d points',
    async (count) => {
      const batch = sampleBatch(count, 7);
      const [laz, las] = [await written(batch, {}), await written(batch, { format: 'las' })];
      const [packed, plain] = [await recordsOf(laz), await recordsOf(las)];
      expect(packed.recordLength).toBe(plain.recordLength);
      expect(Buffer.compare(packed.records, plain.records)).toBe(0);
      if (count > 0 && count <= 50_001) expect(Buffer.compare(await decodeFileByLazPerf(laz), plain.records)).toBe(0);
    },
  );

  it('has the points of each chunk laser by laser if it is by laser, each laser in its own order', async () => {
    const batch = sampleBatch(60_000, 5);
    const plain = await recordsOf(await written(batch, {}));
    const sorted = await recordsOf(await written(batch, { byLaser: true }));
    const { recordLength } = plain;
    const expected = [0, 50_000].flatMap((first) => {
      const points = Array.from({ length: Math.min(50_000, 60_000 - first) }, (_, k) => first + k);
      return points.sort((a, b) => batch.channel[a] - batch.channel[b] || a - b);
    });
    const record = (records: Uint8Array, k: number) => records.subarray(k * recordLength, (k + 1) * recordLength);
    const wrong = expected.findIndex(
      (point, k) => Buffer.compare(record(sorted.records, k), record(plain.records, point)) !== 0,
    );
    expect(wrong).toBe(-1);
  });
});
