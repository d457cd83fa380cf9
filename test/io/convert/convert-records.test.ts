/** Clouds of LAS that become LAS: nothing of a record is lost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { extraField, type LasContent, lasBytes, type StoredPoint, WKT_RECORD } from '../../support/las-files.js';
import { testRandom } from '../../support/random.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;

function write(content: LasContent): string {
  const path = join(folder, `in-${number++}.las`);
  writeFileSync(path, lasBytes(content));
  return path;
}

const fresh = (ending = 'las') => join(folder, `out-${number++}.${ending}`);

/** Points with something in every bit of a record. */
function points(count: number, format: number, extraBytes = 0, seed = 1): StoredPoint[] {
  const random = testRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const length = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67][format];
  const noise = (size: number) => Array.from({ length: size }, () => below(256));
  return Array.from({ length: count }, () => ({
    x: below(20_000) - 10_000,
    y: below(20_000) - 10_000,
    z: below(2000),
    bytes: [[12, noise(length - 12 + extraBytes)] as const, [14, [format >= 6 ? 0x21 : 0xd1]] as const],
    returns: format >= 6 ? 0x21 : 0xd1,
  }));
}

async function recordsOf(path: string): Promise<Buffer[]> {
  const { header } = await openLas(nodeFiles, path);
  const bytes = readFileSync(path).subarray(header.pointDataOffset);
  return Array.from({ length: header.pointCount }, (_, i) =>
    bytes.subarray(i * header.recordLength, (i + 1) * header.recordLength),
  );
}

