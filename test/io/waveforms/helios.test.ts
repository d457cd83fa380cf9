import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createSpans, createWaveformBatch, powerOf } from '../../../src/cloud/waveform-batch.js';
import { readWaveforms } from '../../../src/io/waveforms/read-waveforms.js';
import { createWaveformSink } from '../../../src/io/waveforms/waveform-formats.js';
import { checkClose } from '../../support/quick-checks.js';
import { temporaryFolder } from '../sample-cloud.js';
import { INTERVAL, sampleWaveforms } from './sample-waveforms.js';

const folder = temporaryFolder();
const path = join(folder, 'leg000_fullwave.txt');
const { points, waveforms } = sampleWaveforms(1000, 31, { bits: 12 });
const SPEED_OF_LIGHT = 299_792_458;

beforeAll(async () => {
  const sink = await createWaveformSink(path, 'helios', { files: nodeFiles });
  await sink.write(waveforms, points);
  expect((await sink.finish()).waveforms).toBe(waveforms.count);
});

it('has the columns of HELIOS++, times of one way', () => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(waveforms.count);
  lines.forEach((line, part) => {
    const [pulse, x, y, z, dx, dy, dz, from, to, time, ...samples] = line.split(' ').map(Number);
    expect(pulse).toBe(waveforms.pulse[part]);
    [x, y, z].forEach((coordinate, axis) => {
      expect(coordinate).toBeCloseTo(waveforms.origin[3 * part + axis], 4);
    });
    [dx, dy, dz].forEach((coordinate, axis) => {
      expect(coordinate).toBeCloseTo(waveforms.direction[3 * part + axis], 6);
    });
    // Times the speed of light, they are ranges: half of the way of the light.
    const range = (tick: number) => (tick * INTERVAL * SPEED_OF_LIGHT) / 2;
    expect(from * 1e-9 * SPEED_OF_LIGHT).toBeCloseTo(range(waveforms.firstSample[part]), 6);
    expect(to * 1e-9 * SPEED_OF_LIGHT).toBeCloseTo(range(waveforms.firstSample[part] + waveforms.sampleCount[part]), 6);
    expect(time).toBeCloseTo(waveforms.time[part], 6);
    // Seven digits of nanowatts.
    [...powerOf(waveforms, part)].forEach((power, k) => {
      checkClose(samples[k] * 1e-9, power, 1e-6 * Math.abs(power), `${part}, ${k}`);
    });
    expect(samples).toHaveLength(waveforms.sampleCount[part]);
  });
});

it('has a line per pulse of bins, with zeros between its parts', async () => {
  const file = join(folder, 'bins_fullwave.txt');
  const batch = createWaveformBatch(3, 5, { interval: 0.5e-9, bits: 0, baseline: 0 });
  batch.pulse.set([7, 7, 8]);
  batch.firstSample.set([100, 104, 200]);
  batch.behindTick.set([0.5, 0.5, 0.25]);
  batch.sampleStart.set([0, 2, 4]);
  batch.sampleCount.set([2, 2, 1]);
  batch.samples.set([1e-9, 2e-9, 3e-9, 4e-9, 5e-9]);
  batch.time.fill(12.5);
  batch.spans = {
    start: Float64Array.of(100.5, 100.5, 200.25),
    end: Float64Array.of(108.75, 108.75, 202),
    count: Float64Array.of(9, 9, 2),
    after: new Float64Array(3),
  };
  const sink = await createWaveformSink(file, 'helios', { files: nodeFiles });
  await sink.write(batch, points);
  expect((await sink.finish()).waveforms).toBe(2);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ').slice(7).map(Number))).toEqual([
    [25.125, 27.1875, 12.5, 1, 2, 0, 0, 3, 4, 0, 0, 0],
    [50.0625, 50.5, 12.5, 5, 0],
  ]);
});

it('has a line per part of pulses whose line would be too long', async () => {
  const file = join(folder, 'long_fullwave.txt');
  const batch = createWaveformBatch(2, 2, { interval: 0.5e-9, bits: 0, baseline: 0 });
  batch.firstSample.set([100, 90_000_000]);
  batch.sampleStart.set([0, 1]);
  batch.sampleCount.fill(1);
  batch.spans = { ...createSpans(2), count: new Float64Array(2).fill(9e7) };
  const sink = await createWaveformSink(file, 'helios', { files: nodeFiles });
  await sink.write(batch, points);
  expect((await sink.finish()).waveforms).toBe(2);
});

it('gives pulses back', async () => {
  const pulses = [...new Set(waveforms.pulse)];
  const found = await readWaveforms(nodeFiles, path, [1, 5, 1000]);
  expect(found.map(({ pulse }) => pulse)).toEqual([pulses[0], pulses[4], pulses[999]]);
  const parts = [...waveforms.pulse.keys()].filter((part) => waveforms.pulse[part] === pulses[4]);
  expect(found[1].parts).toHaveLength(2);
  found[1].parts.forEach(({ start, interval, power, returns }, k) => {
    expect(start).toBeCloseTo(waveforms.firstSample[parts[k]] * INTERVAL, 16);
    expect(interval).toBeCloseTo(INTERVAL, 18);
    expect(power).toHaveLength(waveforms.sampleCount[parts[k]]);
    expect(returns).toEqual([]);
  });
});

describe('a line', () => {
  const GOOD = '7 0 0 100 0 0 -1 333 336.5 1000 0 1 2 3 2 1 0';
  it.each([
    ['of few numbers', '7 0 0 100', /:2: found 4 numbers, expected more than 10/],
    ['of a word', GOOD.replace(' 2 ', ' two '), /:2: found no number in column 13/],
    ['of times that fall', GOOD.replace('336.5', '333'), /:2: found times from 333 to 333 ns/],
  ])('%s is refused with its place', async (_, line, message) => {
    const file = join(folder, 'spoilt.txt');
    writeFileSync(file, `${GOOD}\n${line}\n`);
    const error = await readWaveforms(nodeFiles, file, [2]).catch((reason) => reason);
    expect(error.format()).toMatch(message);
  });

  it('is read if it is of HELIOS++ itself', async () => {
    const file = join(folder, 'helios.txt');
    writeFileSync(file, `${GOOD}\n\n8 0 0 100 0 0 -1 333 336.5 1000 4`);
    const [first, second] = await readWaveforms(nodeFiles, file, [1, 2]);
    expect(first.parts[0].interval).toBeCloseTo(1e-9, 15);
    expect([...first.parts[0].power]).toEqual([0, 1, 2, 3, 2, 1, 0].map((power) => power * 1e-9));
    expect(second.parts[0].power).toHaveLength(1);
  });
});
