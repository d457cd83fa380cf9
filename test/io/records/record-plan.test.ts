import { describe, expect, it } from 'vitest';
import { createPointBatch, type PointBatch } from '../../../src/cloud/point-batch.js';
import { attributeNamed, POINT_ATTRIBUTES } from '../../../src/cloud/point-schema.js';
import { asF32, asItIs, colourByte, RecordPlan, type RecordStep, zeros } from '../../../src/io/records/record-plan.js';
import { type ScaledForm, scaled } from '../../../src/io/records/scaled-form.js';
import { lentRoom } from '../../../src/simulation/points/point-room.js';

const COUNT = 3;
const STRIDE = 11;
/** A byte that no step writes. */
const OUTSIDE = 0;

/** Records of three points by one step at byte 3, and its findings. */
function coded(step: (at: number) => RecordStep | RecordStep[], batch: PointBatch) {
  const steps = [zeros(0, STRIDE), step(3)].flat();
  const bytes = new Uint8Array(batch.count * STRIDE);
  const findings = new RecordPlan(STRIDE, steps).code(batch, bytes);
  return { view: new DataView(bytes.buffer), found: findings.of(1) };
}

const batchOf = (values: Partial<Record<keyof PointBatch, readonly number[]>>): PointBatch => {
  const batch = createPointBatch(COUNT);
  for (const [key, numbers] of Object.entries(values)) (batch[key as 'x'] as Float64Array).set(numbers);
  return batch;
};

const PLACES = [3, 3 + STRIDE, 3 + 2 * STRIDE];

