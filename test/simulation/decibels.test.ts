import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { convertCloud } from '../../src/node-clouds.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { outliers } from '../support/outliers.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-decibels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Below the scanner at 100 m: a level plane, and one that rises by 45° across the line.
const plane = (from: number, to: number, rise: number) =>
  [`v ${from} -30 0`, `v ${to} -30 ${rise}`, `v ${to} 30 ${rise}`, `v ${from} 30 0`, 'f 1 2 3 4'].join('\n');
writeFileSync(join(folder, 'level.obj'), `usemtl tenth\n${plane(-30, 0, 0)}\n`);
writeFileSync(join(folder, 'slope.obj'), `usemtl tenth\n${plane(0, 30, 30)}\n`);

const survey = (output: string, more = '') => `
name: decibels
scene:
  parts: [ { file: level.obj }, { file: slope.obj } ]
  materials: { tenth: { scattering: { model: lambert, reflectance: 0.1 } } }
scanner: { id: riegl-minivux-1uav, pulse: { duration: 1 } }
detector: { rangeNoise: 0, minEnergy: 1.0e-17 }
platform: quadcopter
atmosphere: { visibilityKm: 23 }
${more}
legs: [ { from: [0, -4, 100], to: [0, 4, 100], speed: 8 } ]
output: ${output}
`;

async function run(text: string): Promise<void> {
  const file = join(folder, 'survey.yaml');
  writeFileSync(file, text);
  const options = { engine: 'cpu', threads: 1, cache: false, force: true } as const;
  await runSurvey(await loadSurvey(file, { outputFolder: folder }), options);
}

async function pointsOf(name: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, name)))) batches.push(batch);
  return joinBatches(batches);
}

/** Full width at half maximum of the pulse, s. */
const PULSE = 1e-9;

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

let full: PointBatch;

beforeAll(async () => {
  const fields = '[standard, riegl]';
  await run(
    survey(
      `[ { file: riegl.las, fields: riegl }, { file: full.npz, fields: ${fields} }, { file: misses.laz, fields: riegl, misses: true } ]`,
      'intensity: { scale: reflectance }',
    ),
  );
  full = await pointsOf('full.npz');
});

it('tell the reflectance of a Lambertian surface at any range, and the angle of incidence', () => {
  const { count, reflectanceDb = [], incidenceAngle, intensity, instance } = full;
  // ρ cos θ = 0.1 cos θ, in decibels; foliage and edges of the two planes are not among whole footprints.
  const whole = numbers(count).filter((i) => Math.abs(full.x[i]) > 1 && Math.abs(full.x[i]) < 25);
  expect(whole.length).toBeGreaterThan(1000);
  expect(new Set(whole.map((i) => instance[i])).size).toBe(2);
  const expected = (i: number) => 10 * Math.log10(0.1 * Math.cos(incidenceAngle[i]));
  expect(outliers(whole, (i) => Math.abs(reflectanceDb[i] - expected(i)) < 0.02)).toEqual([]);
  expect(outliers(numbers(count), (i) => Math.abs(intensity[i] / 100 - 50 - reflectanceDb[i]) < 0.0051)).toEqual([]);
});

it('tell the energy over the detection limit', () => {
  const { count, amplitudeDb = [], energy } = full;
  expect(outliers(numbers(count), (i) => Math.abs(amplitudeDb[i] - 10 * Math.log10(energy[i] / 1e-17)) < 1e-3)).toEqual(
    [],
  );
});

it('tell how much wider an echo is than that of a wall across the beam', () => {
  const { count, deviation = [], echoWidth, incidenceAngle } = full;
  const isTold = (i: number) => Math.abs(deviation[i] - 100 * (echoWidth[i] / PULSE - 1)) < 0.01;
  expect(outliers(numbers(count), isTold)).toEqual([]);
  const mean = (from: number, to: number) => {
    const some = numbers(count).filter((i) => incidenceAngle[i] >= from && incidenceAngle[i] < to);
    return some.reduce((sum, i) => sum + deviation[i], 0) / some.length;
  };
  expect(mean(0, 0.05)).toBeLessThan(0.05);
  expect(mean(0.7, 0.8)).toBeGreaterThan(0.2);
});

