/*
 * The archive against PKWARE's APPNOTE 6.3.10 and NumPy's format 1.0, by their offsets, and read back.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { NO_WAVEFORM, powerOf } from '../../../src/cloud/waveform-batch.js';
import { crc32, joinedCrc32 } from '../../../src/io/npz/crc32.js';
import { readWaveforms } from '../../../src/io/waveforms/read-waveforms.js';
import { createWaveformSink } from '../../../src/io/waveforms/waveform-formats.js';
import { testRandom } from '../../support/random.js';
import { temporaryFolder } from '../sample-cloud.js';
import { INTERVAL, numberFrom, sampleWaveforms } from './sample-waveforms.js';

const folder = temporaryFolder();
const path = join(folder, 'flight.npz');
const first = sampleWaveforms(600, 21, { bits: 10 });
const second = numberFrom(first.waveforms.count, sampleWaveforms(400, 22, { bits: 0, first: 5000 }));
const batches = [first, second];

beforeAll(async () => {
  const sink = await createWaveformSink(path, 'npz', { files: nodeFiles });
  for (const { points, waveforms } of batches) await sink.write(waveforms, points);
  expect(await sink.finish()).toEqual({
    path,
    waveforms: first.waveforms.count + second.waveforms.count,
    bytes: readFileSync(path).length,
  });
});

/** Numbers by the type in the head of a .npy file. */
const NUMBERS: Record<string, (data: ArrayBuffer) => ArrayLike<number | bigint>> = {
  '<u4': (data) => new Uint32Array(data),
  '<u2': (data) => new Uint16Array(data),
  '|u1': (data) => new Uint8Array(data),
  '<i8': (data) => new BigInt64Array(data),
  '<f4': (data) => new Float32Array(data),
  '<f8': (data) => new Float64Array(data),
};

/** The arrays of the archive by its local headers, one after the other; checks sizes and sums on the way. */
function parseArchive(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const arrays = new Map<string, { shape: string; numbers: ArrayLike<number | bigint> }>();
  const starts: number[] = [];
  let at = 0;
  while (view.getUint32(at, true) === 0x04034b50) {
    starts.push(at);
    const [nameLength, extraLength] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    expect([view.getUint16(at + 4, true), view.getUint16(at + 6, true), view.getUint16(at + 8, true)]).toEqual([
      45, 0, 0,
    ]);
    const name = Buffer.from(bytes.subarray(at + 30, at + 30 + nameLength)).toString();
    const extra = at + 30 + nameLength;
    expect([view.getUint16(extra, true), view.getUint16(extra + 2, true)]).toEqual([1, 16]);
    const size = Number(view.getBigUint64(extra + 4, true));
    const data = bytes.subarray(extra + extraLength, extra + extraLength + size);
    expect(crc32(data), name).toBe(view.getUint32(at + 14, true));
    const head = Buffer.from(data.subarray(10, 10 + data[8] + 256 * data[9])).toString();
    const [, type, shape] = /^\{'descr': '(...)', 'fortran_order': False, 'shape': \((.*)\), \} *\n$/.exec(head)!;
    expect((10 + head.length) % 64).toBe(0);
    arrays.set(name, { shape, numbers: NUMBERS[type](Uint8Array.from(data.subarray(10 + head.length)).buffer) });
    at = extra + extraLength + size;
  }
  return { view, arrays, starts, directoryAt: at };
}

