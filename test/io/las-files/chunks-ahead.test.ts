import { afterAll, describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readRecords } from '../../../src/io/clouds/read-points.js';
import { soloCoders } from '../../../src/io/coders/block-coders.js';
import { nodeCoders } from '../../../src/io/coders/node-coders.js';
import { readChunkIndex } from '../../../src/io/las-files/chunk-index.js';
import { ChunksAhead } from '../../../src/io/las-files/chunks-ahead.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { LazCodec } from '../../../src/io/laz/laz-codec.js';
import type { BlockCoders } from '../../../src/io/records/blocks.js';
import { cloudHeader, sampleBatch } from '../sample-cloud.js';

const crew = nodeCoders(2);
afterAll(() => crew.close());

async function written(format: 'laz' | 'copc', points: number): Promise<Uint8Array> {
  const files = createWebFiles();
  const sink = await createPointSink({ path: 'cloud.copc.laz', format }, cloudHeader(), { files });
  await sink.write(sampleBatch(points, 7));
  await sink.finish();
  return files.read('cloud.copc.laz');
}

/** Records of a file, and the fault that ends them. */
async function recordsOf(bytes: Uint8Array, coders?: BlockCoders): Promise<{ records: Buffer; fault?: unknown }> {
  const cloud = await openLas(createWebFiles({ sources: { 'a.laz': bytes } }), 'a.laz');
  const parts: Uint8Array[] = [];
  try {
    for await (const { records, count } of readRecords(cloud, coders))
      parts.push(records.slice(0, count * cloud.recordLength));
  } catch (fault) {
    return { records: Buffer.concat(parts), fault };
  }
  return { records: Buffer.concat(parts) };
}

/** Makes the first layers of a chunk longer than it is. */
async function breakChunk(bytes: Uint8Array, number: number): Promise<void> {
  const cloud = await openLas(createWebFiles({ sources: { 'a.laz': bytes } }), 'a.laz');
  const chunks = await readChunkIndex(cloud, cloud.laszip!, await LazCodec.create());
  const { at } = chunks[number];
  // A record, and the number of points, stand before the lengths of the layers.
  const lengths = at + cloud.recordLength + 4;
  bytes.fill(0xff, lengths, lengths + 8);
}

describe.each(['laz', 'copc'] as const)('chunks of %s that threads unpack ahead', (format) => {
  it('have the records that the reader itself finds', async () => {
    const bytes = await written(format, 230_000);
    const [expected, found] = [await recordsOf(bytes), await recordsOf(bytes, crew)];
    expect(expected.records.length).toBeGreaterThan(230_000 * 30);
    expect(Buffer.compare(found.records, expected.records)).toBe(0);
  });

  it('are reported where one is broken, after the points before it', async () => {
    const bytes = await written(format, 230_000);
    await breakChunk(bytes, 3);
    const [expected, found] = [await recordsOf(bytes), await recordsOf(bytes, crew)];
    expect(String(expected.fault)).toMatch(/chunk at byte \d+ cannot be decoded/);
    expect(found.fault).toEqual(expected.fault);
    expect(found.records.length).toBeGreaterThan(0);
    expect(Buffer.compare(found.records, expected.records)).toBe(0);
  });
});

it('this thread alone unpacks where there are no others', async () => {
  const bytes = await written('laz', 60_000);
  const [found, expected] = [await recordsOf(bytes, soloCoders()), await recordsOf(bytes)];
  expect(Buffer.compare(found.records, expected.records)).toBe(0);
});

describe('a reader ahead', () => {
  const chunksOf = (sizes: readonly number[]) =>
    sizes.map((points, k) => ({ points, bytes: 1, at: k, first: sizes.slice(0, k).reduce((sum, n) => sum + n, 0) }));

  /** The numbers of chunks that were begun, by the chunk that was asked for. */
  async function begun(sizes: readonly number[], places: number): Promise<number[][]> {
    const chunks = chunksOf(sizes);
    let now: number[] = [];
    const rooms = new Set<ArrayBuffer>();
    const unpack = async ({ at }: { at: number }, room = new ArrayBuffer(sizes.length)) => {
      now.push(at);
      rooms.add(room);
      return new Uint8Array(room, 0, at);
    };
    const ahead = new ChunksAhead(chunks, 100, unpack, { places });
    const all: number[][] = [];
    for (const number of chunks.keys()) {
      now = [];
      expect(await ahead.records(number)).toHaveLength(number);
      all.push(now);
    }
    // The room of chunks that were read is reused.
    expect(rooms.size).toBeLessThanOrEqual(places + 1);
    return all;
  }

  it('begins as many as there are places, each once', async () => {
    expect(await begun([1, 1, 1, 1, 1], 2)).toEqual([[0, 1, 2], [3], [4], [], []]);
  });

  it('begins no more than fit into its memory, and one alone however large', async () => {
    const large = 2 ** 20;
    expect(await begun([large, large, 2 * large, 1], 4)).toEqual([[0], [1], [2], [3]]);
  });
});
