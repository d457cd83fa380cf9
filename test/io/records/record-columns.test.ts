import { describe, expect, it } from 'vitest';
import { createPointBatch, optionalArray } from '../../../src/cloud/point-batch.js';
import { type ElementType, POINT_ATTRIBUTES, type PointAttribute } from '../../../src/cloud/point-schema.js';
import { MisfitTally } from '../../../src/io/records/misfits.js';
import type { NumberType } from '../../../src/io/records/number-type.js';
import { bitsColumn, numberColumn } from '../../../src/io/records/record-columns.js';

/** Writes one number of a type, and two of them: the smallest and the largest of those that have limits. */
const TYPES: Record<
  NumberType,
  { bytes: number; write(view: DataView, at: number, value: number): void; numbers: number[] }
> = {
  u8: { bytes: 1, write: (view, at, value) => view.setUint8(at, value), numbers: [200, 3, 255] },
  i8: { bytes: 1, write: (view, at, value) => view.setInt8(at, value), numbers: [-100, 3, 127] },
  u16: { bytes: 2, write: (view, at, value) => view.setUint16(at, value, true), numbers: [40_000, 258, 65_535] },
  i16: { bytes: 2, write: (view, at, value) => view.setInt16(at, value, true), numbers: [-30_000, 258, 32_767] },
  u32: { bytes: 4, write: (view, at, value) => view.setUint32(at, value, true), numbers: [3e9, 66_000, 2 ** 32 - 1] },
  i32: { bytes: 4, write: (view, at, value) => view.setInt32(at, value, true), numbers: [-2e9, 66_000, 2 ** 31 - 1] },
  u64: {
    bytes: 8,
    write: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
    numbers: [2 ** 63, 7, 3 * 2 ** 32 + 5],
  },
  i64: {
    bytes: 8,
    write: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
    numbers: [-(2 ** 62), -7, 3 * 2 ** 32 + 5],
  },
  f32: { bytes: 4, write: (view, at, value) => view.setFloat32(at, value, true), numbers: [-1.5, 0.25, 2 ** 100] },
  f64: {
    bytes: 8,
    write: (view, at, value) => view.setFloat64(at, value, true),
    numbers: [-0.1, 1e300, 2 ** 52 + 0.5],
  },
};

function attributeOf(name: string): PointAttribute {
  const found = POINT_ATTRIBUTES.find((attribute) => attribute.name === name);
  if (found === undefined) throw new Error(`there is no attribute ${name}`);
  return found;
}

const STRIDE = 11;
/** Two records that are not asked for, three numbers at byte `at` of the following ones, and not a byte more. */
function recordsOf(type: NumberType, at: number, numbers: number[]): DataView {
  const { bytes, write } = TYPES[type];
  const view = new DataView(new ArrayBuffer(STRIDE * (1 + numbers.length) + at + bytes));
  [9, 9, ...numbers].forEach((value, k) => {
    write(view, STRIDE * k + at, value);
  });
  return view;
}

/** Points 2, 3 and 4 of six, all others −1 or its equal in the type. */
function decoded(
  attribute: PointAttribute,
  type: NumberType,
  numbers: number[],
  scale?: number,
  shift?: number,
): number[] {
  const batch = createPointBatch(6);
  if (attribute.key === 'truePosition') optionalArray(batch, 'truePosition');
  const array = batch[attribute.key] as Float64Array;
  array.fill(-1);
  const column = numberColumn(attribute, { type, at: 2, scale, shift });
  expect(column.key).toBe(attribute.key);
  column.decode(batch, {
    view: recordsOf(type, 2, numbers),
    stride: STRIDE,
    first: 2,
    end: 5,
    firstPoint: 0,
    misfits: new MisfitTally(),
  });
  return [...array];
}

describe.each(Object.keys(TYPES) as NumberType[])('numbers of type %s in a record', (type) => {
  const { numbers } = TYPES[type];

  it('are read as they are', () => {
    expect(decoded(attributeOf('gps_time'), type, numbers)).toEqual([-1, -1, ...numbers, -1]);
  });

  it('are scaled, then shifted', () => {
    expect(decoded(attributeOf('range'), type, numbers, 0.5, 3)).toEqual([
      -1,
      -1,
      ...numbers.map((value) => value * 0.5 + 3),
      -1,
    ]);
    expect(decoded(attributeOf('range'), type, [1, 2, 3], 4)).toEqual([-1, -1, 4, 8, 12, -1]);
    expect(decoded(attributeOf('range'), type, [1, 2, 3], undefined, 4)).toEqual([-1, -1, 5, 6, 7, -1]);
  });
});

describe.each<[ElementType, string, number]>([
  ['u8', 'channel', 255],
  ['u16', 'material', 65_535],
  ['u32', 'instance', 2 ** 32 - 1],
  ['f32', 'incidence_angle', -1],
  ['f64', 'range', -1],
])('an attribute of type %s', (type, name, rest) => {
  it('takes numbers of its own type, and of others, and leaves its neighbours alone', () => {
    expect(decoded(attributeOf(name), type, [1, 2, 3])).toEqual([rest, rest, 1, 2, 3, rest]);
    const other = type === 'u8' ? 'u16' : 'u8';
    expect(decoded(attributeOf(name), other, [1, 2, 3])).toEqual([rest, rest, 1, 2, 3, rest]);
    expect(decoded(attributeOf(name), type, [1, 2, 3], 2)).toEqual([rest, rest, 2, 4, 6, rest]);
    expect(decoded(attributeOf(name), type, [1, 2, 3], 2, 1)).toEqual([rest, rest, 3, 5, 7, rest]);
    expect(decoded(attributeOf(name), type, [1, 2, 3], 1, 1)).toEqual([rest, rest, 2, 3, 4, rest]);
  });
});

it.each([
  ['ny', 'f32', 1],
  ['ny', 'i8', 1],
  ['true_z', 'f64', 2],
  ['true_z', 'i16', 2],
] as const)('numberColumn reads %s from %s to its place among three', (name, type, component) => {
  const expected = new Array<number>(18).fill(-1);
  [5, 6, 7].forEach((value, k) => {
    expected[3 * (2 + k) + component] = value;
  });
  expect(decoded(attributeOf(name), type, [5, 6, 7])).toEqual(expected);
});

it('bitsColumn reads the bits that its mask selects', () => {
  const view = new DataView(new ArrayBuffer(STRIDE * 4 + 3));
  [0xff, 0xff, 0b1011_0100, 0b0110_1110, 0xff].forEach((byte, k) => {
    view.setUint8(STRIDE * k + 2, byte);
  });
  for (const [shift, mask, expected] of [
    [0, 15, [4, 14, 15]],
    [4, 15, [11, 6, 15]],
    [4, 3, [3, 2, 3]],
    [3, 7, [6, 5, 7]],
    [0, 255, [180, 110, 255]],
  ] as const) {
    const batch = createPointBatch(6);
    batch.classification.fill(77);
    const column = bitsColumn('classification', 2, shift, mask);
    column.decode(batch, { view, stride: STRIDE, first: 2, end: 5, firstPoint: 0, misfits: new MisfitTally() });
    expect([column.key, [...batch.classification]]).toEqual(['classification', [77, 77, ...expected, 77]]);
  }
});
