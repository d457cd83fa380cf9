import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { type LasFile, openLas } from '../../../src/io/las-files/las-file.js';
import { openLazRecords } from '../../../src/io/las-files/open-laz-records.js';
import { memoryFiles } from '../las/memory-file.js';
import { decodeFileByLazPerf } from '../laz/laz-perf.js';

const laz = Uint8Array.from(readFileSync(new URL('../fixtures/format-1.laz', import.meta.url)));
const pointsAt = new DataView(laz.buffer).getUint32(96, true);
const laszipAt = Buffer.from(laz).indexOf('laszip encoded') - 2 + 54;
const tableAt = Number(new DataView(laz.buffer).getBigInt64(pointsAt, true));

/** Result of opening the file after `change`; `entry` changes the facts known of it. */
async function changed(change: (view: DataView) => void = () => {}, entry: Partial<LasFile> = {}) {
  const bytes = laz.slice();
  change(new DataView(bytes.buffer));
  const { files, count } = memoryFiles(bytes);
  const file = { ...(await openLas(files, 'a.laz')), ...entry };
  const outcome = await openLazRecords(file).then(
    () => 'opened',
    (error: unknown) => {
      if (error instanceof UserError) return error.format();
      throw error;
    },
  );
  expect(count.open).toBe(0);
  return outcome;
}

describe('records of the formats 0 to 3, compressed', () => {
  it('are decoded in portions of any size, in sequence', async () => {
    const file = await openLas(memoryFiles(laz).files, 'a.laz');
    const { pointCount, recordLength } = file.header;
    expect([file.inAnyOrder, file.chunkPoints]).toEqual([false, undefined]);
    const whole = await decodeFileByLazPerf(laz);
    for (const portion of [1000, 257, 100]) {
      const source = await openLazRecords(file);
      const target = new Uint8Array(portion * recordLength + 7).fill(9);
      for (let first = 0; first < pointCount; first += portion) {
        const count = Math.min(portion, pointCount - first);
        await source.read(first, count, target);
        expect(target.subarray(0, count * recordLength)).toEqual(
          whole.subarray(first * recordLength, (first + count) * recordLength),
        );
        expect([...target.subarray(-7)]).toEqual(new Array(7).fill(9));
      }
      await source.close();
    }
  });

  it('are refused out of sequence', async () => {
    const source = await openLazRecords(await openLas(memoryFiles(laz).files, 'a.laz'));
    const target = new Uint8Array(300 * 34);
    await expect(source.read(1, 10, target)).rejects.toThrow('point 1 of a compressed file is asked for where 0 comes');
    await source.read(0, 10, target);
    await expect(source.read(0, 10, target)).rejects.toThrow(
      'point 0 of a compressed file is asked for where 10 comes',
    );
    await source.read(10, 10, target);
  });

  it('leave the handlers of the process as they were', async () => {
    const listeners = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));
    const before = listeners();
    expect(await changed()).toBe('opened');
    expect(listeners()).toEqual(before);
  });

  it('are checked by the size of the file', async () => {
    expect(await changed(undefined, { bytes: 1_900_000_000 })).toBe('opened');
    expect(await changed(undefined, { bytes: 1_900_000_001 })).toBe(
      'a.laz: a compressed file of 1900000001 bytes; up to 1900000000 can be read\n  unpack it',
    );
  });

  it('are checked by the number of chunks, and of points in them', async () => {
    const { pointCount, recordLength } = (await openLas(memoryFiles(laz).files, 'a.laz')).header;
    const most = Math.floor(laz.length / recordLength);
    expect(await changed((view) => view.setUint32(tableAt + 4, most + 1, true))).toBe(
      `a.laz: ${most + 1} compressed chunks in ${laz.length} bytes`,
    );
    expect(await changed((view) => view.setUint32(laszipAt + 12, 0, true))).toBe(
      'a.laz: compressed chunks of 0 points',
    );
    expect(await changed((view) => view.setUint32(laszipAt + 12, pointCount - 1, true))).toBe(
      `a.laz: the header announces ${pointCount} points, 1 compressed chunks hold ${pointCount - 1} at most`,
    );
    const limit = 1000 * laz.length;
    const points = (count: number) => (view: DataView) => {
      view.setUint32(107, count, true);
      view.setUint32(laszipAt + 12, 2 ** 32 - 1, true);
    };
    expect(await changed(points(limit + 1))).toContain(`1 compressed chunks hold ${limit} at most`);
    expect(await changed(points(limit))).not.toContain('at most');
  });

  it('are refused by what is said of their coding, before the table of chunks is looked for', async () => {
    const said = (at: number, value: number) => (view: DataView) => {
      view.setUint16(laszipAt + at, value, true);
      view.setBigInt64(pointsAt, 2n ** 60n, true);
    };
    expect(await changed(said(0, 1))).toBe(
      'a.laz: points compressed in one piece, as LASzip 1 did; those in chunks can be read\n' +
        '  unpack it with LASzip: laszip -i OLD.laz -o NEW.las',
    );
    expect(await changed(said(0, 16))).toBe('a.laz: compressor 16; 2 (chunks) can be read in this format of points');
    expect(await changed(said(2, 15))).toBe('a.laz: coder 15; 0 (arithmetic) can be read');
    expect(await changed(said(34, 22))).toBe(
      'a.laz: compressed items 22, 7; points of the format 1 have 6, 7 and at most 0',
    );
    expect(await changed(said(38, 1))).toBe(
      'a.laz: compression of version 1; 2 can be read in this format of points\n' +
        '  unpack it with LASzip: laszip -i OLD.laz -o NEW.las',
    );
  });
});
