import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { length, subtract } from '../../src/base/vec3.js';
import { runSurvey } from '../../src/node-scans.js';
import { readTrajectory } from '../../src/node-surveys.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { createPoseReader } from '../../src/platform/pose-at.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import type { Survey } from '../../src/survey/survey.js';
import { roomSurvey } from '../simulation/room-survey.js';
import { loadFailure, makeFolder, surveyText } from '../survey/survey-file.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;
const SCANNER = 'scanner: velodyne-vlp-16\nmount: { position: [0.1, 0.2, 0.5], heading: 20 }';
const LEGS = `legs:
  - { name: out, from: [-2, 0, 1], to: [-1, 0.5, 1], speed: 2 }
  - { name: still, position: [0, 0, 1], duration: 0.1, heading: 30, scanner: { active: false } }
  - { name: round, path: [[-1, 0, 1], [0, 0.4, 1.1], [1, 0, 1], [1, -1, 1]], speed: 8, smooth: {}, banking: true }`;

async function pulsesOf({ instruments, legs }: Survey, leg: number) {
  const { scanner, mount } = instruments[0];
  const program = createPulseProgram({ scanner, mount, leg: legs[leg], frameOrigin: [0, 0, 0] });
  return (await nodeMachine.createPulseLister(program))(0, program.pulseCount);
}

const fly = async (trajectories: string, sections: Record<string, string> = {}) => {
  const survey = await roomSurvey({ scanner: SCANNER, legs: LEGS, output: trajectories, ...sections });
  const report = await runSurvey(survey, OPTIONS);
  return { survey, report, folder: dirname(survey.file) };
};

describe('trajectories', () => {
  it.each([
    ['csv', '', 1e-6],
    ['tum', '', 1e-6],
    ['txt', 'columns: { x: 1, y: 2, z: 3, time: 4, roll: 5, pitch: 6, heading: 7 }, rotation: arinc705', 1e-4],
  ])('as %s are flown again with the same pulses', async (ending, options, tolerance) => {
    const { survey, folder, report } = await fly(`trajectories: { file: "%s.${ending}", interval: 0.002 }`);
    expect(report.trajectories?.map(({ path }) => path.slice(folder.length + 1))).toEqual(
      ['out', 'round'].map((name) => `${name}.${ending}`),
    );
    const legs = ['out', 'round'].map(
      (name) => `{ trajectory: { file: ${join(folder, `${name}.${ending}`)}, ${options} } }`,
    );
    const again = await roomSurvey({ scanner: SCANNER, legs: `legs: [ ${legs.join(', ')} ]` });
    for (const [k, leg] of [0, 2].entries()) {
      const [before, after] = [await pulsesOf(survey, leg), await pulsesOf(again, k)];
      // A shot more or less at the end, where a moment of 4·10⁸ s has steps of 6·10⁻⁸.
      expect(Math.abs(after.count - before.count)).toBeLessThanOrEqual(16);
      const count = Math.min(before.count, after.count);
      let worst = 0;
      for (let i = 0; i < 3 * count; i++) {
        worst = Math.max(worst, Math.abs(after.origins[i] - before.origins[i]));
        worst = Math.max(worst, Math.abs(after.directions[i] - before.directions[i]));
      }
      expect(worst).toBeLessThan(tolerance + (leg === 0 ? 0 : CORNERS));
    }
  });

  it('are one file of all legs in which a scanner fires, in rising times', async () => {
    const { survey, report, folder } = await fly('trajectories: { file: all.csv, interval: 0.1 }');
    const { times, positions } = await readTrajectory(join(folder, 'all.csv'));
    const [out, , round] = survey.legs;
    expect(times[0]).toBe(out.startTime);
    const ofOut = [...times].filter((time) => time < round.startTime);
    // 1.118 m at 2 m/s take 0.559 s.
    expect(ofOut.map((time) => time - out.startTime)).toEqual(
      [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.559].map((time) => expect.closeTo(time, 4)),
    );
    expect([...positions.subarray(0, 3)]).toEqual([-2, 0, 1]);
    expect([...positions.subarray(18, 21)]).toEqual([-1, 0.5, 1].map((value) => expect.closeTo(value, 6)));
    expect(report.trajectories).toEqual([
      { path: join(folder, 'all.csv'), poses: times.length, bytes: readFileSync(join(folder, 'all.csv')).length },
    ]);
    expect(report.outputs).toEqual([]);
  });

  it('are those that the navigation reports', async () => {
    const legs = 'legs: [ { position: [1, 2, 1], duration: 1, heading: 10 } ]';
    const poseError =
      'poseError: { boresight: { heading: 3 }, leverArm: [1, 0, 0], position: { vertical: { white: 0.1 } } }';
    const { folder } = await fly('trajectories: { file: a.csv, interval: 0.1 }', { legs, poseError });
    const { positions } = await readTrajectory(join(folder, 'a.csv'));
    const heights = [...positions].filter((_, k) => k % 3 === 2);
    expect(heights).toHaveLength(11);
    expect(new Set(heights).size).toBe(11);
    for (const height of heights) expect(Math.abs(height - 1)).toBeLessThan(0.6);
    // Neither boresight nor lever arm, which are between platform and scanner.
    expect([...positions].filter((_, k) => k % 3 < 2)).toEqual(heights.flatMap(() => [1, 2]));
  });
});

