import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { decodeExtraBytes } from '../../../src/io/las/extra-bytes.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { inLong } from '../../support/long-run.js';
import { testRandom } from '../../support/random.js';
import { describeFile } from '../describe-file.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

async function readAll(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  return batches;
}

/** A file of 100 points that may be damaged, and the start of its points. */
let good = new Uint8Array();
let pointsAt = 0;
beforeAll(async () => {
  const path = join(folder, 'good.las');
  const writer = await createPointSink({ path, format: 'las', pointFormat: 6 }, cloudHeader(), { files: nodeFiles });
  await writer.write(sampleBatch(100, 1));
  await writer.finish();
  good = readFileSync(path);
  pointsAt = (await openLas(nodeFiles, path)).header.pointDataOffset;
});

/** Changes the bytes in place, or returns others. */
type Spoil = (view: DataView, bytes: Uint8Array) => unknown;

let spoilt = 0;
function spoil(source: Uint8Array, change: Spoil): string {
  const bytes = Uint8Array.from(source);
  const path = join(folder, `spoilt-${spoilt++}.las`);
  const changed = change(new DataView(bytes.buffer), bytes);
  writeFileSync(path, changed instanceof Uint8Array && changed.buffer !== bytes.buffer ? changed : bytes);
  return path;
}

async function messageOf(path: string): Promise<string> {
  const error = await describeFile(path).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  const message = (error as UserError).format();
  expect(message).toContain(`${path}: `);
  return message;
}

describe('a reader of clouds', () => {
  it.each<[string, Spoil, string]>([
    ['an empty file', () => new Uint8Array(), 'the file is empty'],
    ['a text', () => new TextEncoder().encode('x,y,z\n'.repeat(100)), 'does not begin with "LASF"'],
    ['a cut header', (_, bytes) => bytes.slice(0, 100), 'within its header'],
    ['a header of 1.4 cut to that of 1.2', (_, bytes) => bytes.slice(0, 230), 'a header of 375 bytes'],
    ['a cut file', (_, bytes) => bytes.slice(0, bytes.length - 1), 'announces 100 points, the file holds 99'],
    ['a file cut before its points', (_, bytes) => bytes.slice(0, pointsAt - 1), 'points from byte'],
    ['a lying point count', (view) => view.setBigUint64(247, 10n ** 15n, true), 'announces 1000000000000000 points'],
    ['a record length of 0', (view) => view.setUint16(105, 0, true), 'records of 0 bytes; point format 6 takes 30'],
    ['a record length too small', (view) => view.setUint16(105, 29, true), 'records of 29 bytes'],
    ['an unknown version', (view) => view.setUint8(25, 5), 'LAS version 1.5'],
    ['an unknown point format', (view) => view.setUint8(104, 11), 'point format 11'],
    ['a compressed old format with waveforms', (view) => view.setUint8(104, 4 | 0x80), 'point format 4, compressed'],
    ['a header of no size', (view) => view.setUint16(94, 0, true), 'a header of 0 bytes'],
    ['points within the header', (view) => view.setUint32(96, 10, true), 'points from byte 10'],
    ['a scale of 0', (view) => view.setFloat64(131, 0, true), 'give no coordinates'],
    ['a scale that is no number', (view) => view.setFloat64(139, Number.NaN, true), 'give no coordinates'],
    ['an infinite offset', (view) => view.setFloat64(155, Infinity, true), 'give no coordinates'],
  ])('%s', async (_, change, message) => {
    expect(await messageOf(spoil(good, change))).toContain(message);
  });

  it('refuses a missing file', async () => {
    expect(await messageOf(join(folder, 'none.las'))).toContain('cannot read: there is no such file');
  });

  it('refuses a folder', async () => {
    expect(await messageOf(folder)).toContain('it is a folder');
  });
});

