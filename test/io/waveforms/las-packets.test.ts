/*
 * Waveform packets of a written file against the ASPRS LAS Specification 1.4 – R15, by offsets of the specification
 * ("Public Header Block", "Point Data Record Format 9" and "10", "Waveform Packet Descriptors", "Waveform Data
 * Packets").
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { NO_WAVEFORM, powerOf } from '../../../src/cloud/waveform-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { checkClose } from '../../support/quick-checks.js';
import { cloudHeader, temporaryFolder } from '../sample-cloud.js';
import { type SampledPulses, sampleWaveforms } from './sample-waveforms.js';

const folder = temporaryFolder();

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const text = (bytes: Uint8Array, at: number, length: number) =>
  Buffer.from(bytes.subarray(at, at + length))
    .toString('latin1')
    .replace(/\0+$/, '');

interface Descriptor {
  bits: number;
  compression: number;
  samples: number;
  spacing: number;
  gain: number;
  offset: number;
}

/** The parts of the file that matter here, as the specification has them. */
function parseLas(bytes: Uint8Array) {
  const view = viewOf(bytes);
  const descriptors = new Map<number, Descriptor>();
  let at = 375;
  for (let k = 0; k < view.getUint32(100, true); k++) {
    const [userId, recordId, length] = [
      text(bytes, at + 2, 16),
      view.getUint16(at + 18, true),
      view.getUint16(at + 20, true),
    ];
    if (userId === 'LASF_Spec' && recordId >= 100 && recordId <= 354) {
      expect(length).toBe(26);
      descriptors.set(recordId - 99, {
        bits: view.getUint8(at + 54),
        compression: view.getUint8(at + 55),
        samples: view.getUint32(at + 56, true),
        spacing: view.getUint32(at + 60, true),
        gain: view.getFloat64(at + 64, true),
        offset: view.getFloat64(at + 72, true),
      });
    }
    at += 54 + length;
  }
  const pointsAt = view.getUint32(96, true);
  expect(at, 'the records end where the points begin').toBe(pointsAt);
  return {
    view,
    descriptors,
    pointsAt,
    encoding: view.getUint16(6, true),
    format: view.getUint8(104),
    recordLength: view.getUint16(105, true),
    waveformsAt: Number(view.getBigUint64(227, true)),
    evlrAt: Number(view.getBigUint64(235, true)),
    evlrCount: view.getUint32(243, true),
    pointCount: Number(view.getBigUint64(247, true)),
  };
}

/** The samples of a packet in the unit of its descriptor. */
function readSamples(data: DataView, at: number, { bits, samples, gain, offset }: Descriptor): number[] {
  return Array.from(
    { length: samples },
    (_, k) => offset + gain * (bits === 8 ? data.getUint8(at + k) : data.getUint16(at + 2 * k, true)),
  );
}

const PACKET_AT = { 9: 30, 10: 38 } as const;