describe('a step of records', () => {
  it.each([
    ['returnNumber', 1],
    ['intensity', 2],
    ['instance', 4],
    ['energy', 4],
    ['x', 8],
  ] as const)('holds %s as it is, little endian, every stride', (key, bytes) => {
    const attribute = POINT_ATTRIBUTES.find((one) => one.key === key) ?? attributeNamed('x');
    const { view } = coded((at) => asItIs(attribute, at), batchOf({ [key]: [20, 30, 40] }));
    const read = PLACES.map((at) => {
      if (key === 'x') return view.getFloat64(at, true);
      if (key === 'energy') return view.getFloat32(at, true);
      return bytes === 1 ? view.getUint8(at) : bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
    });
    expect(read).toEqual([20, 30, 40]);
    const rest = new Uint8Array(view.buffer).filter((_, at) => at % STRIDE < 3 || at % STRIDE >= 3 + bytes);
    expect(new Set(rest)).toEqual(new Set([OUTSIDE]));
  });

  it('takes one of the three numbers of a normal, and any bits of them', () => {
    const batch = batchOf({ normal: [1, 2, Number.NaN, 4, 5, -0, 7, 8, 9] });
    const of = (name: string) =>
      PLACES.map((at) => coded((place) => asItIs(attributeNamed(name), place), batch).view.getFloat32(at, true));
    expect(of('nx')).toEqual([1, 4, 7]);
    expect(of('nz')).toEqual([Number.NaN, -0, 9]);
  });

  it('holds coordinates and intensities in f32', () => {
    const batch = batchOf({ x: [0.1, 1e300, -2.5], intensity: [0, 255, 65535] });
    const of = (name: string) =>
      PLACES.map((at) => coded((place) => asF32(attributeNamed(name), place), batch).view.getFloat32(at, true));
    expect(of('x')).toEqual([Math.fround(0.1), Infinity, -2.5]);
    expect(of('intensity')).toEqual([0, 255, 65535]);
    expect(() => asF32(attributeNamed('instance'), 0)).toThrow('numbers of other types are not stored as f32');
  });

  it('holds the nearest byte of a colour', () => {
    const batch = { ...batchOf({}), rgb: Uint16Array.from({ length: 9 }, (_, k) => 257 * (k + 1) + 28 * k - 128) };
    const { view } = coded((at) => [0, 1, 2].map((k) => colourByte(k, at + k)), batch);
    expect(PLACES.flatMap((at) => [0, 1, 2].map((k) => view.getUint8(at + k)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('asks for the columns of the header', () => {
    expect(() => coded((at) => colourByte(0, at), batchOf({}))).toThrow(
      'every batch of a cloud has the attributes that its header names',
    );
  });

  it('refuses arrays of another type, or of fewer points', () => {
    const fault = 'the arrays of a batch have the types of their attributes, and all of its points';
    const x = (array: unknown) => () =>
      coded((at) => asItIs(attributeNamed('x'), at), { ...batchOf({}), x: array as Float64Array });
    expect(x(new Float32Array(COUNT))).toThrow(fault);
    expect(x(new Float64Array(COUNT - 1))).toThrow(fault);
    expect(x(new Float64Array(COUNT))).not.toThrow();
  });

  it.each<[ScaledForm, readonly number[], readonly number[], number]>([
    [{ type: 'i16', scale: 0.5 }, [-0.75, 0.25, 1.75], [-1, 1, 4], 0],
    [{ type: 'i16', scale: 1 }, [-40_000, Number.NaN, 40_000], [-32_768, 0, 32_767], 3],
    [{ type: 'u16', scale: 0.25 }, [-1, 0.125, 70_000], [0, 1, 65_535], 2],
    [{ type: 'u16', scale: 1, shift: 10 }, [10, 12.4, -Infinity], [0, 2, 0], 1],
  ])('rounds values of f32 to numbers of %o', (form, values, numbers, held) => {
    const { view, found } = coded(
      (at) => scaled(attributeNamed('echo_width'), form, at),
      batchOf({ echoWidth: values }),
    );
    const read = PLACES.map((at) => (form.type === 'i16' ? view.getInt16(at, true) : view.getUint16(at, true)));
    expect([read, found]).toEqual([numbers, held]);
  });

  it.each<[ScaledForm, readonly number[], readonly number[], number]>([
    [{ type: 'i32', scale: 0.001, shift: 100 }, [100, 99.9996, -1e9], [0, 0, -(2 ** 31)], 1],
    [{ type: 'u32', scale: 0.001 }, [4_294_967.295, 4_294_967.296, Number.NaN], [2 ** 32 - 1, 2 ** 32 - 1, 0], 2],
  ])('rounds values of f64 to numbers of %o', (form, values, numbers, held) => {
    const { view, found } = coded((at) => scaled(attributeNamed('range'), form, at), batchOf({ range: values }));
    const read = PLACES.map((at) => (form.type === 'i32' ? view.getInt32(at, true) : view.getUint32(at, true)));
    expect([read, found]).toEqual([numbers, held]);
  });

  it('takes forms of as many bits as the values have', () => {
    const wrong = () => scaled(attributeNamed('range'), { type: 'u16', scale: 1 }, 0);
    expect(wrong).toThrow('numbers of 16 bits stand for f32, those of 32 for f64');
  });
});

it('makes the same records of lent columns, of others, and of both, tile by tile', () => {
  const count = 2500;
  const lent = lentRoom(count).points;
  for (let i = 0; i < count; i++) {
    lent.x[i] = i / 8;
    lent.instance[i] = 7 * i;
    lent.normal.set([i, i + 0.25, i + 0.5], 3 * i);
  }
  const names = ['x', 'instance', 'nx', 'ny', 'nz'];
  const places = [0, 8, 12, 16, 20];
  const plan = new RecordPlan(
    24,
    names.map((name, k) => asItIs(attributeNamed(name), places[k])),
  );
  const recordsOf = (batch: PointBatch) => {
    const bytes = new Uint8Array(count * 24);
    plan.code(batch, bytes);
    return bytes;
  };
  const inPlace = recordsOf(lent);
  const view = new DataView(inPlace.buffer);
  for (const i of [0, 1, 1023, 1024, 2047, 2048, 2499]) {
    const at = 24 * i;
    const record = [view.getFloat64(at, true), view.getUint32(at + 8, true), view.getFloat32(at + 20, true)];
    expect(record).toEqual([i / 8, 7 * i, i + 0.5]);
  }
  expect(recordsOf({ ...lent, x: lent.x.slice() })).toEqual(inPlace);
  expect(
    recordsOf({ ...lent, x: lent.x.slice(), normal: lent.normal.slice(), instance: lent.instance.slice() }),
  ).toEqual(inPlace);
});