describe('files that are read with a warning', () => {
  it.each<[string, Spoil, RegExp]>([
    [
      'more records than there are',
      (view) => view.setUint32(100, 4_000_000_000, true),
      /announces 4000000000 variable/,
    ],
    [
      'a record longer than the file',
      (view) => view.setUint16(375 + 20, 65535, true),
      /announces \d variable length records?, 0/,
    ],
    ['bounds that are wrong', (view) => view.setFloat64(179, 1e6, true), /maximum of x is 1000000, that of the points/],
    [
      'counts that are wrong',
      (view) => view.setBigUint64(255, 7n, true),
      /counts 7 points of return 1, the points \d+/,
    ],
    ['a return number of 0', (view) => view.setUint8(pointsAt + 14, 0x10), /1 point has the return number 0/],
    ['no WKT bit', (view) => view.setUint16(6, 1, true), /asks for the WKT bit/],
    ['a 32-bit count', (view) => view.setUint32(107, 100, true), /asks for a 32-bit point count of 0, not 100/],
    ['bytes behind the points', (_, bytes) => Uint8Array.from([...bytes, 1, 2]), /^2 bytes behind the last point/],
  ])('%s', async (_, change, warning) => {
    const { warnings, statistics } = await describeFile(spoil(good, change));
    expect(warnings).toContainEqual(expect.stringMatching(warning));
    expect(statistics.points).toBe(100);
  });

  it('include one with extra bytes that are described longer than they are', async () => {
    const path = spoil(good, (_, bytes) => {
      // The first descriptor, NormalX, becomes 250 undocumented bytes.
      const at = pointsAt - 12 * 192;
      bytes[at + 2] = 0;
      bytes[at + 3] = 250;
    });
    const { warnings, extraFields } = await describeFile(path);
    expect(warnings).toContainEqual(expect.stringMatching(/extra bytes that are described end at byte \d+/));
    expect(extraFields).toEqual([]);
  });

  it('exclude a good one', async () => {
    expect((await describeFile(join(folder, 'good.las'))).warnings).toEqual([]);
  });
});

it('never does anything but read or refuse a file with wrong bytes in front', async () => {
  const seed = 4711;
  const random = testRandom(seed);
  for (let run = 0; run < inLong(300, 100); run++) {
    const path = spoil(good, (_, bytes) => {
      for (let k = 0; k < 1 + run / 20; k++)
        bytes[4 + Math.floor(random() * (pointsAt - 4))] = Math.floor(random() * 256);
    });
    const error = await describeFile(path).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error !== undefined) expect(error, `seed ${seed}, run ${run}`).toBeInstanceOf(UserError);
  }
});

