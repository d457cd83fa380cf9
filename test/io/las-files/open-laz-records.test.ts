import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { checkLas } from '../../../src/io/check/check-las.js';
import { type LasFile, openLas } from '../../../src/io/las-files/las-file.js';
import { openLazRecords } from '../../../src/io/las-files/open-laz-records.js';
import { octree } from '../../fuzz/kinds/clouds.js';
import { memoryFiles } from '../las/memory-file.js';

const fixture = (name: string) => Uint8Array.from(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const laz = fixture('format-6-evlr.laz');
const las = fixture('format-6-evlr.las');
const pointsAt = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(96, true);
/** The record of LASzip: its data. */
const laszipAt = Buffer.from(laz).indexOf('laszip encoded') - 2 + 54;
const tableAt = Number(new DataView(laz.buffer).getBigInt64(pointsAt(laz), true));

/** Result of opening the file after `change`, and reading its first points; `entry` changes the facts known of it. */
async function changed(change: (view: DataView) => void = () => {}, entry: Partial<LasFile> = {}) {
  const bytes = laz.slice();
  change(new DataView(bytes.buffer));
  const { files, count } = memoryFiles(bytes);
  const attempt = async () => {
    const file = { ...(await openLas(files, 'a.laz')), ...entry };
    const source = await openLazRecords(file);
    await source.read(0, 10, new Uint8Array(10 * file.header.recordLength)).finally(() => source.close());
    return 'read';
  };
  const outcome = await attempt().catch((error: unknown) => {
    if (error instanceof UserError) return error.format();
    throw error;
  });
  expect(count.open).toBe(0);
  return outcome;
}

describe('layered records', () => {
  it('are those of the uncompressed twin, in portions of any size and in any order', async () => {
    const { files } = memoryFiles(laz);
    const file = await openLas(files, 'a.laz');
    const { pointCount, recordLength } = file.header;
    expect(file).toMatchObject({ inAnyOrder: true, chunkPoints: 50_000 });
    const whole = las.subarray(pointsAt(las), pointsAt(las) + pointCount * recordLength);
    const source = await openLazRecords(file);
    for (const portion of [1000, 257, 256, 100]) {
      const target = new Uint8Array(portion * recordLength + 7).fill(9);
      for (let first = portion * Math.floor((pointCount - 1) / portion); first >= 0; first -= portion) {
        const count = Math.min(portion, pointCount - first);
        await source.read(first, count, target);
        expect(target.subarray(0, count * recordLength)).toEqual(
          whole.subarray(first * recordLength, (first + count) * recordLength),
        );
        expect([...target.subarray(-7)]).toEqual(new Array(7).fill(9));
      }
    }
    await source.close();
  });

  it('need no decoder without points', async () => {
    const { files, count } = memoryFiles(fixture('no-points-las-1.3.laz'));
    const file = await openLas(files, 'a.laz');
    const opened = count.opened;
    const source = await openLazRecords(file);
    await source.read(0, 0, new Uint8Array());
    await source.close();
    expect(count).toEqual({ open: 0, opened });
  });

  it('have their table at the place in the file’s end if it was written without going back', async () => {
    const moved = new Uint8Array(laz.length + 8);
    moved.set(laz);
    const view = new DataView(moved.buffer);
    view.setBigInt64(pointsAt(laz), -1n, true);
    view.setBigInt64(laz.length, BigInt(tableAt), true);
    const source = await openLazRecords(await openLas(memoryFiles(moved).files, 'a.laz'));
    const target = new Uint8Array(300);
    await source.read(0, 10, target);
    expect(target).toEqual(las.subarray(pointsAt(las), pointsAt(las) + 300));
  });
});

describe('records of newer writers', () => {
  it('may say by 0 that each chunk has a number of points of its own', async () => {
    const { bytes } = await octree(30);
    const variable = Buffer.from(bytes).indexOf('laszip encoded') - 2 + 54 + 12;
    const zero = bytes.slice();
    new DataView(zero.buffer).setUint32(variable, 0, true);
    expect(new DataView(bytes.buffer).getUint32(variable, true)).toBe(0xffff_ffff);
    expect(await allRecords(zero)).toEqual(await allRecords(bytes));
    expect((await checkLas('a.copc.laz', { files: memoryFiles(zero).files })).faults).toEqual(
      (await checkLas('a.copc.laz', { files: memoryFiles(bytes).files })).faults,
    );
  });

  it('have items of version 4, those of their scanner channel', async () => {
    const records = await allRecords(fixture('format-7-coding-4.laz'));
    // The points of modules/las/test/data/pdrf7-v4-1.4.las in loaders.gl, 40 bytes each.
    expect(records.length).toBe(40 * 1024);
    expect(createHash('sha256').update(records).digest('hex')).toBe(
      '5c1f5876c2aa56021db223b39762ec6fb81555743cfa8e8ac18f2df74dc6fbf3',
    );
  });
});

/** All records of a compressed file. */
async function allRecords(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await openLas(memoryFiles(bytes).files, 'a.laz');
  const target = new Uint8Array(file.pointCount * file.header.recordLength);
  const source = await openLazRecords(file);
  await source.read(0, file.pointCount, target);
  await source.close();
  return target;
}

describe('a compressed file is checked before it is decoded', () => {
  const damaged = '\n  the file is damaged or cut off';

  it('for the record of its compression', async () => {
    const lacks = 'a.laz: it lacks the record that describes its compression, or that is cut off';
    const nameAt = laszipAt - 52;
    expect(await changed()).toBe('read');
    expect(await changed((view) => view.setUint8(nameAt, 65))).toBe(lacks);
    expect(await changed((view) => view.setUint16(laszipAt - 36, 1, true))).toBe(lacks);
    // One more item than there is room for.
    expect(await changed((view) => view.setUint16(laszipAt + 32, 2, true))).toBe(lacks);
  });

  it('for its coder, and for the versions, types and lengths of its items', async () => {
    const itemAt = laszipAt + 34;
    expect(await changed((view) => view.setUint16(laszipAt + 2, 1, true))).toBe(
      'a.laz: compression by coder 1; 0, the arithmetic one, can be read',
    );
    expect(await changed((view) => view.setUint16(itemAt + 4, 5, true))).toBe(
      'a.laz: compression of version 5; up to 4 can be read\n  unpack it',
    );
    expect(await changed((view) => view.setUint16(itemAt + 4, 2, true))).toBe(
      'a.laz: compressed items 10 of 30 bytes, version 2; its records have 10 of 30 bytes, version 3',
    );
    expect(await changed((view) => view.setUint16(itemAt, 6, true))).toBe(
      'a.laz: compressed items 6 of 30 bytes, version 3; its records have 10 of 30 bytes, version 3',
    );
    expect(await changed((view) => view.setUint16(itemAt + 2, 31, true))).toBe(
      'a.laz: compressed items of 31 bytes, records of 30',
    );
  });

  it('for the table of its chunks', async () => {
    const missing = 'a.laz: the table of its compressed chunks is missing\n  the file was never completed';
    const tableTo = (place: number) => changed((view) => view.setBigInt64(pointsAt(laz), BigInt(place), true));
    expect(await tableTo(pointsAt(laz) - 1)).toBe(missing);
    expect(await tableTo(0)).toBe(missing);
    const behind = `a.laz: the table of its compressed chunks is at byte ${laz.length - 7}, the file ends at byte ${laz.length}`;
    expect(await tableTo(laz.length - 7)).toBe(behind + damaged);
    // The last eight bytes of this file are no position.
    expect(await tableTo(-1)).toBe(missing);
  });

  it('for the number of its chunks, and of points in them', async () => {
    const chunks = (count: number) => (view: DataView) => view.setUint32(tableAt + 4, count, true);
    // Each chunk begins with a record of 30 bytes.
    const most = Math.floor(laz.length / 30);
    expect(await changed(chunks(most + 1))).toBe(`a.laz: ${most + 1} compressed chunks in ${laz.length} bytes`);
    const points = (count: number, size: number) => (view: DataView) => {
      view.setBigUint64(247, BigInt(count), true);
      view.setUint32(laszipAt + 12, size, true);
    };
    expect(await changed(points(1001, 1000))).toBe(
      `a.laz: the header announces 1001 points; 1 compressed chunks hold 1 to 1000${damaged}`,
    );
    expect(await changed(points(2 ** 32, 2 ** 32 - 2))).toContain('1 compressed chunks hold 1 to 4294967294');
    // The chunk has 1000 points in some 8,000 bytes.
    expect(await changed(points(2 ** 31, 2 ** 31))).toMatch(/compressed chunk 1 has 2147483648 points in \d+ bytes/);
    expect(await changed(points(999, 1000))).toMatch(
      /the compressed chunk at byte \d+ cannot be decoded: its own number of points is another/,
    );
  });

  it('for the layers of each chunk', async () => {
    // A chunk: one whole record, the number of points, the sizes of nine layers.
    const layersAt = pointsAt(laz) + 8 + 30 + 4;
    expect(await changed((view) => view.setUint32(layersAt + 8, 2 ** 28, true))).toMatch(
      /the compressed chunk at byte \d+ cannot be decoded: its layers do not fill it/,
    );
  });
});