describe('LAS to LAS', () => {
  it.each([
    [0, 0],
    [1, 2],
    [2, 2],
    [3, 3],
    [5, 4],
    [6, 4],
    [7, 4],
    [8, 4],
  ] as const)('keeps every byte of records of format %i, version 1.%i', async (format, minor) => {
    const file = write({ format, minor, extraBytes: 5, points: points(300, format, 5), rest: [0xdd, 0xcc] });
    const out = fresh();
    const { form, files } = await convertCloud(file, out);
    expect(form).toBe('records');
    expect(files).toEqual([{ path: out, points: 300, bytes: readFileSync(file).length }]);
    const [from, to] = [readFileSync(file), readFileSync(out)];
    // Software and day are those of the conversion.
    for (const bytes of [from, to]) bytes.fill(0, 58, 94);
    expect(to.equals(from)).toBe(true);
  });

  it('keeps records of other programs, before and behind the points', async () => {
    const other = { userId: 'someone', recordId: 7, description: 'ä', data: Uint8Array.of(1, 2, 3) };
    const file = write({ points: points(5, 6), vlrs: [other, WKT_RECORD], evlrs: [other] });
    const out = fresh();
    await convertCloud(file, out);
    const { vlrs } = await openLas(nodeFiles, out);
    expect(vlrs.map(({ userId, extended }) => [userId, extended])).toEqual([
      ['someone', false],
      ['LASF_Projection', false],
      ['someone', true],
    ]);
    const behind = readFileSync(out).subarray(vlrs[2].dataOffset - 60);
    expect(behind.equals(readFileSync(file).subarray(-63))).toBe(true);
  });

  it('crops at lower sides that belong to the box and upper ones that do not', async () => {
    const at = (x: number, y: number) => ({ x, y, z: 0 });
    const file = write({ points: [at(0, 0), at(999, 999), at(1000, 0), at(0, 1000), at(-1, 0)] });
    const out = fresh();
    const crop = { min: [0, 0, -Infinity], max: [1, 1, Infinity] } as {
      min: [number, number, number];
      max: [number, number, number];
    };
    const { leftOut } = await convertCloud(file, out, { crop });
    expect(leftOut).toEqual({ placeless: 0, cropped: 3, ofClass: 0, ofReturn: 0, thinned: 0 });
    const { header } = await openLas(nodeFiles, out);
    expect(header).toMatchObject({
      pointCount: 2,
      systemIdentifier: 'EXTRACTION',
      bounds: { min: [0, 0, 0], max: [0.999, 0.999, 0] },
    });
    expect(header.pointsByReturn[0]).toBe(2);
  });

  it('cuts tiles that together have every record once, each at its place', async () => {
    const file = write({ points: points(2000, 6) });
    const { files } = await convertCloud(file, join(folder, 'tiles/%x_%y.las'), { tile: 5 });
    expect(files).toHaveLength(16);
    const all: Buffer[] = [];
    for (const { path } of files) {
      const [, column, row] = /(-?\d+)_(-?\d+)\.las$/.exec(path)!.map(Number);
      for (const record of await recordsOf(path)) {
        expect(Math.floor((record.readInt32LE(0) * 0.001) / 5)).toBe(column);
        expect(Math.floor((record.readInt32LE(4) * 0.001) / 5)).toBe(row);
        all.push(record);
      }
    }
    const sorted = (records: Buffer[]) => records.map((record) => record.toString('hex')).sort();
    expect(sorted(all)).toEqual(sorted(await recordsOf(file)));
  });

  it('opens no more files than 256, and leaves nothing', async () => {
    const file = write({ points: points(2000, 6) });
    const out = join(folder, 'many/%x_%y.las');
    await expect(convertCloud(file, out, { tile: 1 })).rejects.toThrow(/more than 256 tiles of 1 m have points/);
    expect(() => readFileSync(join(folder, 'many'))).toThrow('ENOENT');
  });

  it('merges in the order of the inputs, at the finest scale, without moving a point', async () => {
    const a = write({ points: points(50, 6, 0, 1), scale: [0.01, 0.01, 0.01], offset: [1000, 2000, 0] });
    const b = write({ points: points(60, 6, 0, 2), scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] });
    const out = fresh();
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const { form, points: read } = await convertCloud([a, b], out, { merge: true, log });
    expect([form, read, warnings]).toEqual(['records', 110, []]);
    const { header } = await openLas(nodeFiles, out);
    expect(header).toMatchObject({ scale: [0.001, 0.001, 0.001], pointCount: 110, systemIdentifier: 'MERGE' });
    const [merged, first, second] = [await recordsOf(out), await recordsOf(a), await recordsOf(b)];
    merged.forEach((record, i) => {
      const from = i < 50 ? first[i] : second[i - 50];
      expect(record.subarray(12).equals(from.subarray(12))).toBe(true);
      for (let axis = 0; axis < 3; axis++) {
        const [scale, offset] = i < 50 ? [0.01, [1000, 2000, 0][axis]] : [0.001, 0];
        const there = record.readInt32LE(4 * axis) * 0.001 + header.offset[axis];
        expect(there).toBeCloseTo(from.readInt32LE(4 * axis) * scale + offset, 9);
      }
    });
  });

  it('says where coordinates move', async () => {
    const a = write({ offset: [0.0005, 0, 0] });
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    await convertCloud(a, fresh(), { output: { scale: 0.01 }, log });
    expect(warnings).toEqual([expect.stringContaining('coordinates move by up to half a step')]);
  });

  it('measures the cloud where its header is wrong about its bounds', async () => {
    const bytes = lasBytes({
      points: [
        { x: 0, y: 0, z: 0 },
        { x: 2_000_000_000, y: 0, z: 0 },
      ],
    });
    new DataView(bytes.buffer).setFloat64(179, 10, true);
    const file = join(folder, 'wrong.las');
    writeFileSync(file, bytes);
    const out = fresh();
    await convertCloud(file, out, { output: { scale: 0.0005 } });
    const { header } = await openLas(nodeFiles, out);
    expect(header.bounds.max[0]).toBe(2_000_000);
  });

  it('keeps whether times are of the week or of the standard', async () => {
    for (const encoding of [16, 17]) {
      const out = fresh();
      await convertCloud(write({ encoding }), out);
      expect((await openLas(nodeFiles, out)).header.globalEncoding).toBe(encoding);
    }
  });

  it('states a reference system in place of the old one, in LAS 1.4, which alone has WKT', async () => {
    const keys = { userId: 'LASF_Projection', recordId: 34735, data: new Uint8Array(8) };
    const file = write({ format: 3, minor: 2, vlrs: [keys], points: points(20, 3) });
    const out = fresh();
    const { form } = await convertCloud(file, out, { crs: 'EPSG:25832' });
    const { header, crs, vlrs } = await openLas(nodeFiles, out);
    expect([form, crs?.code, vlrs.length]).toEqual(['records', 'EPSG:25832', 1]);
    expect(header).toMatchObject({
      versionMinor: 4,
      headerSize: 375,
      globalEncoding: 17,
      legacyPointCount: 20,
      pointCount: 20,
    });
    expect(await recordsOf(out)).toEqual(await recordsOf(file));
  });

  it('takes other layouts together by attributes, and says what is lost', async () => {
    const vlrs = [WKT_RECORD, { userId: 'LASF_Spec', recordId: 4, data: extraField('temperature', 3) }];
    const point = { x: 1, y: 1, z: 1, userData: 9, flags: 0b1000_0001, bytes: [[30, [5, 0]]] as const };
    const a = write({ vlrs, extraBytes: 2, points: [point, { x: 2, y: 2, z: 2 }] });
    const b = write({});
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const out = fresh();
    const { form } = await convertCloud([a, b], out, { merge: true, log });
    expect(form).toBe('attributes');
    expect(warnings).toEqual([`${a}: not carried over: extra bytes temperature`]);
    // Flags and user data stay.
    const bytes = readFileSync(out);
    const start = bytes.readUInt32LE(96);
    expect([bytes[start + 15], bytes[start + 17]]).toEqual([0b1000_0001, 9]);
  });

  it('says which records of the second cloud the first does not have', async () => {
    const other = { userId: 'someone', recordId: 7, data: Uint8Array.of(1) };
    const [a, b] = [write({}), write({ vlrs: [WKT_RECORD, other] })];
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    await convertCloud([a, b], fresh(), { merge: true, log });
    await convertCloud(b, fresh('ply'), { log });
    expect(warnings).toEqual([
      `${b}: not carried over: records someone 7`,
      `${b}: not carried over: records someone 7`,
    ]);
  });

  it('takes coarse steps that reach beyond the measured box', async () => {
    const file = write({
      points: [
        { x: 0, y: 0, z: 0 },
        { x: 700, y: 0, z: 0 },
      ],
    });
    const out = fresh();
    await convertCloud(file, out, { output: { scale: 1 } });
    expect((await openLas(nodeFiles, out)).header.bounds.max[0]).toBe(1);
  });

  it('keeps waveforms, in the file or beside it', async () => {
    const descriptor = { userId: 'LASF_Spec', recordId: 100, data: Uint8Array.of(8, 0, 4, ...new Array(23).fill(0)) };
    const packets = { userId: 'LASF_Spec', recordId: 65535, data: Uint8Array.of(1, 2, 3, 4) };
    const file = write({
      format: 9,
      vlrs: [WKT_RECORD, descriptor],
      evlrs: [packets],
      encoding: 19,
      points: points(4, 9),
    });
    const out = fresh();
    await convertCloud(file, out, { thin: { part: 0.999_999 } });
    const { header, vlrs } = await openLas(nodeFiles, out);
    expect(readFileSync(out).subarray(header.waveformOffset + 60)).toEqual(Buffer.of(1, 2, 3, 4));
    expect(vlrs.at(-1)).toMatchObject({ recordId: 65535, dataOffset: header.waveformOffset + 60 });
    const external = write({ format: 9, vlrs: [WKT_RECORD, descriptor], encoding: 21, points: points(4, 9) });
    writeFileSync(external.replace('.las', '.wdp'), Buffer.concat([Buffer.alloc(60, 7), Buffer.of(9, 8, 7)]));
    const moved = fresh();
    await convertCloud(external, moved);
    expect(readFileSync(moved.replace('.las', '.wdp'))).toEqual(readFileSync(external.replace('.las', '.wdp')));
  });
});