describe('trajectories as SBET', () => {
  const START = 'startTime: 2026-03-01T08:00:00Z';
  /** A survey that flies past a place, in its system, and the same legs along the written files. */
  async function flyBack(crs: string, [x, y]: readonly [number, number], keys = '') {
    const legs = `legs:
      - { name: out, from: [${x}, ${y}, 700], to: [${x + 40}, ${y + 30}, 710], speed: 50, heading: 170, pitch: 3, roll: -8 }
      - { name: back, from: [${x}, ${y}, 700], to: [${x + 40}, ${y - 30}, 690], speed: 50 }`;
    const scene = `scene: { parts: [ { file: room.obj, transform: { translate: [${x}, ${y}, 690] } } ] }`;
    const sections = { legs, scene, crs: `crs: ${crs}`, start: START };
    const { survey, folder } = await fly(`trajectories: { file: "%s.sbet", interval: 0.1${keys} }`, sections);
    const again = await roomSurvey({
      ...sections,
      scanner: SCANNER,
      legs: `legs: [ ${['out', 'back'].map((name) => `{ trajectory: { file: ${join(folder, name)}.sbet, keepTime: true, gpsWeek: 2408${keys} } }`)} ]`,
    });
    return { survey, again, folder };
  }

  it.each([
    ['EPSG:25832', [691_000, 5_334_000], ''],
    ['EPSG:28992', [85_000, 447_000], ''],
    ['EPSG:2056', [2_600_000, 1_200_000], ''],
    ['EPSG:2154', [652_000, 6_862_000], ''],
    ['EPSG:32760', [480_000, 4_800_000], ''],
    ['EPSG:7415', [85_000, 447_000], ', geoid: none'],
  ] as const)('are read back within a tenth of a millimetre in %s', async (crs, place, keys) => {
    const { survey, again } = await flyBack(crs, place, keys);
    for (const [k, leg] of survey.legs.entries()) {
      const back = again.legs[k];
      // 6·10⁻⁸ s are a step of times of that size.
      expect(Math.abs(back.startTime - leg.startTime)).toBeLessThan(1e-7);
      const [truth, found] = [leg, back].map(({ path }) => createPoseReader(path));
      for (const time of [0, 0.35, 0.9]) {
        const [a, b] = [truth(time), found(time)];
        expect(length(subtract(a.position, b.position))).toBeLessThan(1e-4);
        const cosine = a.orientation.reduce((sum, part, axis) => sum + part * b.orientation[axis], 0);
        expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeLessThan(1e-7);
      }
    }
  });

  it('have heights above the ellipsoid by a geoid', async () => {
    const grid = Buffer.alloc(40 + 4 * 4);
    // 51° to 53° north, 3° to 5° east, 43 m everywhere.
    [51, 3, 2, 2].forEach((value, k) => void grid.writeDoubleBE(value, 8 * k));
    [2, 2].forEach((value, k) => void grid.writeInt32BE(value, 32 + 4 * k));
    for (let k = 0; k < 4; k++) grid.writeFloatBE(43, 40 + 4 * k);
    const geoid = join(await makeFolder(), 'g.gtx');
    writeFileSync(geoid, grid);
    const { again, folder } = await flyBack('EPSG:7415', [85_000, 447_000], `, geoid: ${geoid}`);
    expect(readFileSync(join(folder, 'out.sbet')).readDoubleLE(24)).toBeCloseTo(743, 6);
    expect(createPoseReader(again.legs[0].path)(0).position[2]).toBeCloseTo(700, 4);
  });

  it.each([
    ['', '', 'found "a.sbet", expected a survey with crs, such as crs: EPSG:25832, for longitudes and latitudes'],
    [
      'EPSG:5513',
      '',
      'no longitudes and latitudes for a.sbet: the projection of S-JTSK / Krovak (Krovak) is not known',
    ],
    [
      'EPSG:7415',
      '',
      'trajectories.geoid: missing, expected a path to the geoid of NAP height (GTX or GeoTIFF), or none',
    ],
    ['EPSG:7415', ', geoid: no.gtx', 'trajectories.geoid: no.gtx: cannot read the file'],
  ])('are refused before the run in the system "%s"%s', async (crs, keys, message) => {
    const output = `trajectories: { file: a.sbet${keys} }`;
    const failure = await loadFailure(surveyText({ output, crs: crs === '' ? '' : `crs: ${crs}` }));
    expect(failure).toContain(message);
    expect(failure).toMatch(/survey\.yaml:\d+:\d+: trajectories/);
  });

  it('alone have a geoid', async () => {
    const output = 'trajectories: { file: a.csv, geoid: g.gtx }';
    expect(await loadFailure(surveyText({ output }))).toContain(
      'trajectories.geoid: found "g.gtx", expected no geoid: a.csv has the heights of the world',
    );
  });

  it('are refused where the way is no place of the system', async () => {
    await expect(flyBack('EPSG:28992', [1e7, 0])).rejects.toThrow(
      /is no place of Amersfoort|from where no way|far outside/,
    );
  });
});

/** Poses every 2 ms of a curve: 16 mm of way apart, which cut its corners by less than this. */
const CORNERS = 2e-3;
