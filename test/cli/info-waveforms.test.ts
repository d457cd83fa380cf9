import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createPointBatch } from '../../src/cloud/point-batch.js';
import { createWaveformBatch, type WaveformBatch } from '../../src/cloud/waveform-batch.js';
import { createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { createWaveformSink } from '../../src/io/waveforms/waveform-formats.js';
import { CURVE_COLORS } from '../../src/picture/chart/line-chart.js';
import { cloudHeader } from '../io/sample-cloud.js';
import { subray } from './fakes.js';

const SPEED_OF_LIGHT = 299_792_458;
let folder: string;
const at = (name: string) => join(folder, name);

/** Two pulses: a bump of 1 µW, 20 m away, and one of half of it in two parts; every part has a return at its peak. */
function twoPulses(): { points: ReturnType<typeof createPointBatch>; waveforms: WaveformBatch } {
  const ticks = [128, 128, 160];
  const waveforms = createWaveformBatch(3, 48, { interval: 1e-9, bits: 8, baseline: 10 });
  waveforms.pulse.set([7, 8, 8]);
  const points = createPointBatch(3);
  points.waveform = Uint32Array.of(0, 1, 2);
  points.returnTime = new Float32Array(3).fill(6e-9);
  ticks.forEach((tick, part) => {
    waveforms.firstSample[part] = tick;
    waveforms.sampleStart[part] = 16 * part;
    waveforms.sampleCount[part] = 16;
    waveforms.gain[part] = part === 0 ? 1e-8 : 5e-9;
    waveforms.time[part] = points.gpsTime[part] = part === 0 ? 100 : 100.001;
    waveforms.pointSourceId[part] = points.pointSourceId[part] = 3;
    waveforms.direction.set([0, 1, 0], 3 * part);
    for (let k = 0; k < 16; k++)
      waveforms.samples[16 * part + k] = Math.round(10 + 100 * Math.exp(-0.5 * ((k - 6) / 2) ** 2));
    points.range[part] = ((tick + 6) * 1e-9 * SPEED_OF_LIGHT) / 2;
    points.returnNumber[part] = points.returnCount[part] = 1;
  });
  return { points, waveforms };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-waveforms-'));
  const { points, waveforms } = twoPulses();
  const cloud = await createPointSink(
    { path: at('two.las'), format: 'las', waveforms: 'external', fields: 'all' },
    cloudHeader(),
    {
      files: nodeFiles,
    },
  );
  await cloud.write(points, waveforms);
  await cloud.finish();
  for (const [name, format] of [
    ['two.npz', 'npz'],
    ['two_fullwave.txt', 'helios'],
  ] as const) {
    const sink = await createWaveformSink(at(name), format, { files: nodeFiles });
    await sink.write(waveforms, points);
    await sink.finish();
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Pixels of the colour of curve `k`. */
function curvePixels(png: string, k: number): number {
  const { data, channels } = decode(readFileSync(png));
  const [red, green, blue] = [CURVE_COLORS[k] >> 16, (CURVE_COLORS[k] >> 8) & 255, CURVE_COLORS[k] & 255];
  let count = 0;
  for (let i = 0; i < data.length; i += channels)
    if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++;
  return count;
}

describe('subray info FILE --waveform', () => {
  it.each(['two.las', 'two.npz', 'two_fullwave.txt'])('prints pulses of %s', async (name) => {
    const { code, stdout, stderr } = await subray(`info ${at(name)} --waveform 2,1`);
    expect([stderr, code]).toEqual(['', 0]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ').trim());
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^pulse 2, (8 of its leg, )?(point source 3, )?GPS time 100\.001$/);
    const returns = name.endsWith('.txt') ? 'no returns' : 'returns at 6.000 ns';
    // 128 ns · c / 2 = 19.187 m, 160 ns: 23.983 m.
    expect(lines[1]).toBe(`from 19.187 m 16 samples, one every 1 ns up to 5e-7 W ${returns}`);
    expect(lines[2]).toBe(`from 23.983 m 16 samples, one every 1 ns up to 5e-7 W ${returns}`);
    expect(lines[4]).toBe(`from 19.187 m 16 samples, one every 1 ns up to 0.000001 W ${returns}`);
  });

  it('draws them with a line at every return, in a colour each', async () => {
    for (const name of ['two.npz', 'two_fullwave.txt']) {
      const png = at(`${name}.png`);
      const { code, stdout } = await subray(`info ${at(name)} --waveform 1,2 --png ${png} --size 800x600`);
      expect([code, stdout.includes(`picture: ${png}`)]).toEqual([0, true]);
    }
    const [marked, bare] = ['two.npz.png', 'two_fullwave.txt.png'].map(at);
    expect(decode(readFileSync(marked))).toMatchObject({ width: 800, height: 600 });
    for (const k of [0, 1]) {
      expect(curvePixels(bare, k)).toBeGreaterThan(50);
      // The first return's line reaches almost to the top of 480 pixels; the others' half of it.
      expect(curvePixels(marked, k)).toBeGreaterThan(curvePixels(bare, k) + 150);
    }
  });

  it('has all samples as JSON', async () => {
    const { stdout } = await subray(`info ${at('two.las')} --waveform 1 --json`);
    const { kind, pulses } = JSON.parse(stdout);
    expect([kind, pulses.length, pulses[0].number]).toEqual(['waveforms', 1, 1]);
    expect(pulses[0].parts[0].power).toHaveLength(16);
    expect(pulses[0].parts[0].power[6]).toBeCloseTo(1e-6, 12);
  });

  it('names the LAS file of a file of packets', async () => {
    const { code, stderr } = await subray(`info ${at('two.wdp')}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`two.wdp: the waveform packets of a LAS file`);
    expect(stderr).toContain('two.las');
  });

  it.each([
    ['--waveform 0', 'expected up to 8 different whole numbers from 1'],
    ['--waveform 1,x', 'found "1,x"'],
    ['--waveform 1,1', 'found "1,1"'],
    ['--waveform 3', 'there is no pulse 3 with a waveform'],
    ['', 'a file of waveforms: say which to show'],
  ])('%s is refused', async (argv, message) => {
    const { code, stderr } = await subray(`info ${at('two.npz')} ${argv}`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses other files, and leaves no picture', async () => {
    const cloud = await createPointSink({ path: at('bare.ply'), format: 'ply' }, cloudHeader(), { files: nodeFiles });
    await cloud.finish();
    const { code, stderr } = await subray(`info ${at('bare.ply')} --waveform 1 --png ${at('bare.png')}`);
    expect([code, stderr.includes('waveforms are read from .las, .npz or .txt')]).toEqual([2, true]);
    expect(existsSync(at('bare.png'))).toBe(false);
  });
});
