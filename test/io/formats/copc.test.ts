import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { codingSink, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { soloCoders } from '../../../src/io/coders/block-coders.js';
import { nodeCoders } from '../../../src/io/coders/node-coders.js';
import { COPC_SIZES, CopcData, type CopcSizes } from '../../../src/io/copc/copc-data.js';
import { encodeLas, lasCoder } from '../../../src/io/formats/las.js';
import type { BlockCoders } from '../../../src/io/records/blocks.js';
import { createCloudFile } from '../../../src/io/records/cloud-file.js';
import { inLong, isLong } from '../../support/long-run.js';
import { type CheckedCopc, checkCopc } from '../copc/check-copc.js';
import { cloudHeader, LOCAL_BOX, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let files = 0;

/** Small nodes, as small clouds have the levels of large ones then. */
const SMALL: CopcSizes = { ...COPC_SIZES, leafPoints: 300, fewPoints: 20 };
/** The same nodes, with some kilobytes in memory. */
const TINY: CopcSizes = { ...SMALL, pileBytes: 40_000, bucketBytes: 60_000, pageBytes: 4096 };

interface Written {
  pointFormat?: 6 | 7 | 8;
  sizes?: CopcSizes;
  coders?: BlockCoders;
  wkt?: string;
}

/** The path of a file with these batches. */
async function write(
  batches: readonly PointBatch[],
  { pointFormat = 6, sizes = SMALL, coders = soloCoders(), wkt }: Written = {},
): Promise<string> {
  const path = join(folder, `cloud-${files++}.copc.laz`);
  const header = cloudHeader(LOCAL_BOX, wkt);
  const encoder = encodeLas(header, { pointFormat }, (layout, quantization) => {
    return new CopcData(layout, quantization, coders, sizes);
  });
  const sink = codingSink(
    lasCoder(header, { pointFormat }),
    await createCloudFile(path, encoder, { files: nodeFiles }),
  );
  for (const batch of batches) await sink.write(batch);
  await sink.finish();
  return path;
}

/** Records of the same points in a LAS file, as texts. */
async function recordsOfLas(batches: readonly PointBatch[], pointFormat: 6 | 7 | 8 = 6): Promise<string[]> {
  const path = join(folder, `cloud-${files++}.las`);
  const sink = await createPointSink({ path, format: 'las', pointFormat }, cloudHeader(), { files: nodeFiles });
  for (const batch of batches) await sink.write(batch);
  await sink.finish();
  const bytes = readFileSync(path);
  return textsOf(bytes.subarray(bytes.readUInt32LE(96)), bytes.readUInt16LE(105));
}

const textsOf = (records: Uint8Array, length: number): string[] =>
  Array.from({ length: records.length / length }, (_, i) =>
    Buffer.from(records.subarray(i * length, (i + 1) * length)).toString('hex'),
  );

const textsOfNodes = ({ nodes, recordLength }: CheckedCopc): string[] =>
  nodes.flatMap(({ records }) => textsOf(records, recordLength));

/** Points of `batch` with their places changed. */
function placed(batch: PointBatch, place: (i: number) => [number, number, number]): PointBatch {
  for (let i = 0; i < batch.count; i++) [batch.x[i], batch.y[i], batch.z[i]] = place(i);
  return batch;
}

/** Points of a surface with hills, in lines, many of them near the middle. */
const surface = (count: number, seed: number, colour = false): PointBatch =>
  placed(sampleBatch(count, seed, { colour }), (i) => {
    const t = i / count;
    const r = 70 * ((i * 0.618034) % 1) ** 3;
    return [r * Math.cos(40 * t), r * Math.sin(40 * t), 3 * Math.sin(r / 5)];
  });

describe('a COPC file', () => {
  it.each([6, 7, 8] as const)('has every point in one node of its place, in point format %d', async (pointFormat) => {
    const batches = [surface(4000, 1, true), surface(3000, 2, true), sampleBatch(2000, 3, { colour: true })];
    const checked = await checkCopc(await write(batches, { pointFormat }));
    expect(checked.faults).toEqual([]);
    expect(Math.max(...checked.nodes.map(({ key: [level] }) => level))).toBeGreaterThan(3);
    expect(textsOfNodes(checked).toSorted()).toEqual((await recordsOfLas(batches, pointFormat)).toSorted());
  });

  it('has the points of a node in survey order', async () => {
    const batches = [surface(6000, 4)];
    const order = new Map((await recordsOfLas(batches)).map((record, number) => [record, number]));
    const { nodes, recordLength } = await checkCopc(await write(batches));
    for (const { records } of nodes) {
      const numbers = textsOf(records, recordLength).map((record) => order.get(record) ?? -1);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  });

  it('has at most one point of a cell of an inner node, apart from those of leaves with few', async () => {
    const path = await write([surface(20_000, 5)], { sizes: { ...SMALL, fewPoints: 1 } });
    const { nodes, recordLength, faults } = await checkCopc(path);
    expect(faults).toEqual([]);
    const info = readFileSync(path).subarray(375 + 54);
    const [spacing, halfsize] = [info.readDoubleLE(32), info.readDoubleLE(24)];
    expect(spacing).toBe((2 * halfsize) / 128);
    const parents = new Set(nodes.map(({ key: [level, ...place] }) => [level - 1, ...place.map((k) => k >> 1)].join()));
    const inner = nodes.filter(({ key }) => parents.has(key.join()));
    expect(inner.length).toBeGreaterThan(5);
    for (const { key, records, points } of inner) {
      const cells = new Set<string>();
      const view = new DataView(records.buffer, records.byteOffset);
      for (let i = 0; i < points; i++) {
        const cell = [0, 1, 2].map((axis) => {
          const value = view.getInt32(i * recordLength + 4 * axis, true) * 0.001;
          return Math.floor((value - (info.readDoubleLE(8 * axis) - halfsize)) / (spacing / 2 ** key[0]) + 1e-9);
        });
        cells.add(cell.join());
      }
      expect(points - cells.size, key.join('-')).toBeLessThanOrEqual(1);
    }
  });

  it('is the same in every byte for any batches, threads and memory', async () => {
    const whole = surface(30_000, 6);
    const first = readFileSync(await write([whole]));
    const parts = [0, 1, 7777, 7778, 20_000, 30_000].map((from, k, all) => part(whole, from, all[k + 1] ?? from));
    const others = [await write(parts), await write([whole], { sizes: TINY }), await write(parts, { sizes: TINY })];
    for (const threads of inLong([1, 2, 3], [2])) {
      const coders = nodeCoders(threads);
      others.push(await write([whole], { coders }), await write(parts, { coders, sizes: TINY }));
      await coders.close();
    }
    for (const path of others) expect(readFileSync(path).equals(first), path).toBe(true);
  });

  it.runIf(isLong)('keeps to its memory with the points of one place, of a line and of a plane', async () => {
    for (const place of [
      () => [1, 2, 3],
      (i: number) => [i / 100, 0, 0],
      (i: number) => [(i % 70) / 10, Math.floor(i / 70) / 10, 2],
    ] as ((i: number) => [number, number, number])[]) {
      const batches = [placed(sampleBatch(5000, 7), place)];
      const [path, tiny] = [await write(batches), await write(batches, { sizes: TINY })];
      const checked = await checkCopc(path);
      expect(checked.faults).toEqual([]);
      expect(textsOfNodes(checked).toSorted()).toEqual((await recordsOfLas(batches)).toSorted());
      expect(readFileSync(tiny).equals(readFileSync(path))).toBe(true);
    }
  });

  it.each([0, 1, 2, 3])('may have %d points', async (count) => {
    const path = await write([sampleBatch(count, 8)], { wkt: 'LOCAL_CS["a"]' });
    const checked = await checkCopc(path);
    expect(checked.faults).toEqual([]);
    expect(checked.nodes.map(({ key, points }) => [...key, points])).toEqual([[0, 0, 0, 0, count]]);
  });

  it('is a LAZ file of chunks of any size, read from front to back', async () => {
    const batches = [surface(9000, 9)];
    const path = await write(batches);
    const cloud = await openReadable(nodeFiles, path);
    let points = 0;
    for await (const { count } of readPoints(cloud)) points += count;
    expect(points).toBe(9000);
  });

  it('leaves nothing beside it, finished or aborted', async () => {
    const header = cloudHeader();
    const before = readdirSync(folder).length;
    const path = join(folder, 'aborted.copc.laz');
    const encoder = encodeLas(
      header,
      {},
      (layout, quantization) => new CopcData(layout, quantization, soloCoders(), TINY),
    );
    const sink = codingSink(lasCoder(header, {}), await createCloudFile(path, encoder, { files: nodeFiles }));
    await sink.write(surface(5000, 10));
    expect(readdirSync(folder)).toHaveLength(before + 1);
    await sink.abort();
    expect(readdirSync(folder)).toHaveLength(before);
    expect(existsSync(path)).toBe(false);
  });
});

/** Points `from` … `end` of a batch. */
function part(batch: PointBatch, from: number, end: number): PointBatch {
  const entries = Object.entries(batch).map(([key, value]) => {
    if (!ArrayBuffer.isView(value)) return [key, value];
    const array = value as Float64Array;
    const components = array.length / batch.count;
    return [key, array.subarray(from * components, end * components)];
  });
  return { ...Object.fromEntries(entries), count: end - from };
}

const CONTROL = new URL('../../../../shared/data/laz/copc.laz', import.meta.url);

describe('the check of COPC files', () => {
  it.skipIf(!existsSync(CONTROL))('finds no fault in one that LASzip wrote (skipped without ../shared)', async () => {
    expect((await checkCopc(CONTROL.pathname)).faults).toEqual([]);
  });

  it('finds what is wrong', async () => {
    const bytes = readFileSync(await write([surface(2000, 11)]));
    const broken = async (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes);
      change(copy);
      const path = join(folder, 'broken.copc.laz');
      writeFileSync(path, copy);
      return (await checkCopc(path)).faults;
    };
    const page = Number(bytes.readBigUInt64LE(375 + 54 + 40));
    const keys: [(copy: Buffer) => void, RegExp][] = [
      [(copy) => copy.writeDoubleLE(1, 429 + 24), /the cube does not hold/],
      [(copy) => copy.writeUInt8(1, 429 + 100), /reserved/],
      [(copy) => copy.writeDoubleLE(0, 429 + 56), /GPS times/],
      [(copy) => copy.writeInt32LE(3, page + 32 + 4), /key 1-3|outside of 1-3/],
      [(copy) => copy.writeInt32LE(bytes.readInt32LE(page + 28) - 1, page + 28), /another number of points/],
      [(copy) => copy.writeBigUInt64LE(5n, 255), /returns 1/],
    ];
    for (const [change, fault] of keys) expect((await broken(change)).join('\n')).toMatch(fault);
  });
});
