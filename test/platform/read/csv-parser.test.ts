import { describe, expect, it } from 'vitest';
import { CsvParser } from '../../../src/platform/read/csv-parser.js';
import type { TrajectoryOptions } from '../../../src/platform/read/trajectory-parser.js';
import { attitudeDeg, positionsOf } from '../../support/trajectories.js';
import { failure, parse } from './parse.js';

const read = (text: string, options: TrajectoryOptions = {}) => parse(new CsvParser('t.csv', options), text);
const fault = (text: string, options: TrajectoryOptions = {}) => failure(() => read(text, options));
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 9));

const TABLE = `# a flight
time,x,y,z,roll,pitch,heading
100.5,1,2,3,10,20,30
101.5,4,5e0,6.5,-10,0,350
`;

describe('a trajectory in CSV', () => {
  it('is read by the names of its columns', () => {
    const trajectory = read(TABLE);
    expect([...trajectory.times]).toEqual([100.5, 101.5]);
    expect(positionsOf(trajectory)).toEqual([
      [1, 2, 3],
      [4, 5, 6.5],
    ]);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(30, 20, 10));
    expect(attitudeDeg(trajectory, 1)).toEqual(close(-10, 0, -10));
  });

  it('may have other separators, names, line ends, more columns, and no height', () => {
    const trajectory = read('\uFEFF"GPS_Time [s]";Easting (m);speed;NORTHING;Yaw\r\n1;2;9;3;90\r\n\r\n2;4;9;3;90');
    expect(positionsOf(trajectory)).toEqual([
      [2, 3, 0],
      [4, 3, 0],
    ]);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(90, 0, 0));
  });

  it('may have its columns named or numbered', () => {
    const named = read('a b c d\n0 1 2 3\n1 1 3 3', { columns: { time: 'a', x: 'b', y: 3, z: 'D' } });
    expect(positionsOf(named)).toEqual([
      [1, 2, 3],
      [1, 3, 3],
    ]);
    const numbered = read('0,1,2,3\n1,1,3,3', { columns: { time: 1, x: 2, y: 3, z: 4 } });
    expect(positionsOf(numbered)).toEqual(positionsOf(named));
  });

  it.each([
    [
      'by their size',
      '#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []',
    ],
    [
      'by the name',
      '#timestamp [ns], p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []',
    ],
  ])('may be of EuRoC and TUM-VI: nanoseconds known %s, names in a comment', (how, header) => {
    const infos: string[] = [];
    const log = { info: (message: string) => infos.push(message), warn: (message: string) => infos.push(message) };
    const rows = '1403636580838555648,1,2,3,0.6,0,0,0.8\n1403636581338555648,2,2,3,0.6,0,0,0.8\n';
    const trajectory = read(`${header}\n${rows}`, { log });
    expect([...trajectory.times]).toEqual([1_403_636_580.838_555_6, 1_403_636_581.338_555_6]);
    expect(positionsOf(trajectory)).toEqual([
      [1, 2, 3],
      [2, 2, 3],
    ]);
    expect([...trajectory.orientations.subarray(0, 4)]).toEqual(close(0, 0, 0.8, 0.6));
    expect(infos).toEqual(
      how === 'by the name' ? [] : ['t.csv: times are taken as ns, by their size; timeUnit sets another unit'],
    );
  });

  it.each([
    ['t [us],x,y\n1000000,1,2\n1500000,2,2', {}],
    ['time_ms,x,y\n1000,1,2\n1500,2,2', {}],
    ['Time (s),x,y\n1,1,2\n1.5,2,2', {}],
    ['time,x,y\n1e9,1,2\n15e8,2,2', { timeUnit: 'ns' }],
    ['time [s],x,y\n1000,1,2\n1500,2,2', { timeUnit: 'ms' }],
  ] as const)('has times in the unit of their name, or as timeUnit says: %j', (text, options) => {
    expect([...read(text, options).times]).toEqual([1, 1.5]);
  });

  it.each([
    [1e18, 1e9],
    [1.7e15, 1e6],
    [1.7e12, 1e3],
    [1.7e9, 1],
    [4e8, 1],
  ])('has times since 1970 or 1980 in the unit that their size shows: %d', (time, perSecond) => {
    const { times } = read(`time,x,y\n${time},1,2\n${time + 8 * perSecond},2,2`);
    expect(times[1] - times[0]).toBeCloseTo(8, 5);
  });

  it('asks once for the unit of times whose steps are far too long for seconds', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    read('time,x,y\n0,1,2\n5000000,2,2\n10000000,3,2', { log });
    expect(warnings).toEqual([
      't.csv: poses are 5000000 s apart; if their times are in another unit, timeUnit says so, as timeUnit: ns',
    ]);
    read('time,x,y\n0,1,2\n5000000,2,2', { log, timeUnit: 's' });
    expect(warnings).toHaveLength(1);
  });

  const UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };
  // Speeds of a walker, a car and an aircraft, and poses as far apart as recordings have them.
  it.each(
    Object.entries(UNITS).flatMap(([unit, perSecond]) =>
      [1.2, 12, 80].flatMap((speed) => [0.01, 0.1, 1, 5].map((step) => [unit, speed, step, perSecond] as const)),
    ),
  )('asks for %s at %d m/s, with poses %d s apart', (unit, speed, step, perSecond) => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    const rows = Array.from(
      { length: 100 },
      (_, k) => `${Math.round(1000 * k * step * perSecond) / 1000},${k * speed * step},2`,
    );
    read(`time,x,y\n${rows.join('\n')}`, { log });
    // Steps of less than a second are no reason to ask.
    const isAsked = unit !== 's' && step * perSecond >= 1;
    expect(warnings).toEqual(isAsked ? [expect.stringMatching(new RegExp(` timeUnit: ${unit}$`))] : []);
  });

  it.each([
    ['ms', 1, 1e3],
    ['us', 0.01, 1e6],
    ['us', 1, 1e6],
    ['ns', 0.01, 1e9],
    ['ns', 1, 1e9],
  ])('asks for %s where a platform stands, with poses %d s apart', (unit, step, perSecond) => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    read(`time,x,y\n0,1,2\n${step * perSecond},1,2\n${2 * step * perSecond},1,2`, { log });
    expect(warnings).toEqual([expect.stringMatching(new RegExp(` timeUnit: ${unit}$`))]);
  });

  it('asks for a smaller unit than the size shows, of times of the week', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    const rows = [0, 1, 2].map((k) => `${345_600e6 + k * 100_000},${k},2`);
    read(`time,x,y\n${rows.join('\n')}`, { log });
    expect(warnings).toEqual([
      't.csv: poses are 100 s apart; if their times are in another unit, timeUnit says so, as timeUnit: us',
    ]);
  });

  it('does not ask where a slow way is long', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    read('time,x,y\n0,0,2\n5000,40000,2\n10000,80000,2', { log });
    expect(warnings).toEqual([]);
  });

  it('may have a number among the names of its columns, and signs of exponents', () => {
    const trajectory = read('time,x,y,z,2\n0,1e+2,2,3,9\n1,1E-1,2,3,9');
    expect(positionsOf(trajectory)).toEqual([
      [100, 2, 3],
      [0.1, 2, 3],
    ]);
  });

  it('has its header in a comment only where that names time and place', () => {
    expect(positionsOf(read('# time x y z\n0 1 2 3\n1 1 3 3'))).toEqual([
      [1, 2, 3],
      [1, 3, 3],
    ]);
    for (const comment of ['time is that of GPS, as is time', 'x y z of a local frame', 'x y, latitude longitude'])
      expect(fault(`# ${comment}\n0 1 2 3\n1 1 3 3`)).toContain('found numbers in the first line, expected a header');
  });

  it('may have signs of comments within a line', () => {
    const trajectory = read('time,x,y,run #,a//b\n// not,a,row,#,#\n0,1,2,# 7,x//y\n 1,3,4,#8,//\n');
    expect(positionsOf(trajectory)).toEqual([
      [1, 2, 0],
      [3, 4, 0],
    ]);
  });

  it('follows its course without attitude', () => {
    const trajectory = read('t,x,y\n0,0,0\n1,5,5\n2,10,10\n');
    expect([0, 1, 2].map((k) => attitudeDeg(trajectory, k)[0])).toEqual(close(45, 45, 45));
  });

  it('may have quaternions, and its header in a comment', () => {
    const half = Math.SQRT1_2.toFixed(6);
    const trajectory = read(`# timestamp tx ty tz qx qy qz qw\n0 1 2 3 0 0 -${half} ${half}\n1 1 2 4 0 0 0 1\n`);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(90, 0, 0));
    expect(attitudeDeg(trajectory, 1)).toEqual(close(0, 0, 0));
  });

  it('may have quaternions that are rounded, and beside them angles, which do not count', () => {
    const text = 'time,x,y,roll,qx,qy,qz,qw\n0,1,2,45,0,0,-0.7072,0.7078\n1,1,3,45,0,0,0,0.9991\n';
    // tan of half the heading is 0.7072/0.7078; both lengths differ from 1 by less than a thousandth.
    const heading = (Math.atan(0.7072 / 0.7078) * 360) / Math.PI;
    expect(attitudeDeg(read(text), 0)).toEqual(close(heading, 0, 0));
    expect(attitudeDeg(read(text), 1)).toEqual(close(0, 0, 0));
    expect(fault('time,x,y,qx,qy,qz,qw\n0,1,2,0,0,0,0.9989\n')).toBe(
      't.csv:2: found a quaternion of length 0.9989, expected one of length 1',
    );
  });

  it('may be in radians, in another order of rotation', () => {
    const text = 'time,x,y,z,roll,pitch,yaw\n0,0,0,0,0.2,0.1,0.3\n1,0,0,0,0,0,0\n';
    const radians = read(text, { angles: 'rad' });
    expect(attitudeDeg(radians, 0)).toEqual([0.3, 0.1, 0.2].map((angle) => expect.closeTo((angle * 180) / Math.PI, 9)));
    const [heading] = attitudeDeg(read(text, { angles: 'rad', rotation: 'canonical' }), 0);
    expect(heading).not.toBeCloseTo((0.3 * 180) / Math.PI, 3);
  });

  it('may be geographic', () => {
    const trajectory = read('time,lat,lon,height,heading\n0,48,11,500,0\n1,48,11,510,90\n');
    expect(positionsOf(trajectory)[1]).toEqual([0, 0, 10].map((value) => expect.closeTo(value, 6)));
    expect(attitudeDeg(trajectory, 1)[0]).toBeCloseTo(90, 9);
  });

  it('may have longitudes of a whole turn to both sides, and latitudes up to the poles', () => {
    const at = (latitude: number, longitude: number) =>
      `time,lat,lon\n0,${latitude},${longitude}\n1,${latitude},${longitude}\n`;
    for (const [latitude, longitude] of [
      [90, 360],
      [-90, -360],
    ])
      expect(read(at(latitude, longitude)).times).toHaveLength(2);
    for (const [latitude, longitude] of [
      [48, 360.1],
      [48, -360.1],
      [90.1, 11],
      [-90.1, 11],
    ])
      expect(fault(at(latitude, longitude))).toMatch(
        /^t.csv:2: found latitude .*, height 0 m, expected a point of the earth\n {2}check the format of the file/,
      );
  });

  it('may have times twice where the first or the last is to count', () => {
    const text = 'time,x,y\n0,0,0\n1,5,0\n1,7,0\n2,9,0\n';
    expect(positionsOf(read(text, { repeats: 'first' })).map(([x]) => x)).toEqual([0, 5, 9]);
    expect(positionsOf(read(text, { repeats: 'last' })).map(([x]) => x)).toEqual([0, 7, 9]);
    expect(fault(text)).toBe(
      't.csv:4: found the time 1 s a second time, expected times that rise; before it: 1 s (line 3)\n  repeats: first (or last) keeps one of the poses that share a time',
    );
  });

  it('is told of a gap, or refused', () => {
    const rows = Array.from({ length: 30 }, (_, k) => `${k < 20 ? k * 0.1 : k * 0.1 + 5},${k},0`).join('\n');
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    expect(read(`time,x,y\n${rows}`, { log }).times).toHaveLength(30);
    expect(warnings).toEqual([
      't.csv: a gap of 5.100 s after 1.9 s, the usual step being 0.100 s; the path is straight across it',
    ]);
    expect(read(`time,x,y\n${rows}`, { log, maxGap: 6 }).times).toHaveLength(30);
    expect(warnings).toHaveLength(1);
    expect(fault(`time,x,y\n${rows}`, { maxGap: 1 })).toMatch(
      /^t.csv:22: found a gap of 5.1 s after 1.9 s \(line 21\), expected at most 1 s \(maxGap\)/,
    );
  });
});

