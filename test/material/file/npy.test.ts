import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { npyBytes, parseNpy } from '../../../src/material/file/npy.js';

/** Output of `numpy.save` of NumPy 2.4.6 for np.array([[1, 2.5, -3], [0, 1e-3, 7]], '<f4'). */
const BY_NUMPY = Buffer.from(
  '934e554d5059010076007b276465736372273a20273c6634272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065273a2028322c2033292c207d' +
    '20'.repeat(58) +
    '0a' +
    '0000803f00002040000040c0000000006f12833a0000e040',
  'hex',
);

const withHeader = (header: string, data: Uint8Array | number = 24, version = 1): Uint8Array => {
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  if (version === 1) length.writeUInt16LE(header.length);
  else length.writeUInt32LE(header.length);
  const body = typeof data === 'number' ? Buffer.alloc(data) : data;
  return Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Buffer.of(version, 0), length, Buffer.from(header), body]);
};

const faultOf = (bytes: Uint8Array): string => {
  try {
    parseNpy(bytes, 'table.npy');
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).format();
  }
  return 'none';
};

describe('parseNpy', () => {
  it('reads what NumPy writes', () => {
    const { shape, values } = parseNpy(BY_NUMPY, 'a.npy');
    expect(shape).toEqual([2, 3]);
    expect([...values]).toEqual([1, 2.5, -3, 0, Math.fround(1e-3), 7]);
  });

  it('reads doubles, other versions, other spacing and unaligned data', () => {
    const doubles = new Uint8Array(Float64Array.of(1e-300, -2).buffer);
    for (const version of [1, 2, 3])
      for (const pad of ['', ' ', '  \n']) {
        const bytes = withHeader(`{'shape':(2,),'descr':'<f8', 'fortran_order': False}${pad}`, doubles, version);
        const { shape, values } = parseNpy(bytes, 'a.npy');
        expect(shape).toEqual([2]);
        expect(values).toBeInstanceOf(Float64Array);
        expect([...values]).toEqual([1e-300, -2]);
      }
  });

  it('reads a number without axes, and nothing', () => {
    const header = (shape: string) => `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
    expect(parseNpy(withHeader(header('()'), 4), 'a.npy')).toMatchObject({ shape: [], values: { length: 1 } });
    expect(parseNpy(withHeader(header('(3, 0)'), 0), 'a.npy')).toMatchObject({ shape: [3, 0], values: { length: 0 } });
  });

  const header = (descr: string, order: string, shape: string) =>
    `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`;

  it.each([
    [header('<f4', 'False', '(2, 4)'), 'found 24 bytes behind the header, expected 32'],
    [header('<f4', 'False', '(5,)'), 'found 24 bytes behind the header, expected 20'],
    [header('<f4', 'False', '(999999999999999, 999999999999999)'), 'found 24 bytes'],
    [header('<f4', 'False', '(99999999999999999999,)'), 'found the shape'],
    [header('<f4', 'False', '(-6,)'), 'found the shape "-6,"'],
    [header('<f4', 'False', '(2, , 3)'), 'found the shape'],
    [header('<f4', 'False', `(${'1, '.repeat(40)})`), 'found the shape'],
    [header('>f4', 'False', '(6,)'), 'found items of type ">f4"'],
    [header('|O', 'False', '(6,)'), 'found items of type "|O"'],
    [header('<f4', 'True', '(2, 3)'), 'fortran_order'],
    ['', 'found items of type ""'],
    [' '.repeat(10_001), 'found a header of 10001 bytes'],
  ])('refuses a header: $1', (text, message) => {
    expect(faultOf(withHeader(text))).toContain(message);
  });

  it('refuses a file cut anywhere, or changed in any byte of its start, without another error', () => {
    for (let length = 0; length < BY_NUMPY.length; length++)
      expect(faultOf(BY_NUMPY.subarray(0, length))).toMatch(/^table\.npy: found|^table\.npy: the file ends/);
    for (let at = 0; at < 128; at++)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(BY_NUMPY);
        bytes[at] = value;
        faultOf(bytes);
      }
  });
});

describe('npyBytes', () => {
  it('writes what NumPy writes', () => {
    expect(Buffer.from(npyBytes([2, 3], Float32Array.of(1, 2.5, -3, 0, 1e-3, 7))).equals(BY_NUMPY)).toBe(true);
  });

  it('comes back as it was', () => {
    const values = Float32Array.from({ length: 24 }, (_, k) => k * 0.1);
    for (const shape of [[24], [2, 3, 4], [1, 1, 24]])
      expect(parseNpy(npyBytes(shape, values), 'a.npy')).toEqual({ shape, values });
  });
});
