import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { length, subtract } from '../../../src/base/vec3.js';
import { adjustedGpsTime } from '../../../src/io/units/gps-time.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import type { Leg, Trajectory } from '../../../src/platform/leg.js';
import { attitudeDeg, DEGREE, positionsOf } from '../../support/trajectories.js';
import { surveyText, writeSurvey } from '../survey-file.js';

const CSV = 'time,x,y,z,heading\n100,0,0,5,0\n101,0,10,5,0\n102,10,10,5,90\n105,40,10,5,90\n';
const START = adjustedGpsTime(Date.parse('2025-01-01T00:00:00Z'));

/** The legs of a survey of VLP-16 (10 turns a second) that says `legs`, beside a recording run.csv. */
async function legsOf(legs: string, csv = CSV, warnings: string[] = []): Promise<Leg[]> {
  const file = await writeSurvey(surveyText({ legs: `legs: [ ${legs} ]` }));
  await writeFile(join(dirname(file), 'run.csv'), csv);
  const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
  return (await loadSurvey(file, { log })).legs;
}

async function faultOf(legs: string, csv = CSV): Promise<string> {
  const error = await legsOf(legs, csv).catch((reason: unknown) => reason);
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, found ${String(error)}`);
  return error.format().replace(/^.*?survey.yaml/, 'survey.yaml');
}

function trajectoryOf({ path }: Leg): Trajectory {
  if (path.kind !== 'recorded') throw new Error(`found a ${path.kind} path`);
  return path.trajectory;
}

const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 6));

describe('a path through points', () => {
  it('is travelled at its speed, along its course', async () => {
    const [leg, next] = await legsOf(
      '{ path: [[0, 0, 5], [0, 30, 5], [40, 30, 5]], speed: 10 }, { position: [0, 0, 1] }',
    );
    const trajectory = trajectoryOf(leg);
    expect(trajectory.times.at(-1)).toBeCloseTo(7, 3);
    expect(attitudeDeg(trajectory, trajectory.times.length - 1)).toEqual(close(90, 0, 0));
    expect(next.startTime).toBeCloseTo(START + 7, 2);
  });

  it('may be smooth, lean, climb, keep its heading', async () => {
    const [curve, fixed, climbing] = await legsOf(`
      { path: [[0, 0, 5], [0, 30, 5], [40, 30, 5]], speed: 10, smooth: { tolerance: 0.1, tension: 0.2, knots: uniform }, banking: true },
      { path: [[0, 0, 5], [0, 30, 5]], speed: 10, heading: 45, pitch: -10, roll: 5 },
      { path: [[0, 0, 5], [0, 30, 35]], speed: 10, heading: course, climb: true }`);
    expect(trajectoryOf(curve).times.length).toBeGreaterThan(20);
    expect(attitudeDeg(trajectoryOf(fixed), 0)).toEqual(close(45, -10, 5));
    expect(attitudeDeg(trajectoryOf(climbing), 0)).toEqual(close(0, 45, 0));
  });

  it('needs a length', async () => {
    expect(await faultOf('{ path: [[0, 0, 5], [0, 0, 5]], speed: 10 }')).toBe(
      'survey.yaml:3:17: legs[0].path: the path has no length; it takes two points at least that differ',
    );
    expect(await faultOf('{ path: [[0, 0, 5]], speed: 10 }')).toContain(
      'legs[0].path: found a list of 1, expected a list of 2 to 100000',
    );
  });
});

describe('the flight of a multicopter', () => {
  it('stops and turns at its waypoints, or rounds them', async () => {
    const flight = 'waypoints: [[0, 0, 30], [0, 100, 30], [100, 100, 30]], speed: 10, acceleration: 2, yawRate: 45';
    const [stopping, smooth] = await legsOf(
      `{ ${flight} }, { ${flight}, turn: smooth, gimbal: false, heading: course }`,
    );
    expect(trajectoryOf(stopping).times.at(-1)).toBeCloseTo(15 + 2 + 15, 6);
    expect(trajectoryOf(smooth).times.at(-1)).toBeCloseTo(2 * (5 + 2.5) + (Math.PI / 2) * 5, 6);
    expect(Math.abs(attitudeDeg(trajectoryOf(smooth), 100)[1])).toBeGreaterThan(1);
  });

  it('needs waypoints that differ', async () => {
    expect(await faultOf('{ waypoints: [[0, 0, 5], [0, 0, 5]], speed: 10 }')).toContain(
      'legs[0].waypoints: the path has no length',
    );
  });
});

describe('a recorded leg', () => {
  it('travels a part of the recording, moved, with its own times', async () => {
    const [whole, part] = await legsOf(`
      { trajectory: { file: run.csv } },
      { trajectory: { file: run.csv, from: 100.5, to: 103.5, offset: [1000, 2000, 0], keepTime: true, timeShift: 5 } }`);
    expect([...trajectoryOf(whole).times]).toEqual([0, 1, 2, 5]);
    expect(whole.startTime).toBe(START);
    expect([...trajectoryOf(part).times]).toEqual([0, 0.5, 1.5, 3]);
    expect(positionsOf(trajectoryOf(part))).toEqual([
      [1000, 2005, 5],
      [1000, 2010, 5],
      [1010, 2010, 5],
      [1025, 2010, 5],
    ]);
    expect(part.startTime).toBe(105.5);
  });

  it('may follow its course instead of what was recorded', async () => {
    const csv = 'time,x,y,z,heading\n0,0,0,0,17\n1,0,10,10,17\n';
    const [recorded, course, climb] = await legsOf(
      ['recorded', 'course', 'climb']
        .map((attitude) => `{ trajectory: { file: run.csv, attitude: ${attitude} } }`)
        .join(', '),
      csv,
    );
    expect([recorded, course, climb].map((leg) => attitudeDeg(trajectoryOf(leg), 0))).toEqual([
      close(17, 0, 0), close(0, 0, 0), close(0, 45, 0),
    ]); // biome-ignore format: a list
  });

  it('may have its columns named, its angles in radians, its projection chosen', async () => {
    const [named] = await legsOf(
      '{ trajectory: { file: run.csv, columns: { time: s, x: e, y: n, heading: 4 }, angles: rad, rotation: heading-pitch-roll } }',
      's,e,n,w\n0,1,2,0.5\n1,1,3,0.5\n',
    );
    expect(attitudeDeg(trajectoryOf(named), 0)[0]).toBeCloseTo(0.5 / DEGREE, 9);
    const geographic = 'time,lat,lon,height\n0,48,9,500\n1,48.001,9,510\n';
    const [utm, zone, plane] = await legsOf(
      ['utm', '{ utm: "33N" }', '{ local: { latitude: 48, longitude: 9, height: 490 } }']
        .map((projection) => `{ trajectory: { file: run.csv, projection: ${projection} } }`)
        .join(', '),
      geographic,
    );
    // On the meridian of zone 32: easting 500,000 m.
    expect(positionsOf(trajectoryOf(utm))[0][0]).toBeCloseTo(500_000, 6);
    expect(positionsOf(trajectoryOf(zone))[0][0]).toBeLessThan(100_000);
    expect(positionsOf(trajectoryOf(plane))[0]).toEqual(close(0, 0, 10));
  });

  it('warns of a gap where a leg flies across it', async () => {
    const rows = Array.from({ length: 20 }, (_, k) => `${k === 19 ? 40 : k},${k},0\n`).join('');
    const warnings: string[] = [];
    await legsOf(
      '{ trajectory: { file: run.csv } }, { trajectory: { file: run.csv, to: 5 } }',
      `time,x,y\n${rows}`,
      warnings,
    );
    expect(warnings).toEqual([expect.stringContaining('run.csv: a gap of 22.000 s after 18 s')]);
    await legsOf('{ trajectory: { file: run.csv, to: 18 } }', `time,x,y\n${rows}`, warnings);
    await legsOf('{ trajectory: { file: run.csv, from: 17, to: 19 } }', `time,x,y\n${rows}`, warnings);
    expect(warnings.slice(1)).toEqual([expect.stringContaining('a gap of 22.000 s after 18 s')]);
  });

  it.each([
    ['from: 99', 'legs[0].trajectory.from: found 99, expected a moment of the recording, from 100 to 105 (s)'],
    ['to: 106', 'legs[0].trajectory.to: found 106, expected a moment of the recording, from 100 to 105 (s)'],
    ['from: 103, to: 102', 'legs[0].trajectory.to: found 102, expected a moment after from, which is 103 (s)'],
    ['timeShift: 3', 'legs[0].trajectory.timeShift: found 3, expected keepTime: true beside it'],
    [
      'maxGap: 1',
      'legs[0].trajectory.file: run.csv:5: found a gap of 3 s after 102 s (line 4), expected at most 1 s (maxGap)',
    ],
    [
      'format: sbet',
      'legs[0].trajectory.file: run.csv: found 74 bytes, expected records of 136 bytes (SBET); the file is cut short',
    ],
    ['utm: 3', 'legs[0].trajectory.utm: unknown key'],
    [
      'projection: { utm: "61N" }',
      'legs[0].trajectory.projection.utm: found "61N", expected a zone with its hemisphere, such as "32N"',
    ],
  ])('is refused with %s', async (keys, message) => {
    expect(await faultOf(`{ trajectory: { file: run.csv, ${keys} } }`)).toContain(message);
  });

  it('keeps the times of a recording in seconds of the week by the number of the week', async () => {
    const [leg] = await legsOf('{ trajectory: { file: run.csv, keepTime: true, gpsWeek: 2340, timeShift: 0.5 } }');
    // The week begins 2340 · 604,800 s after 6 January 1980; adjusted standard GPS time is 10⁹ s less.
    expect(leg.startTime).toBe(415_232_000 + 100.5);
  });

  it.each([
    // 19 November 2024 in UTC, 18 leap seconds behind GPS time.
    [1_732_000_000, 'timeShift: -1315964782 moves them', '2066'],
    [1_416_035_218, 'if they are seconds of GPS time since 1980, timeShift: -1000000000 moves them', '2056'],
    [200_000, 'if they are seconds of a GPS week, gpsWeek says of which', '2011'],
    [416_035_218, undefined, ''],
  ])('warns of kept times from %i that are like those of another origin', async (first, advice, year) => {
    const csv = CSV.replaceAll(/^10(\d)/gm, (_, k) => String(first + Number(k)));
    const warnings: string[] = [];
    const [leg] = await legsOf('{ trajectory: { file: run.csv, keepTime: true } }', csv, warnings);
    expect(leg.startTime).toBe(first);
    const told = warnings.filter((text) => text.includes('adjusted standard GPS time'));
    expect(told).toHaveLength(advice === undefined ? 0 : 1);
    if (advice !== undefined) expect(told[0]).toContain(`adjusted standard GPS time, of ${year}; `);
    if (advice !== undefined) expect(told[0]).toContain(advice);
    const shift = /timeShift: (-\d+) moves/.exec(told[0] ?? '')?.[1];
    if (shift !== undefined) expect(first + Number(shift)).toBe(416_035_218);
  });

  it.each([
    [
      'format: sbet, keepTime: true',
      'keepTime: found true, expected gpsWeek beside it, as sbet has seconds of a GPS week',
    ],
    [
      'format: nmea, keepTime: true',
      'keepTime: found true, expected timeShift beside it, as nmea has seconds of a day',
    ],
    ['gpsWeek: 2340', 'gpsWeek: found 2340, expected keepTime: true beside it'],
    ['format: sbet, timeUnit: ms', 'timeUnit: found "ms", expected none, as sbet is no table'],
  ])('refuses %s', async (keys, message) => {
    expect(await faultOf(`{ trajectory: { file: run.csv, ${keys} } }`)).toContain(`legs[0].trajectory.${message}`);
  });

  it('is refused where its file is missing, or starts in two ways', async () => {
    expect(await faultOf('{ trajectory: { file: no.csv } }')).toBe(
      'survey.yaml:3:31: legs[0].trajectory.file: no.csv: cannot read the file: it does not exist',
    );
    expect(await faultOf('{ trajectory: { file: run.csv, keepTime: true }, pause: 3 }')).toContain(
      'legs[0].pause: found 3, expected none, as keepTime: true starts the leg at the time of its recording',
    );
  });
});

describe('keys of every leg', () => {
  it('include mount and warm-up', async () => {
    const [leg, plain] = await legsOf(
      '{ position: [0, 0, 1], mount: { position: [1, 2, 3], pitch: -90 }, warmup: 2.5 }, { position: [0, 0, 1] }',
    );
    expect(leg.mount).toEqual({ position: [1, 2, 3], heading: 0, pitch: -90 * DEGREE, roll: 0 });
    expect(leg.warmup).toBe(2.5);
    expect([plain.mount, plain.warmup]).toEqual([undefined, undefined]);
  });

  it('allow a sector backwards, or of many turns', async () => {
    const [back, many, after] = await legsOf(
      '{ position: [0, 0, 1], azimuth: [90, -90] }, { position: [0, 0, 1], azimuth: [0, 36000] }, { position: [0, 0, 1] }',
    );
    expect([back.azimuthStart, back.azimuthEnd]).toEqual(close(Math.PI / 2, -Math.PI / 2));
    expect(after.startTime - many.startTime).toBeCloseTo(10, 6);
    expect(await faultOf('{ position: [0, 0, 1], azimuth: [30, 30] }')).toContain(
      'found 30, expected an angle other than the first (deg)',
    );
    expect(await faultOf('{ position: [0, 0, 1], azimuth: [-300, 36000] }')).toContain(
      'expected at most 100 turns, 36000 from the first angle (deg)',
    );
  });

  it('leave straight legs and stations as they were', async () => {
    const [line, station] = await legsOf(
      '{ from: [0, 0, 1], to: [30, 40, 1], speed: 5 }, { position: [1, 1, 1], duration: 3, pause: 7 }',
    );
    if (line.path.kind !== 'straight') throw new Error('not straight');
    expect(length(subtract(line.path.to, line.path.from))).toBe(50);
    expect(line.path.attitude.heading / DEGREE).toBeCloseTo(36.8699, 4);
    expect(station.startTime - line.startTime).toBeCloseTo(17, 6);
    expect(await faultOf('{ from: [0, 0, 1], to: [0, 0, 1], speed: 5 }')).toContain('expected a point other than from');
  });
});
