import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { NO_WAVEFORM } from '../../src/cloud/waveform-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { readWaveforms } from '../../src/io/waveforms/read-waveforms.js';
import { runSurvey } from '../../src/node-scans.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import { checkSurvey } from '../../src/survey/check.js';
import type { Survey } from '../../src/survey/survey.js';
import { roomSurvey } from './room-survey.js';

const SPEED_OF_LIGHT = 299_792_458;
const SPREAD = 5e-9 / 2.35482;
const STEP = SPREAD / 64;

/** Samples of a nanosecond through a Gaussian response of 5 ns, found 2 ns late, which is subtracted. */
const RECEIVER: SamplingReceiver = {
  interval: 1e-9,
  samplesMax: 512,
  spread: SPREAD,
  response: {
    start: -5 * SPREAD,
    step: STEP,
    values: Float64Array.from({ length: 641 }, (_, k) => Math.exp(-0.5 * (k / 64 - 5) ** 2) / (SPREAD * 2.5066283)),
  },
  detector: { kind: 'peak', fraction: 0.5, countsPerJoule: 1, countRate: 0, deadTime: 0 },
  threshold: 0,
  prominence: 0,
  zero: 0,
  recovery: 0,
  falseAlarmRate: 0,
};

const withReceiver = (survey: Survey, sampling: SamplingReceiver): Survey => ({
  ...survey,
  instruments: survey.instruments.map((instrument) => ({
    ...instrument,
    inLegs: undefined,
    scanner: { ...instrument.scanner, sampling },
  })),
});

const SECTIONS = {
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.02 } ]',
  output:
    'output: [ { file: in.las, waveforms: internal }, { file: out.las, waveforms: external }, points.csv ]\nwaveforms: flight.npz',
};

async function readAll(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  expect(batches).toHaveLength(1);
  return batches[0];
}

describe('a survey with waveforms', () => {
  let folder = '';
  let points: PointBatch;
  let recorded = 0;
  beforeAll(async () => {
    const survey = await roomSurvey(SECTIONS);
    folder = dirname(survey.file);
    const report = await runSurvey(withReceiver(survey, RECEIVER), { engine: 'cpu', cache: false, threads: 2 });
    recorded = report.waveforms?.[0].waveforms ?? 0;
    points = await readAll(join(folder, 'in.las'));
  });

  it('writes its files together', () => {
    const files = ['in.las', 'out.las', 'out.wdp', 'points.csv', 'flight.npz', 'in.labels.json'];
    for (const file of files) expect(existsSync(join(folder, file)), file).toBe(true);
    expect(existsSync(join(folder, 'in.wdp'))).toBe(false);
    expect(recorded).toBeGreaterThan(1000);
  });

  it('tells of every point the waveform in which it is, and its moment', async () => {
    const rows = [...points.waveform!];
    expect(rows.filter((row) => row === NO_WAVEFORM)).toEqual([]);
    expect(Math.max(...rows)).toBeLessThan(recorded);
    expect(rows.toSorted((a, b) => a - b)).toEqual(rows);
  });

  it('has the same waveforms in all files, with their peaks where the points are', async () => {
    const numbers = [1, 2, 100, 500];
    const [inside, beside, npz] = await Promise.all(
      ['in.las', 'out.las', 'flight.npz'].map((name) => readWaveforms(nodeFiles, join(folder, name), numbers)),
    );
    expect(beside).toEqual(inside);
    inside.forEach(({ parts, time }, k) => {
      const other = npz[k].parts;
      expect(time).toBe(npz[k].time);
      expect(parts).toHaveLength(other.length);
      parts.forEach(({ power, returns, start, interval }, p) => {
        const most = Math.max(...other[p].power);
        other[p].power.forEach((expected, s) => {
          expect(Math.abs(power[s] - expected)).toBeLessThanOrEqual(most / 14_000);
        });
        expect(start).toBeCloseTo(other[p].start, 11);
        expect(returns).toHaveLength(other[p].returns.length);
        const peak = other[p].power.indexOf(most) * interval;
        expect(Math.min(...returns.map((moment) => Math.abs(moment - peak)))).toBeLessThan(0.6 * interval);
      });
    });
  });

  it('keeps the energy: the sum of a waveform is that of its returns', async () => {
    const [pulse] = await readWaveforms(nodeFiles, join(folder, 'flight.npz'), [100]);
    const energy = pulse.parts.flatMap(({ power, interval }) => [...power].map((watts) => watts * interval));
    const own = [...points.gpsTime.keys()].filter((i) => points.gpsTime[i] === pulse.time);
    const total = own.reduce((sum, i) => sum + points.energy[i], 0);
    expect(energy.reduce((sum, joules) => sum + joules, 0) / total).toBeCloseTo(1, 1);
    const [range] = own.map((i) => points.range[i]);
    const { start, returns } = pulse.parts[0];
    expect(((start + returns[0]) * SPEED_OF_LIGHT) / 2).toBeCloseTo(range, 3);
  });
});

