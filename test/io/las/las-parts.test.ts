import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/base/errors.js';
import { emptyBox } from '../../../src/base/vec3.js';
import type { CloudStatistics } from '../../../src/cloud/statistics.js';
import { decodePaddedText, encodePaddedText } from '../../../src/io/bytes/byte-fields.js';
import { lasHead } from '../../../src/io/las/las-head.js';
import { decodeHeader, encodeHeader, hasLasSignature, type LasHeader } from '../../../src/io/las/las-header.js';
import { plainData } from '../../../src/io/las/point-data.js';
import { pointLayout } from '../../../src/io/las/point-layout.js';
import { RecordTally } from '../../../src/io/las/record-tally.js';
import { decodeVlrHeader, encodeVlr } from '../../../src/io/las/vlr.js';
import { LOCAL_WKT, readWkt, wktVlr } from '../../../src/io/las/wkt.js';
import { lasFaults } from '../../../src/io/las-files/describe-las.js';
import type { LasFile } from '../../../src/io/las-files/las-file.js';
import { chooseQuantization, coarserSteps, INT32_MAX } from '../../../src/io/records/quantization.js';

describe('text in a field', () => {
  it('is padded with zeros, cut, and ASCII', () => {
    expect([...encodePaddedText('ab', 4)]).toEqual([97, 98, 0, 0]);
    expect([...encodePaddedText('abcde', 3)]).toEqual([97, 98, 99]);
    expect([...encodePaddedText(' ~\u007fé\n', 5)]).toEqual([0x20, 0x7e, 63, 63, 63]);
    const bytes = Uint8Array.of(1, 65, 66, 0, 67, 0x7f, 0x20, 0x7e);
    expect(decodePaddedText(bytes, 1, 5)).toBe('AB');
    expect(decodePaddedText(bytes, 4, 4)).toBe('C? ~');
    expect(decodePaddedText(bytes, 0, 2)).toBe('?A');
    expect(decodePaddedText(bytes, 1, 1)).toBe('A');
  });
});

describe('scale and offset', () => {
  const box = (min: number, max: number) => ({ min: [min, min, min], max: [max, max, max] }) as const;
  const of = (min: number, max: number, wish?: number) => {
    const { scale, offset } = chooseQuantization({ min: [...box(min, max).min], max: [...box(min, max).max] }, wish);
    return [scale[0], offset[0]];
  };

  it('are a millimetre and none within ten kilometres, whole kilometres in the middle beyond', () => {
    expect(of(-10_000, 10_000)).toEqual([0.001, 0]);
    expect(of(0, 10_000)).toEqual([0.001, 0]);
    expect(of(-10_001, 10_000)).toEqual([0.001, -0]);
    expect(of(499_400, 500_200)).toEqual([0.001, 500_000]);
    expect(of(498_000, 499_400)).toEqual([0.001, 499_000]);
    expect(of(-5_200_900, -5_200_700)).toEqual([0.001, -5_201_000]);
  });

  it('are coarser by tens where 32 bits do not hold the extent', () => {
    // 2³¹ mm are 2147 km.
    expect(of(-2_000_000, 2_000_000)).toEqual([0.001, 0]);
    expect(of(-2_200_000, 2_200_000)).toEqual([0.01, 0]);
    expect(of(0, 4e9)).toEqual([1, 2e9]);
    // The offset is rounded away from the one end, which then is too far from it.
    expect(of(-1000, 4_294_100)).toEqual([0.01, 2_147_000]);
    expect(of(0, 4_294_900)).toEqual([0.01, 2_147_000]);
    expect(of(0, 8000, 1e-6)).toEqual([1e-5, 0]);
    for (const reach of [INT32_MAX - 1, INT32_MAX, INT32_MAX + 0.6].map((steps) => 0.001 * steps)) {
      const [scale] = of(-reach, reach);
      expect(Math.round(reach / scale)).toBeLessThanOrEqual(INT32_MAX);
    }
    expect(of(-0.5, 0.5, 0.25)).toEqual([0.25, 0]);
  });

  it('are the wished ones of an empty cloud, and no others than can be', () => {
    expect(chooseQuantization(emptyBox(), 0.01)).toEqual({ scale: [0.01, 0.01, 0.01], offset: [0, 0, 0] });
    for (const scale of [0, -1, Infinity, Number.NaN])
      expect(() => chooseQuantization(emptyBox(), scale)).toThrow(InvariantError);
    expect(() => of(0, Infinity)).toThrow('the bounds of a cloud are finite');
  });

  it('are coarser along the axes alone that are too long, and said', () => {
    const far = chooseQuantization({ min: [0, -5, 0], max: [9e6, 3e7, 40] });
    expect(far.scale).toEqual([0.01, 0.01, 0.001]);
    expect(coarserSteps(far)).toBe(
      'are in steps of 0.01 m in x and 0.01 m in y, not 0.001 m: their extent there takes more than 32 bits of these',
    );
    expect(coarserSteps(far, 0.01)).toBeUndefined();
    expect(coarserSteps(far, 0.0001)).toContain('0.01 m in x, 0.01 m in y and 0.001 m in z, not 0.0001 m');
  });

  it('differ by axis in their offsets', () => {
    const { offset } = chooseQuantization({ min: [500_000, 5_400_000, 0], max: [501_000, 5_401_900, 300] });
    expect(offset).toEqual([501_000, 5_401_000, 0]);
  });
});