describe('a gap in a recording', () => {
  const warningsOf = (steps: number[]) => {
    let time = 0;
    const rows = ['0,0,0'];
    for (const step of steps) {
      time += step;
      rows.push(`${time},0,0`);
    }
    const warnings: string[] = [];
    read(`time,x,y\n${rows.join('\n')}`, { log: { info: () => {}, warn: (message) => warnings.push(message) } });
    return warnings;
  };

  it('is a step of more than ten times the median', () => {
    expect(warningsOf([1, 2, 20, 2, 3])).toEqual([]);
    expect(warningsOf([1, 2, 20.5, 2, 3])).toEqual([
      expect.stringContaining('a gap of 20.500 s after 3 s, the usual step being 2.000 s'),
    ]);
    expect(warningsOf([25, 2, 2])).toEqual([expect.stringContaining('a gap of 25.000 s after 0 s,')]);
    expect(warningsOf([2, 2, 25])).toEqual([expect.stringContaining('a gap of 25.000 s after 4 s,')]);
  });

  it('is measured by an even sample of 4096 steps of a long recording', () => {
    // Every other step is sampled, all of them of 1 s: the others, of 3 s, would make 3 s the median, and 15 s no gap.
    const steps = Array.from({ length: 8192 }, (_, k) => (k === 5000 ? 15 : k % 2 === 0 ? 1 : 3));
    expect(warningsOf(steps)).toEqual([
      expect.stringContaining('a gap of 15.000 s after 10000 s, the usual step being 1.000 s'),
    ]);
  });
});