/** Data of the record of extra bytes, read by its place in the specification: LAS 1.4 – R15, table 24. */
function extraBytes(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset);
  const text = (at: number, bytes: number) =>
    Buffer.from(file.subarray(at, at + bytes))
      .toString('latin1')
      .replace(/\0+$/, '');
  let at = view.getUint16(94, true);
  for (let k = view.getUint32(100, true); k > 0; k--) {
    const length = view.getUint16(at + 20, true);
    if (text(at + 2, 16) === 'LASF_Spec' && view.getUint16(at + 18, true) === 4)
      return numbers(length / 192).map((field) => {
        const from = at + 54 + 192 * field;
        const isScaled = (view.getUint8(from + 3) & 8) !== 0;
        return {
          ...{ type: view.getUint8(from + 2), name: text(from + 4, 32), description: text(from + 160, 32) },
          scale: isScaled ? view.getFloat64(from + 112, true) : 1,
        };
      });
    at += 54 + length;
  }
  return [];
}

it("are in LAS as RIEGL's software writes them: names, types, scales and descriptions", async () => {
  const file = new Uint8Array(readFileSync(join(folder, 'riegl.las')));
  // lasinfo of AHN4 says the same: 3 is an unsigned short, 4 a short.
  expect(extraBytes(file)).toEqual([
    { type: 3, name: 'Amplitude', description: 'Echo signal amplitude [dB]', scale: 0.01 },
    { type: 4, name: 'Reflectance', description: 'Echo signal reflectance [dB]', scale: 0.01 },
    { type: 3, name: 'Deviation', description: 'Pulse shape deviation', scale: 1 },
  ]);
  const view = new DataView(file.buffer, file.byteOffset);
  const [points, stride] = [view.getUint32(96, true), view.getUint16(105, true)];
  expect(stride).toBe(30 + 6);
  const { count, amplitudeDb = [], reflectanceDb = [], deviation = [] } = full;
  expect(Number(view.getBigUint64(247, true))).toBe(count);
  const isSame = (i: number) => {
    const at = points + stride * i + 30;
    return (
      Math.abs(view.getUint16(at, true) / 100 - amplitudeDb[i]) < 0.0051 &&
      Math.abs(view.getInt16(at + 2, true) / 100 - reflectanceDb[i]) < 0.0051 &&
      Math.abs(view.getUint16(at + 4, true) - deviation[i]) < 0.51
    );
  };
  expect(outliers(numbers(count), isSame)).toEqual([]);
});

it('are the least that there is for pulses without returns', async () => {
  const { count, returnNumber, amplitudeDb = [], reflectanceDb = [], deviation = [] } = await pointsOf('misses.laz');
  const missed = numbers(count).filter((i) => returnNumber[i] === 0);
  expect(missed.length).toBeGreaterThan(1000);
  expect(outliers(missed, (i) => amplitudeDb[i] === 0 && reflectanceDb[i] === -50 && deviation[i] === 0)).toEqual([]);
});

it('go over to other formats with the presets of convert, and are missed in words', async () => {
  await convertCloud(join(folder, 'riegl.las'), join(folder, 'out.csv'), { output: { fields: 'riegl' } });
  const [names, first] = readFileSync(join(folder, 'out.csv'), 'utf8').split('\n');
  expect(names).toBe('x,y,z,amplitude_db,reflectance_db,deviation');
  expect(Number(first.split(',')[4])).toBeCloseTo(full.reflectanceDb?.[0] ?? 0, 1);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  await run(survey('[ { file: plain.las } ]'));
  await convertCloud(join(folder, 'plain.las'), join(folder, 'none.las'), { output: { fields: 'riegl' }, log });
  expect(warnings.join('\n')).toContain('no cloud has amplitude_db, reflectance_db or deviation');
});