it('records waveforms of pulses whose points a mask drops, in the file of its own alone', async () => {
  const survey = await roomSurvey({
    ...SECTIONS,
    output:
      'output: [ { file: a.las, waveforms: internal } ]\nwaveforms: all_fullwave.txt\nrestrict: [ { share: 0.9 } ]',
  });
  const report = await runSurvey(withReceiver(survey, RECEIVER), { engine: 'cpu', cache: false });
  expect(report.dropped).toBeGreaterThan(4 * report.points);
  expect(report.waveforms?.[0].waveforms).toBeGreaterThan(4 * report.points);
  const folder = dirname(survey.file);
  await expect(readWaveforms(nodeFiles, join(folder, 'a.las'), [report.points + 1])).rejects.toThrow(
    'there is no pulse',
  );
});

it('places returns in their waveforms by their ranges, whatever their detector’s zero is', async () => {
  const survey = await roomSurvey({ ...SECTIONS, output: 'output: [ { file: a.las, waveforms: internal } ]' });
  const shift = 3e-9;
  const late = { ...RECEIVER, zero: shift };
  await runSurvey(withReceiver(survey, late), { engine: 'cpu', cache: false });
  const [{ parts }] = await readWaveforms(nodeFiles, join(dirname(survey.file), 'a.las'), [100]);
  const [{ power, returns, interval }] = parts;
  const found = returns[0] + shift;
  expect(Math.abs(found - power.indexOf(Math.max(...power)) * interval)).toBeLessThan(0.6 * interval);
});

it('waveforms are refused with a receiver that does not sample', async () => {
  const survey = await roomSurvey(SECTIONS);
  await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(
    /waveforms: the receiver of "Velodyne Puck \(VLP-16\)" does not sample them; add receiver: \{ sampling: \{ rate: 1 \} \} \(GHz\)/,
  );
});

it('waveforms are refused with ghosts, whose light came with other pulses', async () => {
  const survey = withReceiver(await roomSurvey(SECTIONS), RECEIVER);
  const [{ scanner }] = survey.instruments;
  Object.assign(scanner.detection, { artefacts: { crosstalk: { level: -20, reach: 1 } } });
  await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow('leave out crosstalk and blooming');
});

it('refuses a .wdp file that is in the way', async () => {
  const output = 'output: [ { file: a.las, waveforms: external } ]';
  const survey = withReceiver(await roomSurvey({ ...SECTIONS, output }), RECEIVER);
  writeFileSync(join(dirname(survey.file), 'a.wdp'), '');
  await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(
    /waveforms ".*a\.wdp": cannot write: the file exists/,
  );
});

it('refuses an ending that is none of waveforms', async () => {
  const survey = roomSurvey({ ...SECTIONS, output: 'output: [ a.las ]\nwaveforms: b.dat' });
  await expect(survey).rejects.toThrow('waveforms: found "b.dat", expected a path that ends in .npz or .txt');
});

describe('amplitudes', () => {
  it('are the highest powers of the waveforms of the returns', async () => {
    const survey = await roomSurvey({ ...SECTIONS, output: 'output: [ points.csv ]\nwaveforms: flight.npz' });
    await runSurvey(withReceiver(survey, RECEIVER), { engine: 'cpu', cache: false, threads: 1 });
    const folder = dirname(survey.file);
    const [head, ...rows] = readFileSync(join(folder, 'points.csv'), 'utf8').trim().split('\n');
    const names = head.split(',');
    const column = (name: string) => rows.map((row) => Number(row.split(',')[names.indexOf(name)]));
    const [amplitude, waveform, count] = [column('amplitude'), column('waveform'), column('number_of_returns')];
    const alone = count.flatMap((returns, k) => (returns === 1 ? [k] : [])).slice(0, 20);
    const wanted = alone.map((k) => waveform[k] + 1);
    const pulses = await readWaveforms(nodeFiles, join(folder, 'flight.npz'), wanted);
    expect(alone.length).toBe(20);
    for (const k of alone) {
      const { parts } = pulses.find(({ number }) => number === waveform[k] + 1)!;
      // The vertex of the parabola is a little above the highest sample.
      const ratio = amplitude[k] / Math.max(...parts.flatMap(({ power }) => [...power]));
      expect(ratio).toBeGreaterThan(0.9999);
      expect(ratio).toBeLessThan(1.04);
    }
  });
});

