import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PulseBatch } from '../../../src/io/pulses/pulse-format.js';
import { PULSE_FORMATS, pulseEndings, pulseFormatOf } from '../../../src/io/pulses/pulse-formats.js';
import { testRandom } from '../../support/random.js';

const ROOT = new URL('../../../', import.meta.url);

it('lists every file of src/io/pulses/formats, and the guide names them', () => {
  const files = readdirSync(new URL('src/io/pulses/formats', ROOT)).map((file) => file.replace(/\.ts$/, ''));
  expect(Object.keys(PULSE_FORMATS).toSorted()).toEqual(files.toSorted());
  const guide = readFileSync(new URL('docs/survey.md', ROOT), 'utf8').split(/^(?=## )/m);
  const section = guide.find((part) => part.startsWith('## pulses')) ?? '';
  for (const { ending } of Object.values(PULSE_FORMATS)) expect(section).toContain(`\`${ending}\``);
  expect(pulseEndings()).toBe('.csv or .txt');
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
  leg: 3,
  first: 1_234_567,
  channelCount: 2,
  shotsBefore: 1000,
  scanner: 1,
  channelsBefore: 4,
};

it('a line has about as many bytes as it says', () => {
  for (const { line, bytesPerPulse } of Object.values(PULSE_FORMATS)) {
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