describe('the archive', () => {
  it('has a directory of 64-bit places behind its files', () => {
    const { view, starts, directoryAt, arrays } = parseArchive(readFileSync(path));
    const end = view.byteLength - 22;
    expect([view.getUint32(end, true), view.getUint16(end + 10, true)]).toEqual([0x06054b50, arrays.size]);
    const end64 = Number(view.getBigUint64(end - 20 + 8, true));
    expect([view.getUint32(end - 20, true), view.getUint32(end64, true)]).toEqual([0x07064b50, 0x06064b50]);
    expect(Number(view.getBigUint64(end64 + 32, true))).toBe(arrays.size);
    expect(Number(view.getBigUint64(end64 + 48, true))).toBe(directoryAt);
    let at = directoryAt;
    for (const start of starts) {
      expect(view.getUint32(at, true)).toBe(0x02014b50);
      const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
      expect(Number(view.getBigUint64(at + 46 + nameLength + 4 + 16, true))).toBe(start);
      expect(view.getUint32(at + 16, true)).toBe(view.getUint32(start + 14, true));
      at += 46 + nameLength + extraLength;
    }
    expect(at).toBe(end64);
  });

  it('has a row per waveform and per return, and the samples of all', () => {
    const { arrays } = parseArchive(readFileSync(path));
    const of = (name: string) => Array.from(arrays.get(`${name}.npy`)!.numbers, Number);
    const all = <T>(pick: (batch: (typeof batches)[number]) => ArrayLike<T>) =>
      batches.flatMap((b) => [...Array.from(pick(b))]);
    expect(of('samples')).toEqual(all(({ waveforms }) => waveforms.samples));
    expect(of('pulse')).toEqual(all(({ waveforms }) => waveforms.pulse));
    expect(of('first_sample')).toEqual(all(({ waveforms }) => waveforms.firstSample));
    expect(of('gain')).toEqual(all(({ waveforms }) => waveforms.gain));
    expect(of('baseline')).toEqual(all(({ waveforms }) => new Array<number>(waveforms.count).fill(waveforms.baseline)));
    expect(of('origin')).toEqual(all(({ waveforms }) => waveforms.origin));
    expect(arrays.get('direction.npy')!.shape).toBe(`${of('pulse').length}, 3`);
    const starts = of('sample_start');
    const counts = of('sample_count');
    expect(starts).toEqual(counts.map((_, k) => counts.slice(0, k).reduce((sum, count) => sum + count, 0)));
    const returns = all(({ points }) => points.waveform!).filter((row) => row !== NO_WAVEFORM);
    expect(of('return_waveform')).toEqual(returns);
    expect(of('return_time')).toHaveLength(returns.length);
  });
});

it('gives every pulse back, those without returns too', async () => {
  const rows = batches.flatMap(({ waveforms }) =>
    Array.from(waveforms.pulse, (pulse, part) => ({ waveforms, pulse, part })),
  );
  const pulses = [...new Set(rows.map(({ pulse }) => pulse))];
  const found = await readWaveforms(
    nodeFiles,
    path,
    pulses.map((_, k) => k + 1),
  );
  expect(pulses.length).toBe(1000);
  found.forEach(({ number, pulse, pointSourceId, parts, fromEmission }, k) => {
    expect([number, pulse, pointSourceId, fromEmission]).toEqual([k + 1, pulses[k], 7, true]);
    const own = rows.filter((row) => row.pulse === pulses[k]);
    expect(parts.map(({ power }) => [...power])).toEqual(
      own.map(({ waveforms, part }) => [...powerOf(waveforms, part)]),
    );
    expect(parts.map(({ start }) => start)).toEqual(
      own.map(({ waveforms, part }) => waveforms.firstSample[part] * INTERVAL),
    );
  });
  expect(found.filter(({ parts }) => parts.every(({ returns }) => returns.length === 0)).length).toBeGreaterThan(50);
});

it('refuses numbers that are not there', async () => {
  await expect(readWaveforms(nodeFiles, path, [1001])).rejects.toThrow('there is no pulse 1001 with a waveform');
});