describe('a LAS file without the .wdp file beside it', () => {
  it('warns that its waveforms are missing', async () => {
    const survey = await roomSurvey({ ...SECTIONS, output: 'output: [ { file: out.las, waveforms: external } ]' });
    await runSurvey(withReceiver(survey, RECEIVER), { engine: 'cpu', cache: false, threads: 1 });
    const folder = dirname(survey.file);
    const warnings = async () => (await openLas(nodeFiles, join(folder, 'out.las'))).warnings;
    expect(await warnings()).toEqual([]);
    renameSync(join(folder, 'out.wdp'), join(folder, 'elsewhere.wdp'));
    expect(await warnings()).toEqual([
      `the waveforms of its points are in ${join(folder, 'out.wdp')}, which is not there`,
    ]);
  });
});

describe('a receiver with few samples', () => {
  async function warningsWith(samplesMax: number): Promise<string[]> {
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) };
    const { legs } = SECTIONS;
    const survey = withReceiver(await roomSurvey({ legs }), { ...RECEIVER, samplesMax });
    await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1, log });
    return warnings;
  }

  it('is named after a run, with the pulses that it cut', async () => {
    expect(await warningsWith(24)).toEqual([
      expect.stringMatching(
        /^the receiver had too few samples, or more than its 16 parts of a waveform, for \d[\d,]* of \d[\d,]* pulses with returns, whose later light is lost: see receiver.sampling.samples$/,
      ),
    ]);
  });

  it('is not named if they are enough', async () => {
    expect(await warningsWith(512)).toEqual([]);
  });
});

describe('bins', () => {
  const BINS = {
    legs: SECTIONS.legs,
    physics: 'physics: { echoes: bins }',
    waveforms: 'waveforms: flight.npz',
  };

  async function warningsOf(sections: Record<string, string>): Promise<string[]> {
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) };
    const survey = await roomSurvey({ ...BINS, ...sections });
    await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1, log });
    return warnings;
  }

  it('are recorded of every pulse with points, with the highest bin at the amplitude of the point', async () => {
    const survey = await roomSurvey({
      ...BINS,
      output: 'output: [ points.csv ]',
      detector: 'detector: { rangeNoise: 0 }',
    });
    await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1 });
    const folder = dirname(survey.file);
    const [head, ...rows] = readFileSync(join(folder, 'points.csv'), 'utf8').trim().split('\n');
    const names = head.split(',');
    const column = (name: string) => rows.map((row) => Number(row.split(',')[names.indexOf(name)]));
    const [amplitude, waveform, range] = ['amplitude', 'waveform', 'range'].map(column);
    const alone = column('number_of_returns').flatMap((count, k) => (count === 1 ? [k] : []));
    expect(waveform.includes(NO_WAVEFORM)).toBe(false);
    for (const k of alone.filter((_, i) => i % 100 === 0)) {
      const [{ parts }] = await readWaveforms(nodeFiles, join(folder, 'flight.npz'), [waveform[k] + 1]);
      const [{ power, start, interval, returns }] = parts;
      const highest = Math.max(...power);
      expect(highest / amplitude[k]).toBeCloseTo(1, 5);
      const time = start + power.indexOf(highest) * interval;
      expect((time * SPEED_OF_LIGHT) / 2).toBeCloseTo(range[k], 4);
      expect(start + returns[0]).toBeCloseTo(time, 11);
    }
  });

  it('have a line of text for each laser of a shot', async () => {
    const runs = ['flight.npz', 'flight.txt'].map(async (file) => {
      const survey = await roomSurvey({ ...BINS, waveforms: `waveforms: ${file}` });
      const { waveforms } = await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1 });
      return { path: join(dirname(survey.file), file), count: waveforms?.[0].waveforms ?? 0 };
    });
    const [rows, lines] = await Promise.all(runs);
    const times = readFileSync(lines.path, 'utf8').trim().split('\n');
    expect(times).toHaveLength(lines.count);
    // Without parts that are apart, there are as many lines as rows.
    expect(lines.count).toBeGreaterThan(rows.count * 0.9);
    expect(lines.count).toBeLessThanOrEqual(rows.count);
  });

  it('are named after a run where there was no room for them', async () => {
    // A hall, over whose floor the hits of a wide beam lie far apart.
    const scene = 'scene: { parts: [ { file: room.obj, transform: { scale: 50 } } ] }';
    const footprint = 'footprint: { subrays: 37 }';
    const scanner = 'scanner: { id: velodyne-vlp-16, divergence: { mrad: 100 }, pulse: { duration: 0.5 } }';
    const detector = 'detector: { bins: { window: 0.25 } }';
    expect(await warningsOf({ scene, scanner, footprint, detector })).toContainEqual(
      expect.stringMatching(
        /^the waveforms of \d[\d,]* of \d[\d,]* pulses have more bins with light than are recorded, or more than 16 parts; their later bins are lost$/,
      ),
    );
    expect(await warningsOf({})).toEqual([]);
  });
});