describe('cells of a CSV', () => {
  it('may hold the separator between quotes, and be empty behind the last column', () => {
    const { times, positions } = read('time,note,x,y\n1,"a, b",2,3,,\n2,"c",3,4,\n');
    expect([...times, ...positions]).toEqual([1, 2, 2, 3, 0, 3, 4, 0]);
  });
});

describe('a CSV that is no trajectory', () => {
  // A decimal comma, and the numbers of rows that R writes without a name.
  it.each([
    ['time,x,y\n1,2,3\n2,3,5,4', 't.csv:3:7'],
    ['"time","x","y"\n"1",0,2,3', 't.csv:2:9'],
    ['time x y\n1 2 3\n2 3 5 4', 't.csv:3:7'],
  ])('has more cells than names: %j', (text, place) => {
    expect(fault(text).split('\n')[0]).toBe(`${place}: found 4 cells, expected 3, as many as the header has names`);
  });

  it.each([
    ['', 't.csv: found no row, expected a table of poses'],
    ['time,x,y\n', 't.csv: found no pose, expected at least two'],
    ['time,x,y\n1,2,3', 't.csv: found one pose, expected at least two'],
    ['time,x,y\n1,2,3\n2,x,3', 't.csv:3: x: found "x", expected a number in column 2'],
    ['time,x,y\n1,2,3\n2,3', 't.csv:3: y: found 2 columns, expected a number in column 3'],
    ['time,x,y\n1,2,3\n2,NaN,3', 't.csv:3: x: found "NaN", expected a number in column 2'],
    ['time,x,y\n1,2,3\n2,1e999,3', 't.csv:3: x: found "1e999", expected a number in column 2'],
    ['time,x,y\n1,2,3\n2,0x10,3', 't.csv:3: x: found "0x10", expected a number in column 2'],
    ['time,x,y\n5,2,3\n4.5,3,3', 't.csv:3: found the time 4.5 s, expected more than 5 s (line 2)'],
    ['time,x,y\n1,2,"3', 't.csv:2: y: found "\\"3", expected a number in column 3'],
  ])('%j', (text, message) => {
    expect(fault(text)).toBe(message);
  });

  it.each([
    ['1,2,3\n2,3,4', 'found numbers in the first line, expected a header such as time,x,y,z,roll,pitch,heading'],
    [
      'time,x\n1,2',
      't.csv:1: found the columns time, x, expected time with x and y (or latitude and longitude); without y\n  columns: { time: NAME, x: NAME, … } names the columns, by name or by number from 1',
    ],
    [
      'y,heading\n1,2',
      'found the columns y, heading, expected time with x and y (or latitude and longitude); without time, x',
    ],
    [
      'time,lat\n1,2',
      'found the columns time, latitude, expected time with x and y (or latitude and longitude); without longitude',
    ],
    ['time,x,y,qw\n1,2,3,0', 'expected all of qx, qy, qz, qw; without qx, qy, qz'],
    ['time,x,y,pitch\n1,2,3,0', 'expected heading beside roll and pitch'],
    ['a,b\n1,2', 'found the columns of none, expected time with x and y (or latitude and longitude)'],
    ['time,x,y,qx,qy,qz\n1,2,3,0,0,0', 'expected all of qx, qy, qz, qw; without qw'],
    ['time,x,y,roll\n1,2,3,0', 'expected heading beside roll and pitch'],
    ['time,x,y,qx,qy,qz,qw\n1,2,3,0,0,0,2\n', 'found a quaternion of length 2, expected one of length 1'],
    ['time,t,x,tx,east,y\n1,2,3,4,5,6', 'the path'],
    ['time,lat,lon\n1,95,3\n', 'found latitude 95°, longitude 3°, height 0 m, expected a point of the earth'],
  ])('%j', (text, message) => {
    if (message === 'the path') expect(read(`${text}\n2,2,3,4,5,6`).times[0]).toBe(1);
    else expect(fault(text)).toContain(message);
  });

  it('names columns that are there twice or not at all', () => {
    expect(fault('time,east,easting,y\n1,2,3,4')).toContain('t.csv:1: found 2 columns for x (2, 3)');
    expect(fault('time,x,y\n1,2,3', { columns: { z: 'up' } })).toContain(
      't.csv:1: z: found the header "time, x, y", expected a column "up"',
    );
  });

  it('has no column by a name where it has no header', () => {
    expect(fault('1,2,3', { columns: { time: 1, x: 'x' } })).toBe('t.csv:1: x: found no header, expected a column "x"');
  });

  it('is refused where it is no text, or one endless line', () => {
    expect(fault(`time,x,y\n1,2,${'3'.repeat(70_000)}`)).toContain('t.csv:2: found a line of more than 65536 bytes');
    const bytes = Uint8Array.of(0x23, 0x0a, 0xff, 0xfe, 0x0a);
    expect(failure(() => parse(new CsvParser('t.csv', {}), bytes))).toContain(
      't.csv:2: found bytes that are not UTF-8',
    );
  });
});
