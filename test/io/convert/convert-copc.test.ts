/** COPC from LAS, LAZ and COPC, record by record. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Box3 } from '../../../src/base/vec3.js';
import { readRecords } from '../../../src/io/clouds/read-points.js';
import { convertCloud as convertHere } from '../../../src/io/convert/convert-cloud.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { checkLas, convertCloud } from '../../../src/node-clouds.js';
import { extraField, type LasContent, lasBytes, type StoredPoint, WKT_RECORD } from '../../support/las-files.js';
import { inLong, sampleOf } from '../../support/long-run.js';
import { testRandom } from '../../support/random.js';
import { WHOLE } from '../../support/reference-data.js';
import { HAS_ORACLE } from '../check/las-cases.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const ORACLE = join(WHOLE, 'data/laz');
let number = 0;

function write(content: LasContent): string {
  const path = join(folder, `in-${number++}.las`);
  writeFileSync(path, lasBytes(content));
  return path;
}

const fresh = (ending = 'copc.laz') => join(folder, `out-${number++}.${ending}`);

/** All records of a file, in an order of their own. */
async function sortedRecords(path: string): Promise<Buffer> {
  const cloud = await openLas(nodeFiles, path);
  const { recordLength } = cloud.header;
  const found: Buffer[] = [];
  for await (const { records, count } of readRecords(cloud)) {
    const bytes = Buffer.from(records.slice(0, count * recordLength));
    for (let i = 0; i < count; i++) found.push(bytes.subarray(i * recordLength, (i + 1) * recordLength));
  }
  return Buffer.concat(found.sort(Buffer.compare));
}

/** Points of a format from 6 on that LAS allows, with something in every other bit of a record. */
function points(count: number, format: number, extraBytes: number): StoredPoint[] {
  const random = testRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const noise = (size: number) => Array.from({ length: size }, () => below(256));
  const behind = [0, 6, 8][format - 6] + extraBytes;
  return Array.from({ length: count }, (_, i) => ({
    x: below(200_000) - 100_000,
    y: below(200_000) - 100_000,
    z: below(20_000),
    intensity: below(65_536),
    returns: 0x21,
    flags: below(256),
    classification: 64 + below(192),
    userData: below(256),
    scanAngle: below(60_001) - 30_000,
    pointSourceId: below(65_536),
    gpsTime: 3e8 + i / 1000,
    bytes: [[30, noise(behind)]],
  }));
}

/** Extra bytes that no program describes, and records of others before and behind the points. */
const foreign = (format: number, count = 3000): LasContent => ({
  format,
  extraBytes: 7,
  points: points(count, format, 7),
  vlrs: [
    { userId: 'OTHER', recordId: 5, data: Uint8Array.of(1, 2, 3) },
    WKT_RECORD,
    { userId: 'LASF_Spec', recordId: 4, data: extraField('mood', 2) },
  ],
  evlrs: [
    { userId: 'OTHER', recordId: 6, data: Uint8Array.of(9, 8, 7, 6) },
    { userId: 'OTHER', recordId: 7, data: new Uint8Array(1000).fill(5) },
  ],
});

const nameOf = ({ userId, recordId, dataLength, extended }: Awaited<ReturnType<typeof openLas>>['vlrs'][number]) =>
  `${userId} ${recordId} ${dataLength} ${extended}`;