describe('a file', () => {
  let spoilt = 0;
  const messageOf = async (change: (bytes: Buffer) => unknown): Promise<string> => {
    const copy = Buffer.from(readFileSync(path));
    const spoiltPath = join(folder, `spoilt-${spoilt++}.npz`);
    const changed = change(copy);
    writeFileSync(spoiltPath, changed instanceof Uint8Array ? changed : copy);
    const error: unknown = await readWaveforms(nodeFiles, spoiltPath, [1, 700]).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).format();
  };
  const after = (bytes: Buffer, name: string) => bytes.indexOf(name) + name.length + 20;
  /** Fills bytes of an array, behind its head of 128 bytes, with ones, and states the sum of the new content. */
  const fillSealed = (bytes: Buffer, name: string, count: number) => {
    const start = after(bytes, name);
    bytes.fill(255, start + 128, start + 128 + count);
    const length = Number(bytes.readBigUInt64LE(start - 16));
    bytes.writeUInt32LE(crc32(bytes.subarray(start, start + length)), bytes.lastIndexOf(name) - 46 + 16);
  };

  it.each<[string, (bytes: Buffer) => unknown, RegExp]>([
    ['that is cut off', (bytes) => bytes.subarray(0, bytes.length - 30), /found no end of a zip archive/],
    ['that is empty', () => Buffer.alloc(0), /found no end of a zip archive/],
    ['that is a text', () => Buffer.from('x y z\n'.repeat(1000)), /found no end of a zip archive/],
    [
      'whose directory is elsewhere',
      (bytes) => void bytes.writeBigUInt64LE(10n ** 15n, bytes.length - 22 - 20 - 8),
      /does not fit/,
    ],
    [
      'whose directory is broken',
      (bytes) => void bytes.writeBigUInt64LE(5n, bytes.length - 22 - 20 - 8),
      /directory is (broken|cut off)/,
    ],
    ['without an array', (bytes) => void bytes.write('grin', bytes.lastIndexOf('gain.npy')), /found no array gain/],
    [
      'with a lying shape',
      (bytes) => void bytes.write('(9', bytes.indexOf("'shape': (", after(bytes, 'gain.npy')) + 9),
      /gain\.npy: found \d+ bytes, expected \d+ for its/,
    ],
    [
      'of other numbers',
      (bytes) => void bytes.write('<c8', bytes.indexOf('<f4', after(bytes, 'gain.npy'))),
      /gain\.npy: found .*<c8.*, expected rows of/,
    ],
    [
      'whose samples are elsewhere',
      (bytes) => fillSealed(bytes, 'sample_start.npy', 8),
      /samples\.npy: found rows -1 to/,
    ],
    ['with endless samples', (bytes) => fillSealed(bytes, 'sample_count.npy', 4), /waveform 0 has 4294967295 samples/],
    [
      'with one wrong bit',
      (bytes) => {
        bytes[after(bytes, 'samples.npy') + 1000] ^= 4;
      },
      /spoilt-\d+\.npz[\s\S]*samples\.npy: found bytes with the CRC-32 [0-9a-f]{8}, expected [0-9a-f]{8}: the file is damaged/,
    ],
  ])('%s is refused', async (_, change, message) => {
    expect(await messageOf(change)).toMatch(message);
  });

  it('is refused with the way out if it is compressed', async () => {
    const at = readFileSync(path).lastIndexOf('samples.npy') - 46;
    expect(await messageOf((bytes) => void bytes.writeUInt16LE(8, at + 10))).toMatch(
      /samples\.npy compressed.*\n.*numpy\.savez/,
    );
  });
});

describe('crc32', () => {
  it('is that of zlib, of any length and place in memory', () => {
    const random = testRandom(5);
    const memory = Uint8Array.from({ length: 300 }, () => Math.floor(256 * random()));
    for (let from = 0; from < 5; from++)
      for (let length = 0; length < 40; length++) {
        const bytes = memory.subarray(from, from + 7 * length);
        expect(crc32(bytes, 0x1234567)).toBe(zlibCrc32(bytes, 0x1234567));
      }
  });

  it('is that of the standard, and of two runs that of both', () => {
    const text = new TextEncoder().encode('123456789');
    // The check value of CRC-32/ISO-HDLC.
    expect(crc32(text)).toBe(0xcbf43926);
    for (let cut = 0; cut <= text.length; cut++)
      expect(joinedCrc32(crc32(text.subarray(0, cut)), crc32(text.subarray(cut)), text.length - cut)).toBe(0xcbf43926);
  });
});