describe('variable length records', () => {
  it('have a header of 54 bytes, or of 60', () => {
    const data = Uint8Array.of(1, 2, 3);
    const bytes = encodeVlr({ userId: 'LASF_Spec', recordId: 300, description: 'three bytes', data });
    expect(bytes).toHaveLength(57);
    expect([...bytes.subarray(54)]).toEqual([1, 2, 3]);
    expect(decodeVlrHeader(bytes, false)).toEqual({
      userId: 'LASF_Spec',
      recordId: 300,
      description: 'three bytes',
      dataLength: 3,
    });
    const extended = new Uint8Array(60);
    extended.set(encodePaddedText('me', 16), 2);
    extended.set(encodePaddedText('large', 32), 28);
    new DataView(extended.buffer).setUint16(18, 7, true);
    new DataView(extended.buffer).setBigUint64(20, 2n ** 40n, true);
    expect(decodeVlrHeader(extended, true)).toEqual({
      userId: 'me',
      recordId: 7,
      description: 'large',
      dataLength: 2 ** 40,
    });
  });

  it('hold the reference system, of 65534 bytes at most', () => {
    expect(readWkt(wktVlr(LOCAL_WKT).data)).toBe(LOCAL_WKT);
    const longest = 'x'.repeat(65_534);
    expect(wktVlr(longest).data).toHaveLength(65_535);
    expect(() => wktVlr(`${longest}x`)).toThrow('has 65535 bytes; LAS holds 65534 at most');
    expect(() => wktVlr('a\0b')).toThrow('NUL character');
    expect(readWkt(new TextEncoder().encode('ü\0rest'))).toBe('ü');
    expect(readWkt(new TextEncoder().encode('whole'))).toBe('whole');
    expect(readWkt(Uint8Array.of(0))).toBe('');
  });
});

const HEADER: LasHeader = {
  versionMajor: 1,
  versionMinor: 4,
  globalEncoding: 17,
  fileSourceId: 300,
  systemIdentifier: 'system',
  generatingSoftware: 'software',
  creationDayOfYear: 300,
  creationYear: 2025,
  headerSize: 375,
  pointDataOffset: 70_000,
  vlrCount: 70_001,
  pointFormat: 7,
  compressed: false,
  recordLength: 300,
  scale: [0.1, 0.2, 0.3],
  offset: [1, 2, 3],
  bounds: { min: [-1, -2, -3], max: [4, 5, 6] },
  waveformOffset: 0,
  evlrOffset: 2 ** 33,
  evlrCount: 70_002,
  pointCount: 2 ** 34,
  pointsByReturn: Array.from({ length: 15 }, (_, k) => 2 ** 32 + k),
  legacyPointCount: 0,
};

describe('the header', () => {
  it('comes back as it was written', () => {
    const bytes = encodeHeader(HEADER);
    expect(bytes).toHaveLength(375);
    expect(hasLasSignature(bytes)).toBe(true);
    expect(hasLasSignature(Uint8Array.from(bytes, (byte, at) => (at === 3 ? 66 : byte)))).toBe(false);
    expect(decodeHeader(bytes)).toEqual(HEADER);
  });

  it.each([
    ['2023-01-01T00:00:00.000Z', 1, 2023],
    ['2023-01-01T23:59:59.999Z', 1, 2023],
    ['2023-03-01T00:00:00.000Z', 60, 2023],
    ['2024-03-01T12:00:00.000Z', 61, 2024],
    ['2023-12-31T23:59:59.999Z', 365, 2023],
  ])('names for a cloud made at %s day %d of %d', (created, creationDayOfYear, creationYear) => {
    const points = {
      layout: pointLayout(6, []),
      quantization: chooseQuantization(emptyBox()),
      tally: new RecordTally(6),
    };
    const cloud = { bounds: emptyBox(), software: 'subray', created: new Date(created) };
    const [small, large] = [new Uint8Array(), new Uint8Array(9).fill(5)].map((data) => ({
      userId: 'me',
      recordId: 1,
      description: 'a record',
      data,
    }));
    const bytes = lasHead(cloud, [small, large], { ...points, data: plainData(30) })();
    expect(decodeHeader(bytes)).toMatchObject({ creationDayOfYear, creationYear, vlrCount: 2, pointDataOffset: 492 });
    expect(bytes).toHaveLength(375 + 54 + 54 + 9);
    expect(bytes.subarray(375, 429)).toEqual(encodeVlr(small));
    expect(bytes.subarray(429)).toEqual(encodeVlr(large));
  });

  it('has counts of 32 bits in older versions, five of them by return', () => {
    const bytes = encodeHeader({ ...HEADER, versionMinor: 2 });
    const view = new DataView(bytes.buffer);
    view.setUint32(107, 77, true);
    for (let k = 0; k < 5; k++) view.setUint32(111 + 4 * k, 10 + k, true);
    expect(decodeHeader(bytes)).toMatchObject({
      pointCount: 77,
      pointsByReturn: [10, 11, 12, 13, 14],
      legacyPointCount: 77,
      evlrOffset: 0,
      evlrCount: 0,
    });
  });

  it('marks compression in the upper bit of the point format', () => {
    expect(encodeHeader({ ...HEADER, compressed: true })[104]).toBe(0x87);
  });

  it('knows compression by the two upper bits of the point format', () => {
    for (const bit of [0x40, 0x80]) {
      const bytes = encodeHeader(HEADER);
      bytes[104] |= bit;
      expect(decodeHeader(bytes)).toMatchObject({ pointFormat: 7, compressed: true });
    }
  });
});

