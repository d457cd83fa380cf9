import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { readTrajectory } from '../../src/node-surveys.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import type { Survey } from '../../src/survey/survey.js';
import { roomSurvey } from '../simulation/room-survey.js';

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

/** Poses every 2 ms of a curve: 16 mm of way apart, which cut its corners by less than this. */
const CORNERS = 2e-3;
