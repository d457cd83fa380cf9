import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PULSE_FORMATS, pulseEndings, pulseFormatOf } from '../../../src/io/pulses/pulse-formats.js';

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

it('a line has about as many bytes as it says', () => {
  const batch = {
    count: 1,
    origins: Float64Array.of(-123.456, 1234.5, 80.25),
    directions: Float32Array.of(0.25, -0.5, -0.8),
    times: Float64Array.of(12.345_678),
    startTime: 4.2e8,
    channels: Uint32Array.of(0),
    silent: Uint8Array.of(0),
    leg: 3,
    first: 1_234_567,
    channelCount: 1,
    shotsBefore: 0,
    scanner: 0,
    channelsBefore: 0,
  };
  for (const { line, bytesPerPulse } of Object.values(PULSE_FORMATS)) {
    expect(bytesPerPulse / line(batch, 0).length).toBeGreaterThan(0.9);
    expect(bytesPerPulse / line(batch, 0).length).toBeLessThan(1.1);
  }
});
