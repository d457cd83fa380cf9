import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { type LasFile, openLas } from '../../../src/io/las/las-file.js';
import { openLazRecords } from '../../../src/io/las/laz-reader.js';
import { memoryFiles } from './memory-file.js';

const fixture = (name: string) => Uint8Array.from(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const laz = fixture('format-6-evlr.laz');
const las = fixture('format-6-evlr.las');
const pointsAt = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(96, true);
/** The record of LASzip: its data. */
const laszipAt = Buffer.from(laz).indexOf('laszip encoded') - 2 + 54;
const tableAt = Number(new DataView(laz.buffer).getBigInt64(pointsAt(laz), true));

/** The file after `change`; `entry` changes what is known of it. */
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

describe('compressed records', () => {
  it('are those of the uncompressed twin, in portions of any size', async () => {
    const { files } = memoryFiles(laz);
    const file = await openLas(files, 'a.laz');
    const { pointCount, recordLength } = file.header;
    const whole = las.subarray(pointsAt(las), pointsAt(las) + pointCount * recordLength);
    for (const portion of [1000, 257, 256, 100]) {
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

  it('are read in sequence only', async () => {
    const source = await openLazRecords(await openLas(memoryFiles(laz).files, 'a.laz'));
    const target = new Uint8Array(300 * 30);
    await expect(source.read(1, 10, target)).rejects.toThrow('point 1 of a compressed file is asked for where 0 comes');
    await source.read(0, 10, target);
    await expect(source.read(0, 10, target)).rejects.toThrow(
      'point 0 of a compressed file is asked for where 10 comes',
    );
    await source.read(10, 10, target);
  });

  it('of no point need no decoder', async () => {
    const { files, count } = memoryFiles(fixture('no-points-las-1.3.laz'));
    const file = await openLas(files, 'a.laz');
    const opened = count.opened;
    const source = await openLazRecords(file);
    await source.read(0, 0, new Uint8Array());
    await source.close();
    expect(count).toEqual({ open: 0, opened });
  });

  it('whose layers claim more than the file holds are refused without taking that memory', async () => {
    const bytes = laz.slice();
    // A chunk: one whole record, the number of points, the sizes of nine layers.
    const layersAt = pointsAt(bytes) + 8 + 30 + 4;
    for (let layer = 0; layer < 9; layer++) new DataView(bytes.buffer).setUint32(layersAt + 4 * layer, 2 ** 28, true);
    const grown: number[] = [];
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages) {
      grown.push(this.buffer.byteLength + pages * 2 ** 16);
      return grow.call(this, pages);
    };
    try {
      const source = await openLazRecords(await openLas(memoryFiles(bytes).files, 'a.laz'));
      await expect(source.read(0, 10, new Uint8Array(300))).rejects.toThrow('its compressed points cannot be decoded');
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
    expect(Math.max(0, ...grown)).toBeLessThan(2 ** 27);
  });

  it('leave the handlers of the process as they were', async () => {
    const listeners = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));
    const before = listeners();
    expect(await changed()).toBe('opened');
    expect(listeners()).toEqual(before);
  });
});

describe('a compressed file is checked before it is decoded', () => {
  it('by its size', async () => {
    expect(await changed(undefined, { bytes: 1_900_000_000 })).toBe('opened');
    expect(await changed(undefined, { bytes: 1_900_000_001 })).toBe(
      'a.laz: a compressed file of 1900000001 bytes; up to 1900000000 can be read\n  unpack it',
    );
  });

  it('for the record of its compression', async () => {
    const { vlrs } = await openLas(memoryFiles(laz).files, 'a.laz');
    const entry = vlrs.find(({ userId }) => userId === 'laszip encoded') as LasFile['vlrs'][number];
    const lacks = 'a.laz: it lacks the record that describes its compression';
    expect(await changed(undefined, { vlrs: [] })).toBe(lacks);
    expect(await changed(undefined, { vlrs: [{ ...entry, userId: 'laszip' }] })).toBe(lacks);
    expect(await changed(undefined, { vlrs: [{ ...entry, recordId: 1 }] })).toBe(lacks);
    expect(await changed(undefined, { vlrs: [{ ...entry, dataLength: 33 }] })).toBe(lacks);
    // The list of items is there, but not its first item.
    const cut = 'a.laz: the list of its compressed items is cut off';
    expect(await changed(undefined, { vlrs: [{ ...entry, dataLength: 34 }] })).toBe(cut);
    expect(await changed(undefined, { vlrs: [{ ...entry, dataLength: entry.dataLength - 1 }] })).toBe(cut);
    expect(await changed(undefined, { vlrs: [entry] })).toBe('opened');
    expect(await changed(undefined, { vlrs: [{ ...entry, dataOffset: laz.length - 39 }] })).toBe(
      'a.laz: it ends within its compressed points\n  the file is cut off',
    );
  });

  it('for the versions of its items and their length', async () => {
    const versionAt = laszipAt + 34 + 4;
    expect(await changed((view) => view.setUint16(versionAt, 4, true))).toBe(
      'a.laz: compression of version 4; up to 3 can be read\n  unpack it',
    );
    expect(await changed((view) => view.setUint16(versionAt, 3, true))).toBe('opened');
    expect(await changed((view) => view.setUint16(laszipAt + 34 + 2, 31, true))).toBe(
      'a.laz: compressed items of 31 bytes, records of 30',
    );
  });

  it('for the table of its chunks', async () => {
    const missing = 'a.laz: the table of its compressed chunks is missing\n  the file was never completed';
    const tableTo = (place: number) => changed((view) => view.setBigInt64(pointsAt(laz), BigInt(place), true));
    expect(await tableTo(pointsAt(laz) - 1)).toBe(missing);
    expect(await tableTo(laz.length - 7)).toBe(missing);
    expect(await tableTo(laz.length - 8)).not.toBe(missing);
    expect(await tableTo(pointsAt(laz))).not.toBe(missing);
  });

  it('for the number of its chunks, and of points in them', async () => {
    const chunks = (count: number) => (view: DataView) => view.setUint32(tableAt + 4, count, true);
    // Each chunk begins with a record of 30 bytes.
    const most = Math.floor(laz.length / 30);
    expect(await changed(chunks(most + 1))).toBe(`a.laz: ${most + 1} compressed chunks in ${laz.length} bytes`);
    expect(await changed((view) => view.setUint32(laszipAt + 12, 0, true))).toBe(
      'a.laz: compressed chunks of 0 points',
    );
    const points = (count: number, size: number) => (view: DataView) => {
      view.setBigUint64(247, BigInt(count), true);
      view.setUint32(laszipAt + 12, size, true);
    };
    expect(await changed(points(1000, 1000))).toBe('opened');
    expect(await changed(points(1001, 1000))).toBe(
      'a.laz: the header announces 1001 points, 1 compressed chunks hold 1000 at most',
    );
    // Chunks with a size of their own hold a thousand points a byte.
    const limit = 1000 * laz.length;
    expect(await changed(points(limit + 1, 2 ** 32 - 1))).toContain(`1 compressed chunks hold ${limit} at most`);
    expect(await changed(points(limit, 2 ** 32 - 1))).toBe('opened');
  });
});
