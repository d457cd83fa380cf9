import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import type { Survey } from '../../src/survey/survey.js';
import { roomSurvey } from '../simulation/room-survey.js';
import { checkClose } from '../support/quick-checks.js';
import { EXTRACT, readReference } from '../support/reference-data.js';
import { writeSurvey } from '../survey/survey-file.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

/**
 * Two of three legs fire; the beams of a raster in the first, those of a quarter of a turn of a spinning stack in the
 * others.
 */
const LEGS = `legs:
  - { from: [-1, 0, 1.2], to: [-0.9, 0, 1.2], speed: 10 }
  - { position: [0, 0, 1.2], duration: 0.01, scanner: { active: false } }
  - { position: [0.3, 0, 1.2], duration: 0.005, azimuth: [0, 90] }`;
const VLP = 'scanner: velodyne-vlp-16';
const LASERS = 16;

async function run(sections: Record<string, string>) {
  const survey = await roomSurvey({ scanner: VLP, legs: LEGS, output: '', ...sections });
  const report = await runSurvey(survey, OPTIONS);
  const path = survey.pulses?.path ?? '';
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n');
  return { survey, report, path, rows, folder: dirname(survey.file) };
}

async function listOf({ instruments, legs }: Survey, leg: number, instrument = 0) {
  const { scanner, mount } = instruments[instrument];
  const program = createPulseProgram({ scanner, mount, leg: legs[leg], frameOrigin: [0, 0, 0] });
  return (await nodeMachine.createPulseLister(program))(0, program.pulseCount);
}

