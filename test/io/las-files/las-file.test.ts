import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { extraBytesVlr } from '../../../src/io/las/extra-bytes.js';
import type { LasHeader } from '../../../src/io/las/las-header.js';
import { ownColumns } from '../../../src/io/las/point-layout.js';
import { encodeVlr } from '../../../src/io/las/vlr.js';
import { wktVlr } from '../../../src/io/las/wkt.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { lasBytes, memoryFiles } from '../las/memory-file.js';

const AT = { headerSize: 94, pointFormat: 104, legacyPointCount: 107 };

async function opened(bytes: Uint8Array) {
  const { files, count } = memoryFiles(bytes);
  const file = await openLas(files, 'a.las').catch((error: unknown) => {
    if (error instanceof UserError) return error.format();
    throw error;
  });
  expect(count).toEqual({ open: 0, opened: 1 });
  return file;
}
const file = async (bytes: Uint8Array) => {
  const found = await opened(bytes);
  if (typeof found === 'string') throw new Error(found);
  return found;
};
const withHeader = (header: Partial<LasHeader>, change?: (view: DataView) => void, rest?: Uint8Array) =>
  opened(lasBytes(header, rest, change));

/** Records of LAS one behind the other. */
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const record = (userId: string, recordId: number, data: Uint8Array) =>
  encodeVlr({ userId, recordId, description: 'a record', data });
/** Such a record of the list behind the points: 64 bits of length, and the description four bytes later. */
function extended(userId: string, recordId: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(60 + data.length);
  bytes.set(record(userId, recordId, new Uint8Array()).subarray(0, 20));
  new DataView(bytes.buffer).setBigUint64(20, BigInt(data.length), true);
  bytes.set(data, 60);
  return bytes;
}

describe('the header of a file', () => {
  it('may be all that there is', async () => {
    const found = await file(lasBytes({}));
    expect(found).toMatchObject({ path: 'a.las', bytes: 375, vlrs: [], extraFields: [], warnings: [] });
    expect(found.wkt).toBeUndefined();
    expect(found.header).toMatchObject({ pointCount: 0, scale: [0.5, 0.25, 0.125], recordLength: 30 });
  });

  it('takes 227 bytes before LAS 1.4', async () => {
    for (const minor of [0, 1, 2, 3]) {
      const old = lasBytes({ versionMinor: minor, pointDataOffset: 227, pointFormat: 0, recordLength: 20 }).slice(
        0,
        227,
      );
      new DataView(old.buffer).setUint16(AT.headerSize, 227, true);
      expect((await file(old)).header).toMatchObject({ versionMinor: minor, headerSize: 227, pointCount: 0 });
      expect(await opened(old.subarray(0, 226))).toBe('a.las: the file ends after 226 bytes, within its header of 227');
      new DataView(old.buffer).setUint16(AT.headerSize, 226, true);
      expect(await opened(old)).toBe(`a.las: a header of 226 bytes; LAS 1.${minor} has 227, the file 227`);
    }
  });

  it('is of version 1.0 to 1.4', async () => {
    expect(await withHeader({ versionMinor: 5 })).toBe('a.las: LAS version 1.5; 1.0 to 1.4 can be read');
    expect(await withHeader({ versionMajor: 2, versionMinor: 0 })).toBe(
      'a.las: LAS version 2.0; 1.0 to 1.4 can be read',
    );
    expect(await withHeader({ versionMajor: 0 })).toBe('a.las: LAS version 0.4; 1.0 to 1.4 can be read');
  });

  it('ends before the points, and within the file', async () => {
    const sized = (size: number) => (view: DataView) => view.setUint16(AT.headerSize, size, true);
    expect(await withHeader({ pointDataOffset: 400 }, sized(400), new Uint8Array(25))).toHaveProperty(
      'header.headerSize',
      400,
    );
    expect(await withHeader({ pointDataOffset: 401 }, sized(401), new Uint8Array(25))).toContain(
      'a header of 401 bytes; LAS 1.4 has 375, the file 400',
    );
    expect(await withHeader({}, sized(374))).toContain('a header of 374 bytes');
    expect(await withHeader({ pointDataOffset: 374 })).toBe(
      'a.las: points from byte 374 on; the header ends at 375, the file at 375',
    );
    expect(await withHeader({ pointDataOffset: 376 })).toContain('points from byte 376 on');
  });

  it('names a point format that can be read, and records that are long enough for it', async () => {
    const lengths = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
    for (const [pointFormat, recordLength] of lengths.entries()) {
      const found = await withHeader({ pointFormat, recordLength });
      expect(found).toHaveProperty('header.pointFormat', pointFormat);
      expect(await withHeader({ pointFormat, recordLength: recordLength - 1 })).toBe(
        `a.las: records of ${recordLength - 1} bytes; point format ${pointFormat} takes ${recordLength} at least`,
      );
    }
    expect(await withHeader({ pointFormat: 11, recordLength: 100 })).toBe(
      'a.las: point format 11; 0 to 10 can be read',
    );
  });

  it.each([0, 1, 2])('has a scale and an offset on axis %d', async (axis) => {
    const triple = (value: number) =>
      [1, 2, 3].map((other, k) => (k === axis ? value : other)) as [number, number, number];
    expect(await withHeader({ scale: triple(-0.01), offset: triple(0) })).toHaveProperty('header.scale', triple(-0.01));
    for (const value of [0, Number.NaN, Infinity])
      expect(await withHeader({ scale: triple(value) })).toContain(`scale ${triple(value).join(', ')} and offset`);
    for (const value of [Number.NaN, -Infinity])
      expect(await withHeader({ offset: triple(value) })).toContain('give no coordinates');
  });

  it('counts no more points than the file has room for, unless they are compressed', async () => {
    const points = new Uint8Array(3 * 30 + 29);
    expect(await withHeader({ pointCount: 3 }, undefined, points)).toHaveProperty('header.pointCount', 3);
    expect(await withHeader({ pointCount: 4 }, undefined, points)).toBe(
      'a.las: the header announces 4 points, the file holds 3\n  the file is cut off, or its header was never completed',
    );
    const compressed = (view: DataView) => view.setUint8(AT.pointFormat, 0x80 | 6);
    expect(await withHeader({ pointCount: 4 }, compressed, points)).toHaveProperty('header.pointCount', 4);
  });

  it('may count points in 32 bits alone', async () => {
    const legacy = (count: number) => (view: DataView) => view.setUint32(AT.legacyPointCount, count, true);
    const points = new Uint8Array(90);
    expect(await withHeader({}, legacy(3), points)).toHaveProperty('header.pointCount', 3);
    expect(await withHeader({ pointCount: 2 }, legacy(3), points)).toHaveProperty('header.pointCount', 2);
  });
});

