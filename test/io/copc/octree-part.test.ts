import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { codingSink } from '../../../src/io/clouds/cloud-formats.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { soloCoders } from '../../../src/io/coders/block-coders.js';
import { COPC_SIZES, CopcData } from '../../../src/io/copc/copc-data.js';
import { encodeLas, lasCoder } from '../../../src/io/formats/las.js';
import { lasFaults } from '../../../src/io/las-files/describe-las.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { openLasRecords } from '../../../src/io/las-files/open-records.js';
import { createCloudFile } from '../../../src/io/records/cloud-file.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { type CheckedNode, checkCopc } from './check-copc.js';

const folder = temporaryFolder();
const path = join(folder, 'cloud.copc.laz');
const COUNT = 20_000;
let nodes: CheckedNode[];

beforeAll(async () => {
  const sizes = { ...COPC_SIZES, leafPoints: 200, fewPoints: 5 };
  const encoder = encodeLas(cloudHeader(), {}, (layout, quantization) => {
    return new CopcData(layout, quantization, soloCoders(), sizes);
  });
  const sink = codingSink(lasCoder(cloudHeader(), {}), await createCloudFile(path, encoder, { files: nodeFiles }));
  const batch = sampleBatch(COUNT, 21);
  // Most of them near one another, so that there are some levels.
  for (let i = 0; i < COUNT; i++) for (const axis of [batch.x, batch.y, batch.z]) axis[i] *= (i / COUNT) ** 5;
  await sink.write(batch);
  await sink.finish();
  ({ nodes } = await checkCopc(path));
});

const pointsUpTo = (levels: number) =>
  nodes.filter(({ key: [level] }) => level < levels).reduce((sum, { points }) => sum + points, 0);

async function recordsOf(levels: number): Promise<Buffer> {
  const cloud = await openLas(nodeFiles, path, { levels });
  const source = await openLasRecords(cloud);
  const records = Buffer.alloc(cloud.pointCount * cloud.recordLength);
  await source.read(0, cloud.pointCount, records);
  await source.close();
  return records;
}

describe('a COPC file', () => {
  it('says what its octree has', async () => {
    const { octree, part, pointCount, warnings } = await openLas(nodeFiles, path);
    const depth = Math.max(...nodes.map(({ key: [level] }) => level)) + 1;
    expect(depth).toBeGreaterThan(4);
    expect(octree?.levels).toHaveLength(depth);
    expect(octree?.levels.map(({ points }) => points)).toEqual(
      Array.from({ length: depth }, (_, level) => pointsUpTo(level + 1) - pointsUpTo(level)),
    );
    expect(octree?.levels.reduce((sum, level) => sum + level.nodes, 0)).toBe(nodes.length);
    expect([part, pointCount, warnings]).toEqual([undefined, COUNT, []]);
  });

  it('is read up to a level: the records of these nodes, in the order of the file', async () => {
    for (const levels of [1, 2, 4]) {
      const wanted = nodes.filter(({ key: [level] }) => level < levels).toSorted((a, b) => a.at - b.at);
      expect((await recordsOf(levels)).equals(Buffer.concat(wanted.map(({ records }) => records)))).toBe(true);
    }
  });

  it('is read as far as a number of points goes, the root at least, or whole', async () => {
    const countOf = async (points: number) => (await openReadable(nodeFiles, path, { detail: { points } })).pointCount;
    expect(await countOf(1)).toBe(pointsUpTo(1));
    expect(await countOf(pointsUpTo(3))).toBe(pointsUpTo(3));
    expect(await countOf(pointsUpTo(3) - 1)).toBe(pointsUpTo(2));
    expect(await countOf(COUNT)).toBe(COUNT);
    expect((await openLas(nodeFiles, path, { levels: 31 })).part).toBeUndefined();
  });

  it('has the statistics of what was read, and no fault for it', async () => {
    const file = await openLas(nodeFiles, path, { levels: 2 });
    const { statistics, warnings, part } = await describeCloud(file);
    expect(statistics.points).toBe(pointsUpTo(2));
    expect(part).toMatchObject({ levels: 2, allPoints: COUNT });
    expect(warnings).toEqual([]);
    const whole = await openLas(nodeFiles, path);
    expect(lasFaults(whole, statistics).join()).toMatch(/the header counts \d+ points of return/);
  });

  it('is read whole if its octree is damaged, with a warning', async () => {
    const bytes = readFileSync(path);
    const page = Number(bytes.readBigUInt64LE(375 + 54 + 40));
    bytes.writeInt32LE(7, page + 4);
    const broken = join(folder, 'broken.copc.laz');
    writeFileSync(broken, bytes);
    const { octree, part, pointCount, warnings } = await openLas(nodeFiles, broken, { levels: 1 });
    expect([octree, part, pointCount]).toEqual([undefined, undefined, COUNT]);
    expect(warnings).toEqual(['the hierarchy of its octree is damaged: node 0-7-0-0 is no cell']);
  });
});
