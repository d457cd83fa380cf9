import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { isMiss } from '../../src/cloud/misses.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { checkLas } from '../../src/io/check/check-las.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { outliers } from '../support/outliers.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-misses-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const square = (half: number, z: number) =>
  `v ${-half} ${-half} ${z}\nv ${half} ${-half} ${z}\nv ${half} ${half} ${z}\nv ${-half} ${half} ${z}\nf 1 2 3 4\n`;
writeFileSync(join(folder, 'ground.obj'), square(500, 0));

// Slats along x, 0.1 m wide and 0.1 m apart: half of the plane.
const SLATS = 300;
const slat = (k: number) => {
  const [low, high] = [0.2 * (k - SLATS / 2), 0.2 * (k - SLATS / 2) + 0.1];
  return `v -50 ${low} 0\nv 50 ${low} 0\nv 50 ${high} 0\nv -50 ${high} 0\nf ${[1, 2, 3, 4].map((n) => 4 * k + n).join(' ')}\n`;
};
writeFileSync(join(folder, 'slats.obj'), Array.from({ length: SLATS }, (_, k) => slat(k)).join(''));

interface Parts {
  scene?: string;
  more?: string;
  scanner?: string;
  detector?: string;
  legs?: string;
}

/** A scanner of 16 lasers above level ground: those from 1° upwards meet nothing. */
const survey = (output: string, { scene = 'ground.obj', more = '', scanner, detector, legs }: Parts = {}) => `
name: misses
scene: { parts: [ { name: part, file: ${scene} } ] }
scanner: ${scanner ?? '{ id: velodyne-vlp-16, rotationRate: 20 }'}
detector: { rangeMax: 120, rangeNoise: 0, ${detector ?? 'minEnergy: 1.0e-20'} }
footprint: { subrays: 1 }
legs: ${legs ?? '[ { position: [0, 0, 1.5], duration: 0.1 } ]'}
output: ${output}
${more}
`;

async function run(text: string, threads = 1): Promise<void> {
  const file = join(folder, 'survey.yaml');
  writeFileSync(file, text);
  await runSurvey(await loadSurvey(file, { outputFolder: folder }), {
    engine: 'cpu',
    threads,
    cache: false,
    force: true,
  });
}

async function pointsOf(name: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, name)))) batches.push(batch);
  return joinBatches(batches);
}

/** The rows of a file of pulses as CSV. */
const pulseRows = (name: string): number[][] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));

const every = (count: number) => Array.from({ length: count }, (_, i) => i);

const NAMES = ['las', 'laz', 'copc.laz', 'csv', 'npy', 'npz', 'ply', 'pcd', 'parquet', 'e57'].map((end) => `m.${end}`);
const FIELDS = 'fields: [all, pulse], misses: true';

it('are a point for each pulse without a return, where its range ends, in every format with the fields', async () => {
  const outputs = [...NAMES.map((name) => `{ file: ${name}, ${FIELDS} }`), 'plain.laz'];
  await run(survey(`[ ${outputs.join(', ')} ]`, { more: 'pulses: p.csv' }));
  const pulses = pulseRows('p.csv');
  const plain = await pointsOf('plain.laz');
  expect(plain.count).toBeGreaterThan(1000);
  for (const name of NAMES) {
    const points = await pointsOf(name);
    const { count, x, y, z, pulse = [], gpsTime, channel, range, classification, intensity, material } = points;
    const misses = every(count).filter((i) => isMiss(points, i));
    // Each pulse has one return at most.
    expect(count, name).toBe(pulses.length);
    expect(count - misses.length, name).toBe(plain.count);
    expect(new Set(pulse).size).toBe(pulses.length);
    const placed = (i: number) => {
      const [time, ox, oy, oz, dx, dy, dz, , , laser] = pulses[pulse[i]];
      const to = [x[i] - ox, y[i] - oy, z[i] - oz];
      const way = Math.hypot(...to);
      const turn = Math.hypot(to[0] / way - dx, to[1] / way - dy, to[2] / way - dz);
      return turn < 1e-5 && Math.abs(way - 120) < 1e-3 && Math.abs(gpsTime[i] - time) < 1e-6 && channel[i] === laser;
    };
    expect(outliers(misses, placed), name).toEqual([]);
    expect(
      outliers(misses, (i) => Math.abs(range[i] - 120) < 1e-3),
      name,
    ).toEqual([]);
    expect(outliers(misses, (i) => classification[i] + intensity[i] === 0 && material[i] === 65535)).toEqual([]);
    // Not of COPC: a file that others sort.
    if (name !== 'm.copc.laz')
      expect(
        outliers(every(count - 1), (i) => pulse[i] < pulse[i + 1]),
        name,
      ).toEqual([]);
  }
});

it('have the directions of the pulses to the digits of both', async () => {
  await run(survey(`[ { file: m.npz, ${FIELDS} } ]`, { more: 'pulses: p.csv' }));
  const pulses = pulseRows('p.csv');
  const points = await pointsOf('m.npz');
  const { x, y, z, pulse = [], count } = points;
  const misses = every(count).filter((i) => isMiss(points, i));
  const directed = (i: number) => {
    const [, ox, oy, oz, dx, dy, dz] = pulses[pulse[i]];
    return Math.hypot((x[i] - ox) / 120 - dx, (y[i] - oy) / 120 - dy, (z[i] - oz) / 120 - dz) < 1e-6;
  };
  expect(misses.length).toBeGreaterThan(1000);
  expect(outliers(misses, directed)).toEqual([]);
});