const LOCAL = 'LOCAL_CS["here",UNIT["metre",1]]';

describe('the records of a file', () => {
  const [first, second] = [record('me', 1, Uint8Array.of(1, 2, 3)), record('you', 2, new Uint8Array())];
  const lengthOf = (...parts: Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 375);

  it('lie between header and points, and are found with their data', async () => {
    const pointDataOffset = lengthOf(first, second);
    const found = await file(lasBytes({ vlrCount: 2, pointDataOffset }, joined(first, second)));
    expect(found.warnings).toEqual([]);
    const common = { description: 'a record', extended: false };
    expect(found.vlrs).toEqual([
      { ...common, userId: 'me', recordId: 1, dataLength: 3, dataOffset: 375 + 54 },
      { ...common, userId: 'you', recordId: 2, dataLength: 0, dataOffset: 375 + 54 + 3 + 54 },
    ]);
  });

  it('are left out, with a warning, where they reach into the points', async () => {
    for (const [short, left] of [
      [1, 1],
      [54, 1],
      [55, 0],
    ]) {
      const pointDataOffset = lengthOf(first, second) - short;
      const found = await file(lasBytes({ vlrCount: 2, pointDataOffset }, joined(first, second)));
      expect(found.vlrs).toHaveLength(left);
      expect(found.warnings).toEqual([`the header announces 2 variable length records, ${left} can be read`]);
    }
    // One that is there but not counted is none.
    expect(
      (await file(lasBytes({ vlrCount: 1, pointDataOffset: lengthOf(first, second) }, joined(first, second)))).vlrs,
    ).toHaveLength(1);
  });

  it('may follow the points, up to the end of the file', async () => {
    const points = new Uint8Array(30);
    const [a, b] = [extended('me', 1, Uint8Array.of(7)), extended('you', 4464, new Uint8Array(2))];
    const header = { pointCount: 1, evlrOffset: 405, evlrCount: 2 };
    const whole = lasBytes(header, joined(points, a, b));
    const found = await file(whole);
    expect(found.warnings).toEqual([]);
    expect(found.vlrs).toMatchObject([
      { userId: 'me', recordId: 1, dataLength: 1, extended: true, dataOffset: 465 },
      { userId: 'you', recordId: 4464, dataLength: 2, extended: true, dataOffset: 465 + 1 + 60 },
    ]);
    const cut = await file(whole.subarray(0, whole.length - 1));
    expect(cut.vlrs).toHaveLength(1);
    expect(cut.warnings).toEqual(['the header announces 2 extended variable length records, 1 can be read']);
  });

  it('are 10,000 at most', async () => {
    const rest = new Uint8Array(10_001 * 54);
    const found = await file(lasBytes({ vlrCount: 10_001, pointDataOffset: 375 + rest.length }, rest));
    expect(found.vlrs).toHaveLength(10_000);
    expect(found.warnings).toEqual(['the header announces 10001 variable length records, 10000 can be read']);
  });

  it('name the reference system by GeoTIFF keys, as old files do, and warn of a text that is no WKT', async () => {
    // Version 1.1.0, then key, place, count and value: the projected system, and the heights.
    const keys = new Uint8Array(Uint16Array.of(1, 1, 0, 2, 3072, 0, 1, 28992, 4096, 0, 1, 5709).buffer);
    const described = (vlr: Uint8Array) =>
      file(lasBytes({ vlrCount: 1, pointDataOffset: 375 + vlr.length, pointFormat: 1 }, vlr));
    expect((await described(record('LASF_Projection', 34735, keys))).crs).toEqual({
      name: 'Amersfoort / RD New + NAP height',
      code: 'EPSG:28992+5709',
    });
    const odd = await described(encodeVlr(wktVlr('EPSG:7415')));
    expect([odd.wkt, odd.crs]).toEqual(['EPSG:7415', undefined]);
    expect(odd.warnings).toContain('the reference system is no WKT: found ":7415" at character 5, expected WKT');
  });

  it('hold the reference system and the extra bytes, wherever they are', async () => {
    const [wkt, extra] = [
      wktVlr(LOCAL),
      extraBytesVlr(ownColumns(attributesOf({})).filter(({ name }) => /^Normal[XY]$|^range$/.test(name))),
    ];
    const others = [
      record('LASF_Projection', 2111, wkt.data),
      record('LASF_Spec', 5, extra.data),
      record('me', 2112, wkt.data),
      record('me', 4, extra.data),
    ];
    const header = { recordLength: 30 + 16, pointDataOffset: lengthOf(...others) };
    const without = await file(lasBytes({ ...header, vlrCount: 4 }, joined(...others)));
    expect([without.wkt, without.extraFields, without.vlrs.length]).toEqual([undefined, [], 4]);
    const before = joined(...others, encodeVlr(wkt), encodeVlr(extra));
    const behind = joined(
      ...others,
      extended(wkt.userId, wkt.recordId, wkt.data),
      extended(extra.userId, extra.recordId, extra.data),
    );
    for (const bytes of [
      lasBytes({ ...header, vlrCount: 6, pointDataOffset: 375 + before.length }, before),
      lasBytes({ ...header, vlrCount: 4, evlrCount: 2, evlrOffset: header.pointDataOffset }, behind),
    ]) {
      const found = await file(bytes);
      expect([found.wkt, found.crs]).toEqual([LOCAL, { name: 'here' }]);
      expect(found.extraFields.map(({ name, at, type }) => [name, at, type])).toEqual([
        ['NormalX', 30, 'f32'],
        ['NormalY', 34, 'f32'],
        ['range', 38, 'f64'],
      ]);
      expect(found.warnings).toEqual([]);
    }
    const tooShort = await file(
      lasBytes({ ...header, recordLength: 45, vlrCount: 6, pointDataOffset: 375 + before.length }, before),
    );
    expect(tooShort.extraFields).toEqual([]);
    expect(tooShort.warnings).toEqual(['the extra bytes that are described end at byte 46, the records at 45']);
  });

  it.each([
    ['scale', 3, 112],
    ['offset', 4, 136],
  ] as const)('are bytes without meaning if their %s is not finite', async (_, bit, at) => {
    const { data, ...vlr } = extraBytesVlr(ownColumns(attributesOf({})).filter(({ name }) => /^Normal/.test(name)));
    data[192 + 3] |= 1 << bit;
    new DataView(data.buffer).setFloat64(192 + at, Number.NaN, true);
    const records = encodeVlr({ ...vlr, data });
    const header = { recordLength: 30 + 12, pointDataOffset: 375 + records.length, vlrCount: 1 };
    const found = await file(lasBytes(header, records));
    expect(found.extraFields.map(({ name, at, type, scale, shift }) => [name, at, type, scale, shift])).toEqual([
      ['NormalX', 30, 'f32', 1, 0],
      ['NormalY', 34, undefined, 1, 0],
      ['NormalZ', 38, 'f32', 1, 0],
    ]);
    expect(found.warnings).toEqual([
      'the extra bytes called NormalY are not read: their scale or offset is not a finite number',
    ]);
  });

  it('are not read where they have more than a mebibyte', async () => {
    const text = (length: number) => new TextEncoder().encode('x'.repeat(length));
    for (const [length, read] of [
      [2 ** 20, 2 ** 20],
      [2 ** 20 + 1, undefined],
    ] as const) {
      const rest = new Uint8Array([...extended('LASF_Projection', 2112, text(length))]);
      const found = await file(lasBytes({ evlrCount: 1, evlrOffset: 375 }, rest));
      expect([found.vlrs.length, found.wkt?.length]).toEqual([1, read]);
    }
  });
});
