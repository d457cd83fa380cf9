import { describe, expect, it } from 'vitest';
import { type PointBatch, slicePoints } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { ownColumns, pointLayout, type WritablePointFormat } from '../../../src/io/las/point-layout.js';
import { RecordCoder } from '../../../src/io/las/record-coder.js';
import { noRecords, RecordTally } from '../../../src/io/las/record-tally.js';
import type { TallyCounts } from '../../../src/io/records/coded-points.js';
import { INT32_MAX, type Quantization } from '../../../src/io/records/quantization.js';
import { goldenCloud, sampleBatch } from '../sample-cloud.js';

const MILLIMETRES: Quantization = { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] };
const layoutOf = (format: WritablePointFormat) => pointLayout(format, ownColumns(attributesOf({})));
const coderOf = (format: WritablePointFormat, quantization = MILLIMETRES) =>
  new RecordCoder(layoutOf(format), quantization);

/** The records of a batch, with nothing beside them in their memory touched. */
function coded(coder: RecordCoder, batch: PointBatch): { bytes: Uint8Array; tally: TallyCounts } {
  const memory: Uint8Array<ArrayBuffer>[] = [];
  const points = coder.code(batch, (size) => {
    memory.push(new Uint8Array(size + 10).fill(0xaa));
    return memory[0].subarray(5, 5 + size);
  });
  const [whole] = memory;
  for (const outside of [whole.subarray(0, 5), whole.subarray(-5)])
    expect([...outside]).toEqual(new Array(5).fill(0xaa));
  expect(points.bytes).toEqual([whole.subarray(5, -5)]);
  expect(points.tally?.points).toBe(batch.count);
  return { bytes: points.bytes[0], tally: points.tally ?? noRecords() };
}

/** The counts of a file for points that come one batch after the other. */
function tallyOf(counts: readonly TallyCounts[]): RecordTally {
  const tally = new RecordTally(6, counts[0]?.held.length);
  for (const one of counts) tally.join(one);
  return tally;
}

describe('records of points', () => {
  it.each([6, 7, 8] as const)('are the same in format %d one by one and in tiles', (format) => {
    // Tiles have 256 points: one whole, one with a single point, and points before and behind.
    const batch = slicePoints(sampleBatch(262, 3, { colour: true }), 2, 259);
    const coder = coderOf(format);
    const together = coded(coder, batch);
    const length = layoutOf(format).recordLength;
    const counts = Array.from({ length: 257 }, (_, k) => {
      const { bytes, tally } = coded(coder, slicePoints(batch, k, k + 1));
      expect(together.bytes.subarray(k * length, (k + 1) * length)).toEqual(bytes);
      return tally;
    });
    expect(tallyOf(counts).counts).toEqual(together.tally);
    expect(together.tally.points).toBe(257);
  });

  it('have their bounds and returns counted, over several batches', () => {
    const coder = coderOf(7);
    const cloud = goldenCloud();
    expect(tallyOf([]).bounds(MILLIMETRES)).toEqual({ min: [0, 0, 0], max: [0, 0, 0] });
    const [later, none, first] = [
      [1, 3],
      [1, 1],
      [0, 1],
    ].map(([from, to]) => coded(coder, slicePoints(cloud, from, to)).tally);
    const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 12));
    expect(tallyOf([later, none]).bounds(MILLIMETRES)).toEqual({
      min: close(-1.001, -80, -3),
      max: close(2.5, 90, 40),
    });
    const all = tallyOf([later, none, first]);
    expect([all.points, all.byReturn]).toEqual([3, [0, 2, 1, ...new Array(13).fill(0)]]);
  });

  it('have coordinates from the offset in steps of the scale, another for each axis', () => {
    const quantization: Quantization = { scale: [0.5, 0.25, 0.125], offset: [10, -20, 30] };
    const cloud = goldenCloud();
    cloud.x.set([12, 11, 10]);
    cloud.y.set([-20, -19, -20]);
    cloud.z.set([30, 30, 29]);
    const { bytes, tally } = coded(coderOf(6, quantization), cloud);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const at = (k: number) => [0, 4, 8].map((byte) => view.getInt32(k * layoutOf(6).recordLength + byte, true));
    expect([0, 1, 2].map(at)).toEqual([
      [4, 0, 0],
      [2, 4, 0],
      [0, 0, -8],
    ]);
    expect(tallyOf([tally]).bounds(quantization)).toEqual({ min: [10, -20, 29], max: [12, -19, 30] });
  });

  it.each(['x', 'y', 'z'] as const)(
    'hold %s up to 2³¹ − 1 steps from the offset to both sides, and no more',
    (axis) => {
      const encodeAt = (steps: number) => {
        const cloud = goldenCloud();
        cloud[axis][1] = steps;
        return coded(coderOf(6, { scale: [1, 1, 1], offset: [0, 0, 0] }), cloud).tally.stored;
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
      return coded(coderOf(8), { ...cloud, rgb: undefined }).bytes;
    };
    for (const angle of [Math.PI, -Math.PI]) {
      const bytes = withAngle(angle);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      expect(view.getInt16(18, true)).toBe(angle > 0 ? 30_000 : -30_000);
      expect([30, 32, 34, 36].map((byte) => view.getUint16(byte, true))).toEqual([0, 0, 0, 0]);
    }
    // A step of the scan angle is 0.006°, 0.0001 rad.
    for (const angle of [3.1418, -3.1418])
      expect(() => withAngle(angle)).toThrow('scan angles are within half a turn of nadir');
  });

  it('take the scanner before the laser, two bits of it', () => {
    const ofLines = { scanDirection: undefined, edgeOfFlightLine: undefined };
    const cloud = { ...goldenCloud(), ...ofLines, scanner: Uint8Array.of(1, 2, 7) };
    cloud.channel.set([6, 5, 4]);
    const flags = (batch: PointBatch) => {
      const { bytes } = coded(coderOf(6), batch);
      return [0, 1, 2].map((k) => bytes[k * layoutOf(6).recordLength + 15]);
    };
    expect(flags(cloud)).toEqual([0x10, 0x20, 0x30]);
    expect(flags({ ...cloud, scanner: undefined })).toEqual([0x20, 0x10, 0x00]);
  });

  it('bring their lasers and waveforms where the file wants these', () => {
    const batch = { ...goldenCloud(), waveform: Uint32Array.of(0, 1, 1), returnTime: Float32Array.of(1, 2, 3) };
    const [layout, { waveform, returnTime }] = [layoutOf(6), batch];
    expect(new RecordCoder(layout, MILLIMETRES).code(batch)).not.toHaveProperty('lasers');
    const rich = new RecordCoder(layout, MILLIMETRES, { byLaser: true, waveforms: true }).code(batch);
    expect(rich.lasers).toEqual(batch.channel);
    expect(rich.found).toEqual({ count: 3, waveform, returnTime });
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