describe('a disagreement of header and points', () => {
  const file = (header: Partial<LasHeader>, rest: Partial<LasFile> = {}) =>
    ({
      header: { ...HEADER, pointCount: 10, pointsByReturn: [10], evlrCount: 0, ...header },
      bytes: 70_000 + 10 * 300,
      warnings: [],
      vlrs: [{ userId: 'LASF_Projection', recordId: 2112 }],
      extraFields: [],
      path: 'a.las',
      ...rest,
    }) as unknown as LasFile;
  const statistics = {
    bounds: HEADER.bounds,
    pointsByReturn: [0, 10],
    missesBySource: {},
  } as unknown as CloudStatistics;
  const warningsOf = (...given: Parameters<typeof file>) => lasFaults(file(...given), statistics);

  it('is reported, and nothing else', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ globalEncoding: 1 })).toEqual([
      'point format 7 asks for the WKT bit of the global encoding, which is not set',
    ]);
    expect(warningsOf({ globalEncoding: 1, pointFormat: 5 })).toEqual([]);
    // From format 6 on the bit is set whether there is a system or not.
    expect(warningsOf({}, { vlrs: [] })).toEqual([]);
    expect(warningsOf({ pointFormat: 3 }, { vlrs: [] })).toEqual([
      'the WKT bit is set, but there is no coordinate reference system',
    ]);
    expect(warningsOf({ globalEncoding: 1, pointFormat: 3 }, { vlrs: [] })).toEqual([]);
    expect(warningsOf({ legacyPointCount: 10 })).toEqual(['point format 7 asks for a 32-bit point count of 0, not 10']);
    expect(warningsOf({ pointFormat: 3, legacyPointCount: 10 })).toEqual([]);
    expect(warningsOf({ pointFormat: 3, legacyPointCount: 9 })).toEqual([
      'the header counts 10 points in 64 bits, 9 in 32',
    ]);
    expect(warningsOf({ pointFormat: 6, globalEncoding: 1 })).toHaveLength(1);
  });

  it('includes bytes that belong to nothing', () => {
    expect(warningsOf({}, { bytes: 73_001 })).toEqual(['1 byte behind the last point belongs to nothing']);
    expect(warningsOf({ compressed: true }, { bytes: 73_001 })).toEqual([]);
    expect(warningsOf({ evlrCount: 1 }, { bytes: 73_001 })).toEqual([]);
  });

  it('begins beyond a step of the coordinates in the bounds', () => {
    const shifted = (by: number) => warningsOf({ bounds: { min: [-1, -2, -3], max: [4, 5 + by, 6] } });
    expect([shifted(0.199), shifted(-0.199)]).toEqual([[], []]);
    expect(shifted(0.201)).toEqual(["the header's maximum of y is 5.201, that of the points 5"]);
    expect(warningsOf({ bounds: { min: [-1, -2, Number.NaN], max: [4, 5, 6] } })).toEqual([
      "the header's minimum of z is not finite, that of the points -3",
    ]);
  });

  it('is counted return by return', () => {
    const { bounds } = HEADER;
    const counted = { bounds, pointsByReturn: [9, 5, 3], missesBySource: { 1: 4, 2: 3 } } as unknown as CloudStatistics;
    expect(lasFaults(file({ pointsByReturn: [5, 4] }), counted)).toEqual([
      '2 points have the return number 0; the first return is 1',
      'the header counts 4 points of return 2, the points 3',
    ]);
  });
});