describe('COPC from LAS', () => {
  it.each(sampleOf([7, 6, 8], 1))(
    'keeps every byte of every record of format %i, and what others say about them',
    async (format) => {
      const file = write(foreign(format));
      const [out, back] = [fresh(), fresh('las')];
      expect((await convertCloud(file, out)).form).toBe('records');
      expect((await sortedRecords(out)).equals(await sortedRecords(file))).toBe(true);
      expect(await checkLas(out)).toMatchObject({ kind: 'COPC', points: 3000, faults: [] });
      expect((await convertCloud(out, back)).form).toBe('records');
      const [first, last] = [await openLas(nodeFiles, file), await openLas(nodeFiles, back)];
      expect(last.vlrs.map(nameOf)).toEqual(first.vlrs.map(nameOf));
      expect((await sortedRecords(back)).equals(await sortedRecords(file))).toBe(true);
    },
  );

  it('is the same from LAZ and from COPC', async () => {
    const file = write(foreign(7));
    const [packed, once, twice] = [fresh('laz'), fresh(), fresh()];
    await convertCloud(file, packed);
    expect((await convertCloud(packed, once)).form).toBe('records');
    expect((await convertCloud(once, twice)).form).toBe('records');
    expect((await sortedRecords(once)).equals(await sortedRecords(file))).toBe(true);
    expect((await sortedRecords(twice)).equals(await sortedRecords(file))).toBe(true);
    expect((await checkLas(twice)).faults).toEqual([]);
  });

  it('has a part of the points, in other steps, with their other bytes', async () => {
    const file = write(foreign(6));
    const [out, las] = [fresh(), fresh('las')];
    const crop: Box3 = { min: [-50, -50, 0], max: [60, 60, 20] };
    const options = { crop, output: { scale: 0.0001 } };
    const { form, points: read, leftOut } = await convertCloud(file, out, options);
    await convertCloud(file, las, options);
    expect([form, read - leftOut.cropped]).toEqual(['records', (await openLas(nodeFiles, out)).header.pointCount]);
    expect((await sortedRecords(out)).equals(await sortedRecords(las))).toBe(true);
    expect((await checkLas(out)).faults).toEqual([]);
  });

  it('is a file all the same without points', async () => {
    const out = fresh();
    await convertCloud(write({ points: [] }), out);
    expect(await checkLas(out)).toMatchObject({ kind: 'COPC', points: 0, faults: [] });
  });

  it.each([
    ['point format 1', { format: 1, minor: 2, points: [{ x: 1, y: 2, z: 3, gpsTime: 7 }] }],
    [
      'waveforms in a record behind the points',
      { evlrs: [{ userId: 'LASF_Spec', recordId: 65535, data: new Uint8Array(8) }] },
    ],
  ] as [string, LasContent][])('goes by attributes with %s', async (_, content) => {
    const out = fresh();
    expect((await convertCloud(write(content), out)).form).toBe('attributes');
    expect((await checkLas(out)).faults).toEqual([]);
  });

  it('goes by attributes where the header is longer than COPC allows', async () => {
    const bytes = lasBytes({ vlrs: [] });
    const longer = new Uint8Array(bytes.length + 8);
    longer.set(bytes.subarray(0, 375));
    longer.set(bytes.subarray(375), 383);
    const view = new DataView(longer.buffer);
    view.setUint16(94, 383, true);
    view.setUint32(96, 383, true);
    const file = join(folder, 'longer.las');
    writeFileSync(file, longer);
    expect((await convertCloud(file, fresh())).form).toBe('attributes');
    expect((await convertCloud(file, fresh('laz'))).form).toBe('records');
  });

  it.runIf(HAS_ORACLE)('has equal records for LASzip’s files', { timeout: 60_000 }, async () => {
    let compared = 0;
    const names = readdirSync(ORACLE).filter((file) => /\.(las|laz)$/.test(file) && !/version-4/.test(file));
    for (const name of sampleOf(names, 20)) {
      const file = join(ORACLE, name);
      if (![6, 7, 8].includes((await openLas(nodeFiles, file)).header.pointFormat)) continue;
      const out = fresh();
      // In this thread: others would take longer to start than these files take.
      expect((await convertHere(file, out, { files: nodeFiles })).form, name).toBe('records');
      expect((await sortedRecords(out)).equals(await sortedRecords(file)), name).toBe(true);
      compared++;
    }
    expect(compared).toBeGreaterThan(inLong(20, 5));
  });
});

it('keeps its bytes, whatever the order of reading', async () => {
  const file = write(foreign(6, 500));
  const [a, b] = [fresh(), fresh()];
  await convertCloud(file, a);
  await convertCloud(file, b);
  expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
});
