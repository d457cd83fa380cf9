import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors.js';
import { backscatterTable } from '../../../../src/material/read/rgl/rgl-backscatter.js';
import { parseRglBsdf } from '../../../../src/material/read/rgl/rgl-bsdf.js';
import { parseTensorFile } from '../../../../src/material/read/rgl/tensor-file.js';
import { outliers } from '../../../support/outliers.js';
import { rglFields, rglFile, tensorFile } from '../../../support/tensor-files.js';

const TWO = [
  { name: 'a', shape: [2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) },
  { name: 'text', shape: [5], values: new Uint8Array(Buffer.from('hello')) },
];
/** Positions in the file of TWO, counted by hand: 18 bytes, then name 2 + 1, axes 2, type 1, offset 8, shape 16. */
const AT = { version: 12, count: 14, nameLength: 18, name: 20, axes: 21, type: 23, offset: 24, shape: 32, second: 48 };

const faultOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format();
  }
  return 'none';
};

const changed = (change: (bytes: Buffer) => void): string => {
  const bytes = tensorFile(TWO);
  change(bytes);
  return faultOf(() => parseTensorFile(bytes, 'm.bsdf'));
};

describe('parseTensorFile', () => {
  it('finds names, types, shapes and bytes', () => {
    const fields = parseTensorFile(tensorFile(TWO), 'm.bsdf');
    expect([...fields.keys()]).toEqual(['a', 'text']);
    expect(fields.get('a')).toMatchObject({ type: 'f32', shape: [2, 3] });
    expect(Buffer.from(fields.get('a')!.bytes).readFloatLE(20)).toBe(6);
    expect(Buffer.from(fields.get('text')!.bytes).toString()).toBe('hello');
  });

  it('copies nothing', () => {
    const bytes = tensorFile(TWO, 3);
    for (const { bytes: view } of parseTensorFile(bytes, 'm.bsdf').values()) expect(view.buffer).toBe(bytes.buffer);
  });

  it.each<[string, (bytes: Buffer) => unknown, string]>([
    ['the magic', (b) => b.writeUInt8(65, 3), 'm.bsdf: byte 0: found other bytes'],
    ['the version', (b) => b.writeUInt8(2, AT.version), 'byte 12: found version 2.0, expected 1.0'],
    ['a version of letters', (b) => b.write('X\0', AT.version), 'byte 12: found version 88.0'],
    ['the number of fields', (b) => b.writeUInt32LE(0xffffffff, AT.count), 'byte 14: found 4294967295 fields'],
    ['a name beyond the file', (b) => b.writeUInt16LE(60000, AT.nameLength), 'the file ends in the middle of the name'],
    ['the number of axes', (b) => b.writeUInt16LE(65535, AT.axes), 'byte 21: found 65535 axes of "a", expected 16'],
    ['type 0', (b) => b.writeUInt8(0, AT.type), 'byte 23: found type 0 of "a", expected 1 to 11'],
    ['type 12', (b) => b.writeUInt8(12, AT.type), 'byte 23: found type 12'],
    ['an offset beyond the file', (b) => b.writeBigUInt64LE(1000n, AT.offset), 'found 24 bytes from byte 1000 on'],
    ['an offset near 2^64', (b) => b.writeBigUInt64LE(2n ** 64n - 1n, AT.offset), 'from byte 18446744073709551615 on'],
    ['an offset in the header', (b) => b.writeBigUInt64LE(4n, AT.offset), '"a" start inside the header'],
    ['an endless axis', (b) => b.writeBigUInt64LE(2n ** 63n, AT.shape), 'found 9223372036854775808 items along axis 1'],
    ['too many items', (b) => b.writeBigUInt64LE(50n, AT.shape), 'found 600 bytes from byte'],
    ['a name that stands twice', (b) => b.write('a', b.indexOf('text')), 'none'],
  ])('refuses %s', (_what, change, message) => {
    expect(changed((bytes) => void change(bytes))).toContain(message);
  });

  it('refuses a product of axes that 64 bits would wrap to something small', () => {
    const bytes = tensorFile([{ name: 'a', shape: Array(16).fill(16), values: new Float32Array(4) }]);
    expect(faultOf(() => parseTensorFile(bytes, 'm.bsdf'))).toContain(`found ${4n * 16n ** 16n} bytes`);
  });

  it('refuses two fields of one name', () => {
    const bytes = tensorFile([TWO[0], { ...TWO[0] }]);
    expect(faultOf(() => parseTensorFile(bytes, 'm.bsdf'))).toContain('byte 48: found a second field "a"');
  });

  it('refuses fields that share bytes', () => {
    const bytes = tensorFile(TWO);
    const start = bytes.readBigUInt64LE(AT.offset);
    bytes.writeBigUInt64LE(start + 8n, AT.second + 2 + 4 + 2 + 1);
    expect(faultOf(() => parseTensorFile(bytes, 'm.bsdf'))).toMatch(/"text" start inside "a", which ends in byte \d+/);
  });

  it('takes empty fields and none', () => {
    expect(parseTensorFile(tensorFile([]), 'm.bsdf').size).toBe(0);
    const empty = tensorFile([{ name: 'e', shape: [0, 7], values: new Float32Array(0) }]);
    expect(parseTensorFile(empty, 'm.bsdf').get('e')).toMatchObject({ shape: [0, 7], bytes: { length: 0 } });
  });
});