describe.each([
  [9, 'internal', 10],
  [10, 'external', 12],
  [9, 'external', 8],
  [10, 'internal', 0],
] as const)('point format %i, %s waveforms of %i bits', (format, waveforms, bits) => {
  const path = join(folder, `f${format}-${waveforms}.las`);
  const batches: SampledPulses[] = [
    sampleWaveforms(600, 11, { bits }),
    sampleWaveforms(400, 12, { bits, first: 1800 }),
  ];
  let bytes = new Uint8Array();
  let packets = new Uint8Array();
  let base = 0;

  beforeAll(async () => {
    const pointFormat = format === 9 ? 6 : 7;
    const sink = await createPointSink({ path, format: 'las', pointFormat, waveforms }, cloudHeader(), {
      files: nodeFiles,
    });
    for (const batch of batches) await sink.write(batch.points, batch.waveforms);
    await sink.finish();
    bytes = readFileSync(path);
    const wdp = path.replace(/las$/, 'wdp');
    expect(existsSync(wdp)).toBe(waveforms === 'external');
    packets = waveforms === 'external' ? readFileSync(wdp) : bytes;
    base = waveforms === 'external' ? 0 : parseLas(bytes).waveformsAt;
  });

  it('says in its header where they are', () => {
    const las = parseLas(bytes);
    expect(las.format).toBe(format);
    // Bit 0 standard GPS time, 1 internal, 2 external, 4 WKT.
    expect(las.encoding).toBe(waveforms === 'internal' ? 0b10011 : 0b10101);
    const end = las.pointsAt + las.pointCount * las.recordLength;
    const isInternal = waveforms === 'internal';
    expect([las.waveformsAt, las.evlrAt, las.evlrCount]).toEqual(isInternal ? [end, end, 1] : [0, 0, 0]);
  });

  it('has a header of 60 bytes before the packets, which fill the rest', () => {
    const view = viewOf(packets);
    expect(text(packets, base + 2, 16)).toBe('LASF_Spec');
    expect(view.getUint16(base + 18, true)).toBe(65535);
    expect(Number(view.getBigUint64(base + 20, true))).toBe(packets.length - base - 60);
  });

  it('leads every point to the samples of its part, along the beam', () => {
    const { view, pointsAt, recordLength, descriptors } = parseLas(bytes);
    const data = viewOf(packets);
    let record = pointsAt + PACKET_AT[format];
    for (const { points, waveforms: batch } of batches)
      for (let i = 0; i < points.count; i++, record += recordLength) {
        const index = view.getUint8(record);
        const part = points.waveform![i];
        if (part === NO_WAVEFORM) {
          expect(Array.from({ length: 29 }, (_, k) => view.getUint8(record + k))).toEqual(new Array(29).fill(0));
          continue;
        }
        const descriptor = descriptors.get(index)!;
        expect(descriptor).toMatchObject({ bits: bits === 8 ? 8 : 16, compression: 0, spacing: 1000 });
        expect(view.getUint32(record + 9, true)).toBe((descriptor.samples * descriptor.bits) / 8);
        expect(view.getFloat32(record + 13, true)).toBeCloseTo(points.returnTime![i] * 1e12, 1);
        const beam = [17, 21, 25].map((at) => view.getFloat32(record + at, true));
        expect(Math.hypot(...beam)).toBeCloseTo(1.498962e-4, 10);
        // Back to the instrument, which is above.
        beam.forEach((b, axis) => {
          expect(b / -1.498962e-4).toBeCloseTo(batch.direction[3 * part + axis], 5);
        });
        const found = readSamples(data, base + Number(view.getBigUint64(record + 1, true)), descriptor);
        const expected = [...powerOf(batch, part)];
        const most = Math.max(...expected.map(Math.abs));
        // Codes come back as they were; watts in steps of 1/14,000 of the largest at most.
        const tolerance = bits > 0 ? 1e-12 * most + 1e-20 : most / 14_000;
        expected.forEach((power, k) => {
          checkClose(found[k], power, tolerance, k);
        });
        // Behind them no light.
        for (const power of found.slice(expected.length)) checkClose(power, 0, 1e-20);
        expect(found.length).toBeLessThan(2 * expected.length);
      }
  });

  it('writes a part once, however many returns it has, and none of pulses without points', () => {
    const { view, pointsAt, recordLength, pointCount } = parseLas(bytes);
    const sizes = new Map<number, number>();
    for (let i = 0; i < pointCount; i++) {
      const at = pointsAt + i * recordLength + PACKET_AT[format];
      if (view.getUint8(at) > 0) sizes.set(Number(view.getBigUint64(at + 1, true)), view.getUint32(at + 9, true));
    }
    const used = batches.flatMap(({ points }) => [...new Set(points.waveform)].filter((part) => part !== NO_WAVEFORM));
    expect(sizes.size).toBe(used.length);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(total).toBe(Number(viewOf(packets).getBigUint64(base + 20, true)));
  });
});

it('writes points without waveforms into a format that has them', async () => {
  const path = join(folder, 'none.las');
  const { points } = sampleWaveforms(5, 1, { bits: 8 });
  const sink = await createPointSink({ path, format: 'las', waveforms: 'internal' }, cloudHeader(), {
    files: nodeFiles,
  });
  await sink.write(points);
  await sink.finish();
  const { view, pointsAt, descriptors, waveformsAt, recordLength } = parseLas(readFileSync(path));
  expect([view.getUint8(pointsAt + 30), descriptors.size]).toEqual([0, 0]);
  expect(readFileSync(path).length).toBe(waveformsAt + 60);
  expect(waveformsAt).toBe(pointsAt + points.count * recordLength);
});

it('leaves neither file if the cloud is aborted', async () => {
  const path = join(folder, 'aborted.las');
  const { points, waveforms } = sampleWaveforms(5, 1, { bits: 8 });
  const sink = await createPointSink({ path, format: 'las', waveforms: 'external' }, cloudHeader(), {
    files: nodeFiles,
  });
  await sink.write(points, waveforms);
  await sink.abort();
  expect([existsSync(path), existsSync(path.replace(/las$/, 'wdp'))]).toEqual([false, false]);
});
