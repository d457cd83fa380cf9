import { describe, expect, it } from 'vitest';
import { SbetParser } from '../../../src/platform/read/sbet-parser.js';
import type { TrajectoryOptions } from '../../../src/platform/read/trajectory-parser.js';
import { attitudeDeg, DEGREE, positionsOf } from '../../support/trajectories.js';
import { failure, parse } from './parse.js';

const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 6));

interface Row {
  time: number;
  lat: number;
  lon: number;
  height: number;
  roll?: number;
  pitch?: number;
  heading?: number;
  wander?: number;
}

/** Records of 17 little-endian doubles; angles in degrees here. */
function sbet(rows: readonly Row[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(rows.length * 136));
  rows.forEach(({ time, lat, lon, height, roll = 0, pitch = 0, heading = 0, wander = 0 }, k) => {
    const angles = [roll, pitch, heading, wander].map((angle) => angle * DEGREE);
    [time, lat * DEGREE, lon * DEGREE, height, 60, 1, -2, ...angles, 0.1, 0.2, 9.8, 0, 0, 0].forEach((value, field) => {
      view.setFloat64(k * 136 + field * 8, value, true);
    });
  });
  return new Uint8Array(view.buffer);
}

const read = (rows: readonly Row[], options: TrajectoryOptions = {}) =>
  parse(new SbetParser('f.out', options), sbet(rows), 100);

const FLIGHT: Row[] = [
  { time: 345_600.005, lat: 48.5, lon: 9.5, height: 1200, roll: 2, pitch: 3, heading: 90 },
  { time: 345_600.01, lat: 48.5, lon: 9.5001, height: 1201, roll: 2, pitch: 3, heading: 91 },
];

describe('an SBET', () => {
  it.each(['heading', 'pitch', 'roll', 'wander'])('is refused for an absurd %s, with its record', (angle) => {
    expect(failure(() => read([FLIGHT[0], { ...FLIGHT[1], [angle]: 1e300 }]))).toMatch(
      new RegExp(`record 2: ${angle}: found .*e\\+298, expected an angle of at most`),
    );
  });

  it('is read in the east, north and up of its first point', () => {
    const trajectory = read(FLIGHT);
    expect([...trajectory.times]).toEqual([345_600.005, 345_600.01]);
    expect(positionsOf(trajectory)[0]).toEqual(close(0, 0, 0));
    // A ten-thousandth of a degree at 48.5° N, 1200 m up: (N + h) cos φ Δλ, N = a / √(1 − e² sin² φ) = 6,390,149.5 m.
    const east = (6_390_149.5 + 1201) * Math.cos(48.5 * DEGREE) * 0.0001 * DEGREE;
    const [x, y, z] = positionsOf(trajectory)[1];
    expect(x).toBeCloseTo(east, 4);
    expect([y, z]).toEqual([expect.closeTo(0, 3), expect.closeTo(1, 3)]);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(90, 3, 2));
  });

  it('turns attitudes with the plumb line: ten degrees to the north the nose hangs ten degrees lower', () => {
    const trajectory = read([
      { time: 0, lat: 40, lon: 5, height: 0 },
      { time: 1, lat: 50, lon: 5, height: 0 },
    ]);
    expect(attitudeDeg(trajectory, 0)).toEqual(close(0, 0, 0));
    expect(attitudeDeg(trajectory, 1)).toEqual(close(0, -10, 0));
  });

  it('is read in UTM, heading from grid north', () => {
    // Karney's test data with k0 = 0.9996: see test/crs/projections/transverse-mercator.test.ts; zone 31
    // has its meridian at 3° E.
    const point = { lat: 9.916090592983, lon: 3 + 2.895277339837, height: 77, heading: 10 };
    const trajectory = read(
      [
        { time: 0, ...point },
        { time: 1, ...point },
      ],
      { projection: { kind: 'utm' } },
    );
    const [x, y, z] = positionsOf(trajectory)[0];
    expect([x, y, z]).toEqual(close(817_518.455546487, 1_097_517.583745422, 77));
    expect(attitudeDeg(trajectory, 0)[0]).toBeCloseTo(10 - 0.499003720919636, 9);
  });

  it('is read in another zone, in the south, or refused far from it', () => {
    const rows = [
      { time: 0, lat: -10, lon: 7, height: 0 },
      { time: 1, lat: -10, lon: 7, height: 1 },
    ];
    const [x, y] = positionsOf(read(rows, { projection: { kind: 'utm', zone: 31 } }))[0];
    expect([x > 900_000, y > 8_000_000]).toEqual([true, true]);
    expect(failure(() => read(rows, { projection: { kind: 'utm', zone: 40 } }))).toBe(
      'f.out: record 1: found the longitude 7.000000°, expected at most 10° from the middle of UTM zone 40\n  choose another zone, or projection: local',
    );
  });

  it('has its wander angle taken off, added, or told of', () => {
    const rows = FLIGHT.map((row) => ({ ...row, wander: 5 }));
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    expect(attitudeDeg(read(rows, { log }), 0)[0]).toBeCloseTo(90, 9);
    expect(warnings).toEqual([expect.stringContaining('f.out: wander angles up to 5.000° are ignored')]);
    expect(attitudeDeg(read(rows, { wander: 'subtract' }), 0)[0]).toBeCloseTo(85, 9);
    expect(attitudeDeg(read(rows, { wander: 'add' }), 0)[0]).toBeCloseTo(95, 9);
  });

  it('goes on after the end of the week', () => {
    const at = (time: number, k: number) => ({ time, lat: 48.5, lon: 9.5 + k * 1e-6, height: 100 });
    const times = [604_799, 604_799.5, 0, 0.5, 604_799.5, 0.25].map(at);
    expect([...read(times.slice(0, 4)).times]).toEqual([604_799, 604_799.5, 604_800, 604_800.5]);
    expect([...read(times, { repeats: 'first' }).times].slice(4)).toEqual([1_209_599.5, 1_209_600.25]);
    expect(failure(() => read([at(300_000, 0), at(0, 1)]))).toContain(
      'found the time 0 s, expected more than 300000 s',
    );
  });

  it('says what is wrong, and in which record', () => {
    const cut = sbet(FLIGHT).subarray(0, 200);
    expect(failure(() => parse(new SbetParser('f.out', {}), cut))).toContain(
      'f.out: found 200 bytes, expected records of 136',
    );
    expect(failure(() => read([FLIGHT[1], FLIGHT[0]]))).toBe(
      'f.out: record 2: found the time 345600.005 s, expected more than 345600.01 s',
    );
    const wild = { ...FLIGHT[0], lat: 1e9 };
    expect(failure(() => read([FLIGHT[0], wild]))).toContain('f.out: record 2: found latitude');
    expect(failure(() => read([FLIGHT[0], { ...FLIGHT[1], roll: Number.NaN }]))).toContain(
      'record 2: found a pose with numbers that are not finite',
    );
  });
});
