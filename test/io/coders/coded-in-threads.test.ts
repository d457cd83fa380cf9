// Blocks of points are coded in threads: the file is the same however its points come, whichever block is done first.
import { afterAll, describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { type PointBatch, slicePoints } from '../../../src/cloud/point-batch.js';
import { createPointSink, type PointOutput } from '../../../src/io/clouds/cloud-formats.js';
import { soloCoders } from '../../../src/io/coders/block-coders.js';
import { nodeCoders } from '../../../src/io/coders/node-coders.js';
import type { BlockCoders, BlockWork } from '../../../src/io/records/blocks.js';
import type { CloudHeader } from '../../../src/io/records/point-sink.js';
import { sampleOf } from '../../support/long-run.js';
import { cloudHeader, sampleBatch } from '../sample-cloud.js';

type Output = Omit<PointOutput, 'path'>;

/** The bytes of a file of a batch, which is written in portions. */
async function written(
  batch: PointBatch,
  output: Output,
  { portion = batch.count, coders }: { portion?: number; coders?: BlockCoders } = {},
  header: Partial<CloudHeader> = {},
): Promise<Uint8Array> {
  const files = createWebFiles();
  const path = `cloud.${output.format}`;
  const sink = await createPointSink({ path, ...output }, { ...cloudHeader(), ...header }, { files, coders });
  for (let first = 0; first < batch.count; first += portion)
    await sink.write(slicePoints(batch, first, Math.min(batch.count, first + portion)));
  const { points, bytes } = await sink.finish();
  const content = await files.read(path);
  expect({ points, bytes }).toEqual({ points: batch.count, bytes: content.length });
  return content;
}

/** Coders, each of which is done before earlier ones. */
function unsteadyCoders(): { coders: BlockCoders; works: BlockWork<unknown>[] } {
  const solo = soloCoders();
  const works: BlockWork<unknown>[] = [];
  const coders: BlockCoders = {
    places: 4,
    do: async (work) => {
      const delay = 40 - 10 * (works.push(work) % 5);
      const coded = await solo.do(work);
      await new Promise((resolve) => setTimeout(resolve, delay));
      return coded;
    },
    close: async () => {},
  };
  return { coders, works };
}

const crew = nodeCoders(3);
afterAll(() => crew.close());

/** Points of several blocks of each format, and of a part of one. */
const OUTPUTS: readonly (readonly [name: string, points: number, blocks: number, Output])[] = [
  ['LAZ', 170_000, 4, { format: 'laz' }],
  ['COPC', 170_000, 5, { format: 'copc' }],
  ['Parquet', 140_000, 3, { format: 'parquet' }],
  ['E57', 60_000, 3, { format: 'e57' }],
  ['E57 in full width', 60_000, 5, { format: 'e57', fields: 'all' }],
];

describe.each(sampleOf(OUTPUTS, 3))('%s', (_name, points, blocks, output) => {
  const batch = sampleBatch(points, 3);

  it('has the same bytes for batches of any size, and any number of threads, whichever is done first', async () => {
    const { coders, works } = unsteadyCoders();
    const expected = await written(batch, output);
    const equals = (bytes: Uint8Array) => expect(Buffer.compare(bytes, expected)).toBe(0);
    equals(await written(batch, output, { portion: 33_333 }));
    equals(await written(batch, output, { portion: 4096, coders: crew }));
    equals(await written(batch, output, { coders }));
    expect(works).toHaveLength(blocks);
  });

  it('reports a failure in a thread', async () => {
    const failing: BlockCoders = {
      places: 1,
      do: () => Promise.reject(new Error('out of memory')),
      close: async () => {},
    };
    await expect(written(batch, output, { coders: failing })).rejects.toThrow('out of memory');
  });
});

it('NPZ, whose sums come with its points, has the same bytes for batches of any size', async () => {
  const batch = sampleBatch(60_000, 9);
  const expected = await written(batch, { format: 'npz' });
  expect(Buffer.compare(await written(batch, { format: 'npz' }, { portion: 4999 }), expected)).toBe(0);
});

it('E57 in rows and columns has the same bytes for batches of any size', async () => {
  const batch = sampleBatch(60_000, 5);
  for (let i = 0; i < batch.count; i += 7) batch.x[i] = batch.y[i] = batch.z[i] = Number.NaN;
  const header = { grid: { width: 300, height: 200 } };
  const expected = await written(batch, { format: 'e57' }, {}, header);
  const inThreads = await written(batch, { format: 'e57' }, { portion: 4999, coders: crew }, header);
  expect(Buffer.compare(inThreads, expected)).toBe(0);
});