describe('a hostile file', () => {
  const small = rglFile({ f: () => 0.1, theta: [0, 0.7, 1.4], wavelengthsNm: [532, 1064], size: 2 });
  const headerEnd = Math.min(...[...parseTensorFile(small, '').values()].map(({ offset }) => offset));

  /** The result: a table, or a fault for the user; anything else is thrown. */
  const outcome = (bytes: Buffer): string =>
    faultOf(() => {
      const fields = parseTensorFile(bytes, 'm.bsdf');
      const held = [...fields.values()].reduce((sum, { bytes: view }) => sum + view.length, 0);
      if (!(held <= bytes.length)) throw new Error(`fields of ${held} bytes in a file of ${bytes.length}`);
      backscatterTable(parseRglBsdf(bytes, 'm.bsdf'), { thetaCount: 3, phiCount: 4 }, 'm.bsdf');
    });

  const variant = (change: (bytes: Buffer) => void): string => {
    const bytes = Buffer.from(small);
    change(bytes);
    return outcome(bytes);
  };

  it('is read when it is whole', () => {
    expect(outcome(small)).toBe('none');
  });

  it('is refused when it is cut off anywhere', () => {
    const outcomes = Array.from({ length: small.length }, (_, length) => outcome(small.subarray(0, length)));
    expect(outliers(outcomes, (says) => /^m\.bsdf: (byte \d+|field)/.test(says))).toEqual([]);
  });

  it('makes nothing but faults for the user, whatever stands in a byte of its header', () => {
    let refused = 0;
    for (let at = 0; at < headerEnd; at++) {
      const old = small[at];
      const values = new Set([0, 1, 255, ...[0, 1, 2, 3, 4, 5, 6, 7].map((bit) => old ^ (1 << bit))]);
      for (const value of values) if (variant((bytes) => bytes.writeUInt8(value, at)) !== 'none') refused++;
    }
    expect(refused).toBeGreaterThan(headerEnd);
  });

  it('makes nothing but faults for the user, whatever 64 bits stand anywhere in its header', () => {
    const huge = [
      0n,
      1n,
      2n ** 31n,
      2n ** 32n - 1n,
      2n ** 53n,
      2n ** 62n,
      2n ** 63n,
      2n ** 64n - 1n,
      BigInt(small.length),
    ];
    for (let at = 0; at + 8 <= headerEnd; at++)
      for (const value of huge) variant((bytes) => void bytes.writeBigUInt64LE(value, at));
  });

  it('makes nothing but faults for the user, whatever numbers it holds', () => {
    for (let at = headerEnd; at + 4 <= small.length; at += 61)
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, 3e38, 0, 1e-45])
        variant((bytes) => void bytes.writeFloatLE(value, at));
  });

  const without = (name: string) => rglFields({ f: () => 0.1, size: 2 }).filter((field) => field.name !== name);
  const replaced = (name: string, change: object) =>
    rglFields({ f: () => 0.1, size: 2 }).map((field) => (field.name === name ? { ...field, ...change } : field));

  it.each(['phi_i', 'theta_i', 'sigma', 'ndf', 'vndf', 'wavelengths', 'spectra', 'jacobian'])('misses %s', (name) => {
    expect(outcome(tensorFile(without(name)))).toMatch(
      new RegExp(`m.bsdf: field "${name}": found no such field, expected one of \\d axes`),
    );
  });

  it.each([
    [
      'theta_i',
      { values: Float32Array.of(0, 0.4, 0.3, 1.2, 1.5) },
      'found 0.30000001192092896 as value 3, expected rising',
    ],
    ['theta_i', { values: Float32Array.of(0, 0.4, 0.8, 1.2, 1.6) }, 'as value 5'],
    ['theta_i', { values: Float32Array.of(-0.1, 0.4, 0.8, 1.2, 1.5) }, 'as value 1'],
    ['theta_i', { shape: [0], values: new Float32Array(0) }, 'found no values'],
    ['wavelengths', { values: Float32Array.of(0, 500, 600) }, 'found 0 as value 1'],
    [
      'wavelengths',
      { shape: [2], values: Float32Array.of(500, 600) },
      'found 1 x 5 x 3 x 2 x 2 numbers, expected 1 x 5 x 2',
    ],
    ['sigma', { shape: [65, 1] }, 'found 65 x 1 numbers, expected 1 or more x 2 or more'],
    ['sigma', { shape: [65] }, 'found f32 along 1 axes, expected f32 along 2'],
    ['ndf', { values: new Float32Array(65 * 65).fill(-1) }, 'found -1 as value 1, expected none below 0'],
    ['vndf', { values: new Float32Array(60) }, 'without any visible normals'],
    ['vndf', { values: new Float32Array(60).fill(Number.NaN) }, 'found NaN as value 1'],
    ['spectra', { shape: [1, 5, 3, 1, 4] }, 'expected 1 x 5 x 3 x 2 or more x 2 or more'],
    ['jacobian', { values: Uint8Array.of(2) }, 'expected one, 0 or 1'],
    ['phi_i', { shape: [3], values: Float32Array.of(0, 1, 2) }, 'expected 3 x 5'],
  ])('has a wrong $0: $2', (name, change, message) => {
    expect(outcome(tensorFile(replaced(name, change)))).toContain(message);
  });

  it('has a sector of azimuths that is no whole, half or quarter turn', () => {
    const bytes = rglFile({ f: () => 0.1, phi: [0, 1, 2], size: 2 });
    expect(outcome(bytes)).toContain('found azimuths from 0 to 2, expected a turn, a half or a quarter');
  });

  it('has numbers that make f_r too large', () => {
    const large = { values: new Float32Array(65 * 65).fill(3e38) };
    const bytes = tensorFile(
      rglFields({ f: () => 1e20, size: 2 }).map((field) => (field.name === 'ndf' ? { ...field, ...large } : field)),
    );
    expect(outcome(bytes)).toMatch(/the file's numbers make no f_r: found f_r = Infinity at 400 nm/);
  });
});
