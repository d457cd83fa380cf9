import { describe, expect, it } from 'vitest';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { PointEncoder } from '../../../src/io/las/point-encoder.js';
import { ownColumns, pointLayout, type WritablePointFormat } from '../../../src/io/las/point-layout.js';
import { INT32_MAX, type Quantization } from '../../../src/io/las/quantization.js';
import { goldenCloud, sampleBatch } from '../sample-cloud.js';

const MILLIMETRES: Quantization = { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] };
const encoderOf = (format: WritablePointFormat, quantization = MILLIMETRES) =>
  new PointEncoder(pointLayout(format, ownColumns(attributesOf({}))), quantization);

/** The bytes of points `first` … `first + count`, behind five others and in front of five. */
function encoded(encoder: PointEncoder, batch: PointBatch, first: number, count: number): Uint8Array {
  const size = count * encoder.layout.recordLength;
  const bytes = new Uint8Array(size + 10).fill(0xaa);
  encoder.encode(batch, first, count, new DataView(bytes.buffer), 5);
  for (const outside of [bytes.subarray(0, 5), bytes.subarray(5 + size)])
    expect([...outside]).toEqual(new Array(5).fill(0xaa));
  return bytes.subarray(5, 5 + size);
}

describe('records of points', () => {
  it.each([6, 7, 8] as const)('of format %d are the same one by one and in tiles, and touch nothing else', (format) => {
    // Tiles have 256 points: one whole, one with a single point, and points before and behind.
    const batch = sampleBatch(262, 3, { colour: true });
    const [whole, single] = [encoderOf(format), encoderOf(format)];
    const together = encoded(whole, batch, 2, 257);
    const length = whole.layout.recordLength;
    for (let k = 0; k < 257; k++)
      expect(together.subarray(k * length, (k + 1) * length)).toEqual(encoded(single, batch, 2 + k, 1));
    expect(whole.points).toBe(257);
    expect(single.points).toBe(257);
    expect(whole.pointsByReturn).toEqual(single.pointsByReturn);
    expect(whole.bounds()).toEqual(single.bounds());
  });

  it('have their bounds and returns counted, over several calls', () => {
    const encoder = encoderOf(7);
    const cloud = goldenCloud();
    expect(encoder.bounds()).toEqual({ min: [0, 0, 0], max: [0, 0, 0] });
    encoded(encoder, cloud, 1, 2);
    const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 12));
    expect(encoder.bounds()).toEqual({ min: close(-1.001, -80, -3), max: close(2.5, 90, 40) });
    encoded(encoder, cloud, 0, 1);
    expect([encoder.points, encoder.pointsByReturn]).toEqual([3, [2, 1, ...new Array(13).fill(0)]]);
  });

  it('have coordinates from the offset in steps of the scale, another for each axis', () => {
    const encoder = encoderOf(6, { scale: [0.5, 0.25, 0.125], offset: [10, -20, 30] });
    const cloud = goldenCloud();
    cloud.x.set([12, 11, 10]);
    cloud.y.set([-20, -19, -20]);
    cloud.z.set([30, 30, 29]);
    const view = new DataView(encoded(encoder, cloud, 0, 3).buffer, 5);
    const at = (k: number) => [0, 4, 8].map((byte) => view.getInt32(k * encoder.layout.recordLength + byte, true));
    expect([0, 1, 2].map(at)).toEqual([
      [4, 0, 0],
      [2, 4, 0],
      [0, 0, -8],
    ]);
    expect(encoder.bounds()).toEqual({ min: [10, -20, 29], max: [12, -19, 30] });
  });

  it.each(['x', 'y', 'z'] as const)(
    'hold %s up to 2³¹ − 1 steps from the offset to both sides, and no more',
    (axis) => {
      const encodeAt = (steps: number) => {
        const cloud = goldenCloud();
        cloud[axis][1] = steps;
        const encoder = encoderOf(6, { scale: [1, 1, 1], offset: [0, 0, 0] });
        encoded(encoder, cloud, 0, 3);
        return encoder.bounds();
      };
      const index = 'xyz'.indexOf(axis);
      expect(encodeAt(INT32_MAX).max[index]).toBe(INT32_MAX);
      expect(encodeAt(-INT32_MAX).min[index]).toBe(-INT32_MAX);
      for (const steps of [INT32_MAX + 1, -INT32_MAX - 1, Number.NaN, Infinity, -Infinity])
        expect(() => encodeAt(steps)).toThrow('a point lies outside of the cloud’s bounds');
    },
  );

  it('have scan angles of half a turn at most, and black where there is no colour', () => {
    const withAngle = (angle: number) => {
      const cloud = goldenCloud();
      cloud.scanAngle.fill(angle);
      return encoded(encoderOf(8), { ...cloud, rgb: undefined }, 0, 3);
    };
    for (const angle of [Math.PI, -Math.PI]) {
      const view = new DataView(withAngle(angle).buffer, 5);
      expect(view.getInt16(18, true)).toBe(angle > 0 ? 30_000 : -30_000);
      expect([30, 32, 34, 36].map((byte) => view.getUint16(byte, true))).toEqual([0, 0, 0, 0]);
    }
    // A step of the scan angle is 0.006°, 0.0001 rad.
    for (const angle of [3.1418, -3.1418])
      expect(() => withAngle(angle)).toThrow('scan angles are within half a turn of nadir');
  });

  it('take the scanner before the laser, two bits of it', () => {
    const cloud = { ...goldenCloud(), scanner: Uint8Array.of(1, 2, 7) };
    cloud.channel.set([6, 5, 4]);
    const flags = (batch: PointBatch) => {
      const encoder = encoderOf(6);
      const bytes = encoded(encoder, batch, 0, 3);
      return [0, 1, 2].map((k) => bytes[k * encoder.layout.recordLength + 15]);
    };
    expect(flags(cloud)).toEqual([0x10, 0x20, 0x30]);
    expect(flags({ ...cloud, scanner: undefined })).toEqual([0x20, 0x10, 0x00]);
  });
});

it('pointLayout puts the extra bytes behind the record, one behind the other', () => {
  const rgbAndRing = ownColumns(attributesOf({ optional: ['rgb', 'ring'] }));
  expect(rgbAndRing.map(({ name }) => name)).not.toContain('rgb');
  expect(rgbAndRing.at(-1)?.name).toBe('ring');
  for (const [format, bytes] of [
    [6, 30],
    [7, 36],
    [8, 38],
  ] as const) {
    const { extras, recordLength } = pointLayout(format, rgbAndRing);
    expect(extras[0].at).toBe(bytes);
    // Three normals of 4 bytes, then the instance.
    expect(extras[3]).toMatchObject({ at: bytes + 12, type: 'u32' });
    expect(extras.at(-1)?.at).toBe(bytes + 43);
    expect(recordLength).toBe(bytes + 45);
  }
});
