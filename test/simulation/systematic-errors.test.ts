import { describe, expect, it } from 'vitest';
import { dot, type Vec3 } from '../../src/base/vec3.js';
import type { Jitter, JitterSource } from '../../src/platform/jitter.js';
import type { SystematicErrors } from '../../src/scanner/systematic-errors.js';
import type { TracedPoints } from '../../src/simulation/points/traced-points.js';
import { checkClose } from '../support/quick-checks.js';
import { testScanner } from '../support/scan.js';
import { DEGREE, LEVEL, legOf, roomOf, scanOf, tracedOf } from './instrument-scans.js';

/** A line scanner on a turning head, level in the middle of a room of 20 m. */
const WALL = 10;
const station = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;

const scannerWith = (systematicErrors?: SystematicErrors) => {
  const scanner = testScanner({
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: -50 * DEGREE,
      elevationMax: 60 * DEGREE,
      verticalStep: 1 * DEGREE,
      horizontalStep: 3 * DEGREE,
      lineRateMaxHz: 500,
    },
  });
  const detection = { ...scanner.detection, rangeNoise: 0, rangeNoisePerMetre: 0, systematicErrors };
  return { ...scanner, detection };
};

const scanWith = (errors?: SystematicErrors, jitter?: Jitter) =>
  tracedOf(scanOf(scannerWith(errors), [legOf(station)], { jitter }), roomOf(WALL));

interface Reading {
  point: Vec3;
  range: number;
  /** Direction of the beam by the instrument's reading. */
  believed: Vec3;
  origin: Vec3;
}

function readingsOf(chunks: readonly TracedPoints[], beams: readonly TracedPoints[]): Reading[] {
  return chunks.flatMap(({ points, pulses, first }, chunk) => {
    const list = beams[chunk].listPulses!();
    const three = (of: ArrayLike<number>, k: number): Vec3 => [of[3 * k], of[3 * k + 1], of[3 * k + 2]];
    return Array.from({ length: points.count }, (_, k) => ({
      point: [points.x[k], points.y[k], points.z[k]],
      range: points.range[k],
      believed: three(list.directions, pulses[k] - first),
      origin: three(list.origins, pulses[k] - first),
    }));
  });
}

/** Angle of a beam above the horizon, and clockwise from ahead. */
const elevationOf = (d: Vec3) => Math.asin(d[2]);
const azimuthOf = (d: Vec3) => Math.atan2(d[0], d[1]);

/** Distance of the walls at these angles. */
const distanceAt = (elevation: number, azimuth: number): number =>
  WALL / Math.max(Math.abs(Math.sin(azimuth)), Math.abs(Math.cos(azimuth))) / Math.cos(elevation);

describe('systematic errors', () => {
  it.each<[string, SystematicErrors, (a: number) => [range: number, deflection: number, head: number]]>([
    ['of ranges are added to them', { range: '0.05 + 0.1 * sin(angle)' }, (a) => [0.05 + 0.1 * Math.sin(a), 0, 0]],
    ['of the deflection raise beams', { deflection: '2 * cos(3 * angle)' }, (a) => [0, 2 * Math.cos(3 * a), 0]],
    ['of the head turn beams clockwise', { head: '1.5 - angle' }, (a) => [0, 0, 1.5 - a]],
    [
      'act together',
      { range: '-0.2', deflection: 'sin(angle)', head: '0.1 / sin(angle)', headAway: 5 * DEGREE },
      (a) => {
        const away = Math.abs(a) < 5 * DEGREE ? (a < 0 ? -5 : 5) * DEGREE : a;
        return [-0.2, Math.sin(a), 0.1 / Math.sin(away)];
      },
    ],
  ])('%s', async (_, errors, at) => {
    const chunks = await scanWith(errors);
    const readings = readingsOf(chunks, chunks);
    expect(readings.length).toBeGreaterThan(5000);
    let largest = 0;
    for (const { point, range, believed } of readings) {
      const [a, azimuth] = [elevationOf(believed), azimuthOf(believed)];
      const [more, deflection, head] = at(a);
      // The true beam meets the wall; the instrument places the point along the one that it believes in.
      const met = distanceAt(a + deflection * DEGREE, azimuth + head * DEGREE);
      // Within a cell of the table, 0.022 degrees, it neither jumps nor bends.
      const bends = errors.headAway === undefined ? [] : [0, errors.headAway];
      if (bends.some((angle) => Math.abs(Math.abs(a) - angle) < 0.03 * DEGREE)) continue;
      checkClose(range - met, more, 4e-5);
      largest = Math.max(largest, Math.abs(range - distanceAt(a, azimuth)));
      point.forEach((coordinate, axis) => {
        checkClose(coordinate, range * believed[axis], 2e-5);
      });
    }
    expect(largest).toBeGreaterThan(0.04);
  });

  it('leave points as they are if they are none', async () => {
    const [none, zero] = [await scanWith(), await scanWith({ range: '0', deflection: '0', head: '0' })];
    zero.forEach(({ points }, k) => {
      for (const key of ['x', 'y', 'z', 'range'] as const) expect(points[key]).toEqual(none[k].points[key]);
    });
  });

  it('make jitter of the attitude one of them: points lie along beams without it, from where they left', async () => {
    const sigma = (value: number): JitterSource => ({ of: { kind: 'normal', mean: 0, sigma: value }, hold: 1 });
    const position = [sigma(0.1), sigma(0.1), sigma(0.1)] as const;
    const moved = await scanWith({ range: '0' }, { position, attitude: [sigma(0.02), sigma(0.5), sigma(0.02)] });
    const readings = readingsOf(moved, moved);
    let aside = 0;
    for (const { point, origin, range, believed } of readings) {
      const away = point.map((coordinate, axis) => coordinate - origin[axis]) as unknown as Vec3;
      checkClose(dot(away, believed), range, 1e-4);
      away.forEach((coordinate, axis) => {
        checkClose(coordinate, range * believed[axis], 1e-4);
      });
      aside = Math.max(aside, Math.abs(Math.max(Math.abs(point[0]), Math.abs(point[1])) - WALL));
    }
    // Points are off the walls.
    expect(aside).toBeGreaterThan(0.2);
  });
});
