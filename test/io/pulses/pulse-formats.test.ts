import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PulseBatch } from '../../../src/io/pulses/pulse-format.js';
import { PULSE_FORMATS, pulseEndings, pulseFormatOf } from '../../../src/io/pulses/pulse-formats.js';
import { createPulseSink } from '../../../src/io/pulses/pulse-sink.js';
import { testRandom } from '../../support/random.js';
import { temporaryFolder } from '../sample-cloud.js';

const ROOT = new URL('../../../', import.meta.url);

it('lists every file of src/io/pulses/formats, and the guide names them', () => {
  const files = readdirSync(new URL('src/io/pulses/formats', ROOT)).map((file) => file.replace(/\.ts$/, ''));
  expect(Object.keys(PULSE_FORMATS).toSorted()).toEqual(files.toSorted());
  const guide = readFileSync(new URL('docs/survey.md', ROOT), 'utf8').split(/^(?=## )/m);
  const section = guide.find((part) => part.startsWith('## pulses')) ?? '';
  for (const { ending } of Object.values(PULSE_FORMATS)) expect(section).toContain(`\`${ending}\``);
  expect(pulseEndings()).toBe('.csv, .txt, .npz or .parquet');
  expect(pulseFormatOf('a/B.TXT')).toBe('helios');
  expect(pulseFormatOf('a.las')).toBeUndefined();
});

const BATCH: PulseBatch = {
  count: 1,
  origins: Float64Array.of(-123.456, 1234.5, 80.25),
  directions: Float32Array.of(0.25, -0.5, -0.8),
  times: Float64Array.of(12.345_678),
  startTime: 4.2e8,
  channels: Uint32Array.of(1),
  silent: Uint8Array.of(0),
  returns: Uint8Array.of(2),
  leg: 3,
  first: 1_234_567,
  channelCount: 2,
  shotsBefore: 1000,
  scanner: 1,
  channelsBefore: 4,
};

it('a line has about as many bytes as it says', () => {
  for (const { line, bytesPerPulse } of [PULSE_FORMATS.csv, PULSE_FORMATS.helios]) {
    expect(bytesPerPulse / line(BATCH, 0).length).toBeGreaterThan(0.9);
    expect(bytesPerPulse / line(BATCH, 0).length).toBeLessThan(1.1);
  }
});

it('csv has the times of points, to the last bit', () => {
  const at = (startTime: number, after: number) =>
    PULSE_FORMATS.csv.line({ ...BATCH, startTime, times: Float64Array.of(after) }, 0).split(',')[0];
  const next = testRandom(20_261_129);
  for (let k = 0; k < 1000; k++) {
    const [start, after] = [4.1e8 + next() * 1e7, next() * 100];
    expect(Number(at(start, after))).toBe(start + after);
  }
  expect(at(4.2e8 + 0.75, 0.25 - 1e-10)).toBe('420000001.000000000');
  expect(at(-1.5, 0.25)).toBe('-1.250000000');
  expect(at(-3, 1)).toBe('-2.000000000');
});

it('txt numbers the pulses of a laser from 1, and lasers through all scanners', () => {
  expect(PULSE_FORMATS.helios.line(BATCH, 0).split(' ').slice(7).join(' ')).toBe('618284 5\n');
  expect(1000 + Math.floor(1_234_567 / 2) + 1).toBe(618_284);
});

describe('files of columns', () => {
  const folder = temporaryFolder();
  const COUNT = 70_000;
  const next = testRandom(7);
  /** Two batches, of which every third pulse is silent. */
  const batches = [0, COUNT].map(
    (first): PulseBatch => ({
      ...BATCH,
      count: COUNT,
      first,
      origins: Float64Array.from({ length: 3 * COUNT }, () => 1e6 * next()),
      directions: Float32Array.from({ length: 3 * COUNT }, () => next() - 0.5),
      times: Float64Array.from({ length: COUNT }, (_, k) => (first + k) * 1e-5),
      channels: Uint32Array.from({ length: COUNT }, (_, k) => k % 300),
      returns: Uint8Array.from({ length: COUNT }, (_, k) => k % 6),
      silent: Uint8Array.from({ length: COUNT }, (_, k) => (k % 3 === 2 ? 1 : 0)),
    }),
  );
  const fired = batches.flatMap((batch) =>
    Array.from({ length: COUNT }, (_, k) => ({ batch, k })).filter(({ k }) => k % 3 !== 2),
  );
  const wanted = {
    gps_time: fired.map(({ batch, k }) => batch.startTime + batch.times[k]),
    origin: fired.flatMap(({ batch, k }) => [...batch.origins.subarray(3 * k, 3 * k + 3)]),
    direction: fired.flatMap(({ batch, k }) => [...batch.directions.subarray(3 * k, 3 * k + 3)]),
    leg: fired.map(() => 3),
    pulse: fired.map(({ batch, k }) => batch.first + k),
    channel: fired.map(({ k }) => k % 300),
    scanner: fired.map(() => 1),
    returns: fired.map(({ k }) => k % 6),
  };

  async function write(name: 'npz' | 'parquet') {
    const path = join(folder, `pulses.${name}`);
    const sink = await createPulseSink(path, name, { files: nodeFiles });
    for (const batch of batches) await sink.write(batch);
    const written = await sink.finish();
    expect([written.pulses, written.bytes]).toEqual([fired.length, readFileSync(path).length]);
    const { bytesPerPulse } = PULSE_FORMATS[name];
    expect(written.bytes / fired.length).toBeLessThan(1.1 * bytesPerPulse);
    return readFileSync(path);
  }

  it('npz has arrays of NumPy, each as long as there are fired pulses', async () => {
    const bytes = await write('npz');
    const arrays: Record<string, number[]> = {};
    const types = {
      '<f8': Float64Array,
      '<f4': Float32Array,
      '<u4': Uint32Array,
      '<u2': Uint16Array,
      '|u1': Uint8Array,
    };
    // Local headers of a stored ZIP, one after the other (APPNOTE 4.3.7), and NPY 1.0 in each.
    for (let at = 0; bytes.readUInt32LE(at) === 0x0403_4b50; ) {
      const [names, extra] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
      const name = bytes.toString('latin1', at + 30, at + 30 + names).replace('.npy', '');
      const start = at + 30 + names + extra;
      const head = bytes.toString('latin1', start + 10, start + 10 + bytes.readUInt16LE(start + 8));
      const [, type, shape] = /'descr': '([^']+)'.*'shape': \(([^)]*)\)/.exec(head) ?? [];
      const length = shape
        .split(',')
        .filter((part) => part.trim() !== '')
        .reduce((product, part) => product * Number(part), 1);
      const Numbers = types[type as keyof typeof types];
      const data = start + 10 + bytes.readUInt16LE(start + 8);
      arrays[name] = [
        ...new Numbers(
          bytes.buffer.slice(bytes.byteOffset + data, bytes.byteOffset + data + length * Numbers.BYTES_PER_ELEMENT),
        ),
      ];
      at = data + length * Numbers.BYTES_PER_ELEMENT;
    }
    expect(Object.keys(arrays)).toEqual(Object.keys(wanted));
    for (const [name, values] of Object.entries(wanted))
      expect(
        arrays[name].every((value, k) => value === values[k]),
        name,
      ).toBe(true);
  });

  it('parquet has columns that others read, in several row groups', async () => {
    const bytes = await write('parquet');
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const rows = (await parquetReadObjects({ file })) as Record<string, number>[];
    expect(rows).toHaveLength(fired.length);
    for (const column of ['gps_time', 'leg', 'pulse', 'channel', 'scanner', 'returns'] as const)
      expect(
        rows.findIndex((row, k) => row[column] !== wanted[column][k]),
        column,
      ).toBe(-1);
    for (const [axis, component] of [
      ['x', 0],
      ['y', 1],
      ['z', 2],
    ] as const) {
      expect(rows.findIndex((row, k) => row[`origin_${axis}`] !== wanted.origin[3 * k + component])).toBe(-1);
      expect(rows.findIndex((row, k) => row[`direction_${axis}`] !== wanted.direction[3 * k + component])).toBe(-1);
    }
  });
});