describe('LAZ', () => {
  it('gives the points of the uncompressed twin, and the same extended record', async () => {
    const [laz, las] = [fixture('format-6-evlr.laz'), fixture('format-6-evlr.las')];
    expect(await readAll(laz)).toEqual(await readAll(las));
    const description = await describeFile(laz);
    expect(description.warnings).toEqual([]);
    expect(description.statistics.points).toBe(1000);
    expect(description.vlrs).toContainEqual(
      expect.objectContaining({ userId: 'pylastest', recordId: 42, extended: true }),
    );
    expect(description.wkt).toMatch(/^PROJCS\["NAD83\(HARN\) \/ New Mexico Central/);
  });

  it('agrees with its header for point format 1', async () => {
    const description = await describeFile(fixture('format-1.laz'));
    expect(description.statistics.points).toBe(1247);
    expect(description.warnings).toEqual([]);
  });

  it('is read with one point, as LAS 1.0', async () => {
    const [batch] = await readAll(fixture('one-point-las-1.0.laz'));
    expect([batch.count, batch.x[0], batch.y[0], batch.z[0]]).toEqual([1, 1, 2, 3]);
  });

  it('is read without points', async () => {
    expect((await describeFile(fixture('no-points-las-1.3.laz'))).statistics.points).toBe(0);
  });

  const laz = readFileSync(fixture('format-6-evlr.laz'));
  const lazPointsAt = new DataView(laz.buffer, laz.byteOffset).getUint32(96, true);
  const laszipAt = laz.indexOf('laszip encoded') - 2 + 54;

  it.each<[string, Spoil, RegExp]>([
    [
      'cut within its points',
      (_, bytes) => bytes.slice(0, lazPointsAt + 200),
      /table of its compressed chunks is at byte \d+, the file ends at byte \d+\n {2}the file is damaged or cut off/,
    ],
    ['without its chunk table', (view) => view.setBigInt64(lazPointsAt, -1n, true), /table of its compressed chunks/],
    [
      'of too many chunks',
      (v) => v.setUint32(Number(v.getBigInt64(lazPointsAt, true)) + 4, 2 ** 31, true),
      /chunks in/,
    ],
    ['of a newer compression', (view) => view.setUint16(laszipAt + 34 + 4, 5, true), /compression of version 5/],
    [
      'whose table lacks their points',
      (view) => view.setUint32(laszipAt + 12, 0, true),
      /chunk 1 has|is damaged|chunks hold/,
    ],
    [
      'of a lying point count',
      (view) => view.setBigUint64(247, 10n ** 15n, true),
      /1 compressed chunks hold 1 to 50000/,
    ],
    ['of other items', (view) => view.setUint16(laszipAt + 34 + 2, 29, true), /items of 29 bytes, records of 30/],
    ['of cut items', (view) => view.setUint16(laszipAt + 32, 900, true), /or that is cut off/],
    ['without its description', (_, bytes) => bytes.fill(65, laszipAt - 52, laszipAt - 46), /lacks the record/],
  ])('is refused %s', async (_, change, message) => {
    expect(await messageOf(spoil(laz, change))).toMatch(message);
  });
});

it('never does anything but read or refuse a damaged LAZ file', async () => {
  const seed = 815;
  const random = testRandom(seed);
  const listeners = process.listenerCount('uncaughtException');
  for (const name of ['format-6-evlr.laz', 'format-1.laz', 'one-point-las-1.0.laz']) {
    const laz = readFileSync(fixture(name));
    for (let run = 0; run < inLong(25, 10); run++) {
      const path = spoil(laz, (_, bytes) => {
        for (let k = 0; k < 1 + run / 5; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        if (run % 5 === 0) return bytes.slice(0, Math.floor(random() * bytes.length));
      });
      const error = await describeFile(path).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error !== undefined) expect(error, `seed ${seed}, ${name}, run ${run}`).toBeInstanceOf(UserError);
    }
  }
  expect(process.listenerCount('uncaughtException'), 'handlers of the whole process').toBe(listeners);
});

describe('decodeExtraBytes', () => {
  const descriptor = (type: number, options: number, scale = 0, shift = 0): Uint8Array => {
    const bytes = new Uint8Array(192);
    bytes.set([0, 0, type, options, 65]);
    new DataView(bytes.buffer).setFloat64(112, scale, true);
    new DataView(bytes.buffer).setFloat64(136, shift, true);
    return bytes;
  };

  it('knows scale and offset by their bits only', () => {
    expect(decodeExtraBytes(descriptor(4, 8 | 16, 0.5, 7))).toMatchObject([
      { type: 'i16', bytes: 2, scale: 0.5, shift: 7 },
    ]);
    expect(decodeExtraBytes(descriptor(4, 0, 0.5, 7))).toMatchObject([{ type: 'i16', scale: 1, shift: 0 }]);
  });

  it('skips undocumented and withdrawn types in their length', () => {
    const [undocumented, pair, triple] = [descriptor(0, 13), descriptor(13, 0), descriptor(30, 0)].map(
      (bytes) => decodeExtraBytes(bytes)[0],
    );
    expect([undocumented.type, undocumented.bytes]).toEqual([undefined, 13]);
    expect([pair.type, pair.bytes]).toEqual([undefined, 4]);
    expect([triple.type, triple.bytes]).toEqual([undefined, 24]);
  });

  it('ends at reserved types and at cut descriptors', () => {
    expect(decodeExtraBytes(Uint8Array.from([...descriptor(31, 0), ...descriptor(1, 0)]))).toEqual([]);
    expect(decodeExtraBytes(descriptor(1, 0).subarray(0, 191))).toEqual([]);
  });
});
