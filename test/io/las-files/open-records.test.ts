import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { readColumns } from '../../../src/io/clouds/read-points.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { openLasRecords } from '../../../src/io/las-files/open-records.js';
import { batchPointsOf } from '../../../src/io/records/batch-points.js';
import { lasBytes, memoryFiles } from '../las/memory-file.js';

describe('batches of a file', () => {
  it.each([
    [0, 30, 0],
    [65_535, 30, 65_535],
    [65_536, 30, 65_536],
    [65_537, 30, 65_536],
    // 2²³ bytes hold 65,536 records of 128 bytes, 65,027 of 129, 128 of 65,535.
    [1e6, 128, 65_536],
    [1e6, 129, 65_027],
    [1e6, 65_535, 128],
    [1e6, 2 ** 24, 1],
  ])('for %d points in records of %d bytes have %d points', (pointCount, recordLength, points) => {
    expect(batchPointsOf({ pointCount, recordLength })).toBe(points);
  });

  it('are read in any order unless they are compressed', async () => {
    const plain = memoryFiles(lasBytes({})).files;
    const packed = memoryFiles(lasBytes({}, new Uint8Array(), (view) => view.setUint8(104, 0x86))).files;
    expect((await openLas(plain, 'a.las')).inAnyOrder).toBe(true);
    expect((await openLas(packed, 'a.laz')).inAnyOrder).toBe(false);
  });
});

describe('records that are not compressed', () => {
  // X is the number of the point in halves of a metre from 100 m.
  const records = new Uint8Array(5 * 31);
  for (let k = 0; k < 5; k++) new DataView(records.buffer).setInt32(31 * k, k, true);
  const bytes = lasBytes({ pointCount: 5, recordLength: 31 }, records);
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof UserError ? error.format() : 'another error'),
    );

  it('are read from any point on', async () => {
    const { files, count } = memoryFiles(bytes);
    const source = await openLasRecords(await openLas(files, 'a.las'));
    const target = new Uint8Array(4 * 31).fill(9);
    await source.read(2, 3, target);
    expect(target.subarray(0, 93)).toEqual(records.subarray(62));
    expect(target.subarray(93)).toEqual(new Uint8Array(31).fill(9));
    await source.close();
    expect(count).toEqual({ open: 0, opened: 2 });
  });

  it('are refused where the file has become shorter, or fails', async () => {
    const file = await openLas(memoryFiles(bytes).files, 'a.las');
    const { files } = memoryFiles(bytes.subarray(0, bytes.length - 1));
    const source = await openLasRecords({ ...file, files });
    const target = new Uint8Array(5 * 31);
    expect(await failureOf(source.read(0, 4, target))).toBe('none');
    expect(await failureOf(source.read(4, 1, target))).toBe('a.las: the file has become shorter');
    const broken = Object.assign(new Error('x'), { code: 'EIO' });
    const failing = { ...files, open: () => Promise.reject(broken) };
    expect(await failureOf(openLasRecords({ ...file, files: failing }))).toContain(
      'a.las: cannot read: the device reports',
    );
    const opened = await files.open('a.las');
    const breaking = { ...files, open: async () => ({ ...opened, read: () => Promise.reject(broken) }) };
    const late = await openLasRecords({ ...file, files: breaking });
    expect(await failureOf(late.read(0, 1, target))).toContain('a.las: cannot read: the device reports');
  });

  it('become columns, of the attributes that are asked for, and the file is closed early or late', async () => {
    const { files, count } = memoryFiles(bytes);
    const file = await openLas(files, 'a.las');
    for await (const batch of readColumns(file, ['x'])) {
      expect(batch).toEqual({ count: 5, x: Float64Array.of(100, 100.5, 101, 101.5, 102) });
      expect(count.open).toBe(1);
    }
    for await (const _ of readColumns(file)) break;
    expect(count).toEqual({ open: 0, opened: 3 });
  });

  it('come in batches, the last one with the rest', async () => {
    const many = new Uint8Array(300 * 65_535);
    for (let k = 0; k < 300; k++) new DataView(many.buffer).setInt32(65_535 * k, 2 * k, true);
    const { files } = memoryFiles(lasBytes({ pointCount: 300, recordLength: 65_535 }, many));
    const batches: number[][] = [];
    for await (const { x } of readColumns(await openLas(files, 'a.las'), ['x'])) batches.push([...x]);
    expect(batches.map(({ length }) => length)).toEqual([128, 128, 44]);
    expect(batches.flat()).toEqual(Array.from({ length: 300 }, (_, k) => 100 + k));
  });
});