describe('a file of pulses', () => {
  it('csv has every pulse that is fired, where and when it leaves, whether it comes back or not', async () => {
    const { survey, report, path, rows } = await run({ pulses: 'pulses: all.csv', output: 'output: [ cloud.csv ]' });
    const [names, ...lines] = rows;
    expect(names).toBe(
      'gps_time,origin_x,origin_y,origin_z,direction_x,direction_y,direction_z,leg,pulse,channel,scanner',
    );
    const cells = lines.map((line) => line.split(',').map(Number));
    let row = 0;
    for (const leg of [0, 2]) {
      const list = await listOf(survey, leg);
      for (let k = 0; k < list.count; k++) {
        if (list.silent[k]) continue;
        const [time, ...numbers] = cells[row++];
        expect(time).toBeCloseTo(survey.legs[leg].startTime + list.times[k], 6);
        numbers.slice(0, 6).forEach((value, axis) => {
          const expected = axis < 3 ? list.origins[3 * k + axis] : list.directions[3 * k + axis - 3];
          checkClose(value, expected, 1e-6, k);
        });
        expect(numbers.slice(6)).toEqual([leg, k, k % LASERS, 0]);
      }
    }
    expect(row).toBe(cells.length);
    expect(report.pulseFiles).toEqual([{ path, pulses: row, bytes: readFileSync(path).length }]);
  });

  it('txt is that of HELIOS++: pulses of a laser are numbered from 1 through all legs', async () => {
    const { survey, rows } = await run({
      pulses: 'pulses: all_pulse.txt',
      startTime: 'startTime: 2022-01-01T00:00:00Z',
    });
    for (const row of rows) expect(row).toMatch(/^(-?\d+\.\d{4} ){6}\d{15}\.\d{4} \d+ \d+$/);
    const cells = rows.map((row) => row.split(' '));
    const shots = (await listOf(survey, 0)).count / LASERS;
    // The first pulse, and the first of the next leg that fires; 518,418 s are those of the week (18 leap seconds).
    expect(cells[0].slice(6)).toEqual(['518418000000000.0000', '1', '0']);
    expect(cells[LASERS + 3].slice(7)).toEqual(['2', '3']);
    const ofLast = cells.slice(shots * LASERS);
    expect(ofLast[0].slice(7)).toEqual([String(shots + 1), '0']);
    // 0.01 s of the first leg, 0.01 s of the second.
    expect(Number(ofLast[0][6]) / 1e9 - 518_418).toBeCloseTo(0.02, 6);
    for (const [k, row] of cells.entries()) expect(row[8]).toBe(String(k % LASERS));
  });

  it('leaves out what the instrument does not fire, and keeps what a mask drops', async () => {
    const scanner = 'scanner: { id: riegl-vz-400, pulseRate: 100000, verticalStep: 1, horizontalStep: 1 }';
    const legs = 'legs: [ { position: [0, 0, 1.2], azimuth: [0, 30], duration: 2 } ]';
    const { survey, rows, report } = await run({
      scanner,
      legs,
      pulses: 'pulses: p.csv',
      restrict: 'restrict: [ { azimuth: [0, 360] } ]',
    });
    const { silent, count } = await listOf(survey, 0);
    expect(report).toMatchObject({ points: 0, pulseFiles: [{ pulses: rows.length - 1 }] });
    const fired = Array.from({ length: count }, (_, k) => k).filter((k) => !silent[k]);
    expect(fired.length).toBeLessThan(count);
    expect(rows.slice(1).map((row) => Number(row.split(',')[8]))).toEqual(fired);
  });

  it('counts the lasers of several scanners on', async () => {
    const scanner =
      'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16, mount: { heading: 90 } } ]';
    const legs = 'legs: [ { position: [0, 0, 1], duration: 0.002 } ]';
    const text = await run({ scanner, legs, pulses: 'pulses: p.txt' });
    const half = text.rows.length / 2;
    const devices = text.rows.map((row) => Number(row.split(' ')[8]));
    expect(devices.slice(0, half)).toEqual(devices.slice(0, half).map((_, k) => k % LASERS));
    expect(devices.slice(half)).toEqual(devices.slice(0, half).map((device) => device + LASERS));
    const { rows } = await run({ scanner, legs, pulses: 'pulses: p.csv' });
    expect(rows.slice(1).map((row) => Number(row.split(',')[10]))).toEqual(
      devices.map((device) => Math.floor(device / LASERS)),
    );
  });

  it('is in the coordinates of the clouds, by the pose that is reported', async () => {
    const sections = {
      legs: 'legs: [ { position: [1, 2, 1], duration: 0.002, heading: 40 } ]',
      mount: 'mount: { position: [0, 0, 0.2], pitch: 5 }',
      poseError: 'poseError: { boresight: { heading: 3 }, leverArm: [0.3, 0, 0] }',
      pulses: 'pulses: p.csv',
      output: 'output: [ { file: cloud.csv, fields: [standard, pulse] } ]',
    };
    for (const coordinates of ['world', 'sensor']) {
      const { rows, folder } = await run({ ...sections, coordinates: `coordinates: ${coordinates}` });
      const pulses = rows.slice(1).map((row) => row.split(',').map(Number));
      const [names, ...points] = readFileSync(join(folder, 'cloud.csv'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((row) => row.split(','));
      const at = Object.fromEntries(names.map((name, k) => [name, k]));
      expect(points.length).toBeGreaterThan(300);
      for (const point of points) {
        const [, ox, oy, oz, dx, dy, dz] = pulses[Number(point[at.pulse])];
        const range = Number(point[at.range]);
        // Range noise moves a point along the beam, and the footprint's middle lies beside its axis.
        const [x, y, z] = [ox + range * dx, oy + range * dy, oz + range * dz];
        expect(Math.hypot(x - Number(point[at.x]), y - Number(point[at.y]), z - Number(point[at.z]))).toBeLessThan(
          0.02,
        );
      }
    }
  });
});

it('pulses are those that HELIOS++ wrote for a survey of three lasers and two legs, under the same numbers', async () => {
  const yaml = readFileSync(new URL('../parity/helios/light_als_toyblocks_multiscanner.yaml', import.meta.url), 'utf8');
  const file = await writeSurvey(`${yaml.replace(/^output: .*$/m, 'pulses: p.txt')}footprint: { subrays: 1 }\n`);
  const survey = await loadSurvey(file, { outputFolder: dirname(file) });
  await runSurvey(survey, OPTIONS);
  const keyOf = (row: string[]) => row.slice(-2).join(' ');
  const written = new Map(
    readFileSync(survey.pulses?.path ?? '', 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '))
      .map((row) => [keyOf(row), row]),
  );
  const emitted = readReference(EXTRACT, 'helios/light_als_toyblocks_multiscanner.pulses.txt').toString().trim();
  const rows = emitted.split('\n').map((line) => line.split(' ').slice(1));
  expect(rows.length).toBeGreaterThan(600);
  for (const row of rows) {
    const own = written.get(keyOf(row)) ?? [];
    // A unit of the fourth decimal, which either may round; the places of HELIOS++ are those of its steps.
    for (let k = 0; k < 6; k++) expect(Math.abs(Number(own[k]) - Number(row[k]))).toBeLessThan(k < 3 ? 1.1e-3 : 1.1e-4);
  }
});