it('break no rule of LAS', async () => {
  await run(survey('[ { file: m.las, misses: true }, { file: old.las, pointFormat: 1, misses: true } ]'));
  for (const name of ['m.las', 'old.las']) {
    const { faults } = await checkLas(join(folder, name), { files: nodeFiles });
    expect(faults, name).toEqual([]);
    const points = await pointsOf(name);
    expect(every(points.count).filter((i) => isMiss(points, i)).length, name).toBeGreaterThan(1000);
  }
});

it('are the gaps of a plane of slats, half of it', async () => {
  const scanner = '{ id: riegl-minivux-1uav, elevationMin: -6, elevationMax: 6 }';
  const legs = '[ { from: [-5, 0, 40], to: [5, 0, 40], speed: 5 } ]';
  await run(
    survey('[ { file: m.npz, misses: true } ]', { scene: 'slats.obj', scanner, legs, more: 'platform: quadcopter' }),
  );
  const points = await pointsOf('m.npz');
  const misses = every(points.count).filter((i) => isMiss(points, i)).length;
  expect(points.count).toBeGreaterThan(1000);
  // 4 σ of so many independent beams.
  expect(Math.abs(misses / points.count - 0.5)).toBeLessThan(2 / Math.sqrt(points.count));
});

it('are none of the pulses that restrictions lose', async () => {
  const restrict = 'restrict: [ { azimuth: [0, 90] }, { channels: [3] }, { share: 0.2 } ]';
  await run(survey(`[ { file: m.npz, ${FIELDS} } ]`, { more: restrict }));
  const { count, channel, pulse = [] } = await pointsOf('m.npz');
  const [all, quarter, laser, kept] = [0.1 * 18_080 * 16, 0.75, 15 / 16, 0.8];
  expect(count / (all * quarter * laser * kept)).toBeCloseTo(1, 1);
  expect([...channel]).not.toContain(3);
  expect(new Set(pulse).size).toBe(count);
});

it('are of pulses whose only return an artefact loses', async () => {
  const detector = 'artefacts: { capability: { model: linear, reflectance: 1000, range: 1 } }';
  await run(survey(`[ { file: m.npz, ${FIELDS} } ]`, { detector, more: 'pulses: p.csv' }));
  const points = await pointsOf('m.npz');
  expect(points.count).toBe(pulseRows('p.csv').length);
  expect(outliers(every(points.count), (i) => isMiss(points, i))).toEqual([]);
});

it('lie on the beams in the frame of the sensor and by a pose with errors, as the pulses do', async () => {
  const path = '[ { from: [-2, 0, 1.5], to: [2, 0, 1.5], speed: 20 } ]';
  const error = 'poseError: { position: { horizontal: { white: 0.5 } }, attitude: { heading: { white: 1 } } }';
  for (const more of [error, `${error}\ncoordinates: sensor`]) {
    await run(survey(`[ { file: m.npz, ${FIELDS} } ]`, { legs: path, more: `${more}\npulses: p.csv` }));
    const pulses = pulseRows('p.csv');
    const points = await pointsOf('m.npz');
    const { x, y, z, pulse = [], count } = points;
    const isOnBeam = (i: number) => {
      const [, ox, oy, oz, dx, dy, dz] = pulses[pulse[i]];
      return Math.hypot(ox + 120 * dx - x[i], oy + 120 * dy - y[i], oz + 120 * dz - z[i]) < 1e-4;
    };
    const misses = every(count).filter((i) => isMiss(points, i));
    expect(misses.length, more).toBeGreaterThan(1000);
    expect(outliers(misses, isOnBeam), more).toEqual([]);
  }
});

it('are the same bytes on any number of threads, and change no other file', async () => {
  const output = '[ { file: m.laz, misses: true }, { file: m.npz, fields: all, misses: true }, plain.laz ]';
  // Halos reach from shot to shot, and so from piece to piece.
  const detector = 'artefacts: { blooming: { above: 1, level: -20, width: 3, shots: 2 } }';
  await run(survey(output, { detector }));
  const one = ['m.laz', 'm.npz', 'plain.laz'].map((name) => readFileSync(join(folder, name)));
  await run(survey(output, { detector }), 3);
  const three = ['m.laz', 'm.npz', 'plain.laz'].map((name) => readFileSync(join(folder, name)));
  expect(three.map((bytes, k) => bytes.equals(one[k]))).toEqual([true, true, true]);
  await run(survey('[ plain.laz ]', { detector }));
  expect(readFileSync(join(folder, 'plain.laz')).equals(one[2])).toBe(true);
});

it('are refused in files that cannot tell them from returns, and beside frames', async () => {
  const file = join(folder, 'survey.yaml');
  const fault = async (output: string, more = '') => {
    writeFileSync(file, survey(output, { more }));
    return loadSurvey(file, { outputFolder: folder }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
  };
  for (const output of ['m.pts', 'm.ptx', 'm.xyz', 'm.csv, fields: [intensity]', 'm.las, layout: helios'])
    expect(await fault(`[ { file: ${output}, misses: true } ]`), output).toMatch(/misses.*expected false, or a file/s);
  for (const output of ['m.xyz, fields: all', 'm.las, fields: minimal', 'm.csv'])
    expect(await fault(`[ { file: ${output}, misses: true } ]`), output).toBeUndefined();
  const frames = 'frames: { file: "f/%03d.pcd", misses: true }';
  expect(await fault('[ m.las ]', frames)).toMatch(/misses/);
});
