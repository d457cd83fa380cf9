import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { angleBetween, fromAxisAngle, multiply, rotate } from '../../../src/base/quaternion.js';
import { dot } from '../../../src/base/vec3.js';
import { createPoseReader, orientationOf } from '../../../src/platform/pose-at.js';
import { HeliosParser } from '../../../src/platform/read/helios-parser.js';
import type { TrajectoryOptions } from '../../../src/platform/read/trajectory-parser.js';
import { rotationOf } from '../../../src/platform/rotation-order.js';
import { attitudeDeg, DEGREE, positionsOf } from '../../support/trajectories.js';
import { failure, parse } from './parse.js';

const read = (text: string, options: TrajectoryOptions = {}) => parse(new HeliosParser('t.trj', options), text);
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 9));

const HEADED = '#TIME_COLUMN: 6\n#HEADER: "x", "y", "z", "yaw", "pitch", "roll", "t"\n';

describe('a trajectory of HELIOS++', () => {
  it('is refused for an absurd angle, with its line', () => {
    const text = `${HEADED}1, 2, 3, 90, 0, 0, 5\n4, 5, 6, 0, 1e300, 0, 6\n`;
    expect(failure(() => read(text))).toContain('t.trj:4: pitch: found 1e+300, expected an angle of at most');
  });

  it('is read by its header', () => {
    const trajectory = read(`${HEADED}1, 2, 3, 90, 0, 0, 5\n# more\n4, 5, 6, 0, 0, 0, 6\n`);
    expect([...trajectory.times]).toEqual([5, 6]);
    expect(positionsOf(trajectory)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(90, 0, 0));
  });

  it('has the order t, roll, pitch, yaw, x, y, z without a header, unless columns say otherwise', () => {
    const row = '5,0,0,90,1,2,3\n6,0,0,0,4,5,6\n';
    expect(positionsOf(read(row))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(attitudeDeg(read(row), 0)).toEqual(close(90, 0, 0));
    const chosen = read('1,2,3,5\n4,5,6,6\n', { columns: { x: 1, y: 2, z: 3, time: 4 } });
    expect([...chosen.times]).toEqual([5, 6]);
  });

  it('has ARINC 705 attitudes: yaw, then roll, then pitch', () => {
    // Roll 90° about +y takes +x to −z; pitch 90° before it takes +y to +z, which the roll takes to +x;
    // yaw 90° takes that to −y.
    const trajectory = read('0,90,90,90,0,0,0\n1,0,0,0,0,0,0\n');
    expect(rotate(orientationOf(trajectory, 0), [0, 1, 0])).toEqual(close(0, -1, 0));
    expect(rotate(orientationOf(trajectory, 0), [1, 0, 0])).toEqual(close(0, 0, -1));
  });

  it('may have canonical attitudes: Rx(roll)·Ry(pitch)·Rz(yaw)', () => {
    const trajectory = read('0,90,0,90,0,0,0\n1,0,0,0,0,0,0\n', { rotation: 'canonical' });
    // Rz(90°) takes +y to −x, which Rx leaves; it takes +x to +y, which Rx(90°) takes to +z.
    expect(rotate(orientationOf(trajectory, 0), [0, 1, 0])).toEqual(close(-1, 0, 0));
    expect(rotate(orientationOf(trajectory, 0), [1, 0, 0])).toEqual(close(0, 0, 1));
  });

  it('may have blanks in its header, and names without quotes', () => {
    const trajectory = read('#  TIME_COLUMN :  3 \n# HEADER: x,"y" , z, "t"\n1;2;3;5\n4;5;6;6\n');
    expect([...trajectory.times]).toEqual([5, 6]);
    expect(positionsOf(trajectory)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it('says what is wrong with its header', () => {
    expect(failure(() => read('#HEADER: "t", r"oll"\n1,2\n'))).toContain(
      'found the column "r\\"oll\\"", expected any of',
    );
    expect(failure(() => read('#HEADER: "t", "x"y\n1,2\n'))).toContain('found the column "\\"x\\"y", expected any of');
    for (const column of ['1000', '-1', '1.5', 'x1', ''])
      expect(failure(() => read(`#TIME_COLUMN: ${column}\n`))).toBe(
        `t.trj:1: TIME_COLUMN: found "${column}", expected the number of a column, from 0`,
      );
    expect(failure(() => read('#HEADER: "t", "lat"\n1,2\n'))).toBe(
      't.trj:1: HEADER: found the column "lat", expected any of t, roll, pitch, yaw, x, y, z',
    );
    expect(failure(() => read('#TIME_COLUMN: one\n'))).toContain('t.trj:1: TIME_COLUMN: found "one"');
    expect(failure(() => read('# nothing\n'))).toBe(
      't.trj: found no row of numbers, expected a trajectory of HELIOS++',
    );
  });
});

const SHARED = new URL('../../../../shared/helios/data/trajectories/', import.meta.url);
const NOTE = '(skipped where ../shared/helios is not here)';

describe("HELIOS++'s own trajectories", () => {
  it.skipIf(!existsSync(SHARED))(`cycloid.trj ${NOTE}`, () => {
    const trajectory = parse(new HeliosParser('cycloid.trj', {}), readFileSync(new URL('cycloid.trj', SHARED)));
    expect(trajectory.times).toHaveLength(51);
    expect([trajectory.times[0], trajectory.times[50]]).toEqual([3.7, 9.1]);
    expect(positionsOf(trajectory)[1]).toEqual([13.288368, 1.528517, 400]);
    // R(−z, 330.7°)·Ry(−60°)·Rx(60°) applied to +y, by hand: Rx → (0, 1/2, √3/2), Ry → (−3/4, 1/2, √3/4), then the yaw.
    const yaw = (330.7 * Math.PI) / 180;
    const [x, y, z] = [-0.75, 0.5, Math.sqrt(3) / 4];
    expect(rotate(orientationOf(trajectory, 0), [0, 1, 0])).toEqual(
      close(x * Math.cos(yaw) + y * Math.sin(yaw), -x * Math.sin(yaw) + y * Math.cos(yaw), z),
    );
  });

  it.skipIf(!existsSync(SHARED))(`flyandrotate.trj, which has t = 5 twice ${NOTE}`, () => {
    const bytes = readFileSync(new URL('flyandrotate.trj', SHARED));
    const readIt = (options: TrajectoryOptions) => parse(new HeliosParser('flyandrotate.trj', options), bytes);
    expect(failure(() => readIt({}))).toContain('flyandrotate.trj:6: found the time 5 s a second time');
    expect(positionsOf(readIt({ repeats: 'first' }))[2]).toEqual([0, 40, 0]);
    expect(positionsOf(readIt({ repeats: 'last' }))[2]).toEqual([-40, 0, 0]);
    expect([...readIt({ repeats: 'first' }).times]).toEqual([0, 2.5, 5, 7.5, 10]);
  });

  it.skipIf(!existsSync(SHARED))(`cycloid.trj puts the pulses of HELIOS++ where they were ${NOTE}`, () => {
    const trajectory = parse(
      new HeliosParser('cycloid.trj', { rotation: 'canonical' }),
      readFileSync(new URL('cycloid.trj', SHARED)),
    );
    const read = createPoseReader({ kind: 'recorded', trajectory });
    // The survey's mount: 180° about x, then 175° about z, 0.2 m up; the mirror swings about the scanner's x axis.
    const mount = multiply(fromAxisAngle([0, 0, 1], 175 * DEGREE), fromAxisAngle([1, 0, 0], 180 * DEGREE));
    const rows = pulsesOf('als_interpolated_trajectory', 'leg000');
    expect(rows.length).toBeGreaterThan(1000);
    for (const [x, y, z, dx, dy, dz, time] of rows) {
      const pose = read(3.7 + (time - rows[0][6]) / 1e9);
      expect(Math.hypot(pose.position[0] - x, pose.position[1] - y, pose.position[2] + 0.2 - z)).toBeLessThan(0.001);
      const swingAxis = rotate(multiply(pose.orientation, mount), [1, 0, 0]);
      expect(Math.abs(dot(swingAxis, [dx, dy, dz]))).toBeLessThan(1e-4);
    }
  });
});

/** Origin, direction, time (ns) of the pulses of a leg, as HELIOS++ wrote them. */
function pulsesOf(survey: string, leg: string): number[][] {
  const packed = readFileSync(new URL(`../../reference/${survey}.pulses.txt.gz`, SHARED));
  return gunzipSync(packed)
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(leg))
    .map((line) => line.split(' ').slice(1).map(Number));
}

describe('attitudes between two poses', () => {
  const rows = '0,0,0,350,0,0,0\n1,20,30,10,10,0,0\n';
  const at = (options: TrajectoryOptions, time: number, text = rows) =>
    createPoseReader({ kind: 'recorded', trajectory: read(text, options) })(time);

  it('have angles that are linear in time, without a short way round', () => {
    // Halfway: roll 10, pitch 15 and heading 180 degrees, in the order of ARINC 705.
    const heading = fromAxisAngle([0, 0, 1], -180 * DEGREE);
    const expected = multiply(
      heading,
      multiply(fromAxisAngle([0, 1, 0], 10 * DEGREE), fromAxisAngle([1, 0, 0], 15 * DEGREE)),
    );
    const { position, orientation } = at({ between: 'angles' }, 0.5);
    expect(position[0]).toBeCloseTo(5, 12);
    expect(Math.abs(expected.reduce((sum, value, k) => sum + value * orientation[k], 0))).toBeCloseTo(1, 12);
  });

  it('stay within a microradian of the angles everywhere', () => {
    const trajectory = read(rows, { between: 'angles', rotation: 'canonical' });
    const reader = createPoseReader({ kind: 'recorded', trajectory });
    for (let k = 0; k <= 997; k++) {
      const share = k / 997;
      const angles = [20 * share, 30 * share, 350 - 340 * share].map((angle) => angle * DEGREE);
      const off = angleBetween(reader(share).orientation, rotationOf('canonical', angles[0], angles[1], angles[2]));
      expect(off).toBeLessThan(1.1e-6);
    }
    expect(trajectory.times.length).toBeLessThan(3000);
  });

  it('are of the pose that is kept where several share a time', () => {
    const twice = '0,0,0,0,0,0,0\n1,0,0,90,1,0,0\n1,0,0,500,1,0,0\n2,0,0,0,2,0,0\n';
    const headingAt = (repeats: 'first' | 'last') => {
      const { orientation } = at({ between: 'angles', repeats }, 1.5, twice);
      const forward = rotate(orientation, [0, 1, 0]);
      return Math.atan2(forward[0], forward[1]) / DEGREE;
    };
    expect(headingAt('first')).toBeCloseTo(45, 6);
    expect(headingAt('last')).toBeCloseTo(250 - 360, 6);
  });

  it('need angles', () => {
    const columns = { time: 1, x: 2, y: 3, z: 4 };
    expect(failure(() => read('1,2,3,4\n', { between: 'angles', columns }))).toContain(
      'between: angles: found no heading',
    );
  });

  it('are bounded for headings that count turns', () => {
    expect(failure(() => read('0,0,1e6,0,0,0,0\n1,0,-1e6,1e6,1,0,0\n', { between: 'angles' }))).toContain('poses');
  });
});

describe('the separator of a trajectory of HELIOS++', () => {
  it('is a comma or semicolon, or as asked', () => {
    expect(positionsOf(read('5|0|0|90|1|2|3\n6|0|0|0|4|5|6\n', { separator: '|' }))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});
