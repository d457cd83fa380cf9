import { describe, expect, it } from 'vitest';
import { transformDirection } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { attitudeRotation } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import type { RotatingPolygon } from '../../src/scanner/deflectors/resolve-polygon.js';
import { legTiming } from '../../src/scanner/leg-timing.js';
import type { LaserChannel, Scanner } from '../../src/scanner/scanner.js';
import { deviations, outliers } from '../support/outliers.js';
import { column, ONE_LASER, scan, station, testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf, sphere } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;

/** A box of side 100 around the origin: every beam from inside hits one of its six flat sides. */
const room = sceneOf([
  meshOf([
    ...rectangle([-50, -50, -50], [100, 0, 0], [0, 100, 0]),
    ...rectangle([-50, -50, 50], [100, 0, 0], [0, 100, 0]),
    ...rectangle([-50, -50, -50], [100, 0, 0], [0, 0, 100]),
    ...rectangle([-50, 50, -50], [100, 0, 0], [0, 0, 100]),
    ...rectangle([-50, -50, -50], [0, 100, 0], [0, 0, 100]),
    ...rectangle([50, -50, -50], [0, 100, 0], [0, 0, 100]),
  ]),
]);

const channels: LaserChannel[] = [
  { elevation: -15 * DEGREE, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 },
  { elevation: 10 * DEGREE, azimuthOffset: 4 * DEGREE, roll: 0, origin: [0.02, 0.04, 0.1], fireTime: 2.304e-6 },
];
const spinning = testScanner({
  channels,
  deflector: { kind: 'spinning', rotationRateHz: 10, firingPeriod: 55.296e-6 },
});

/** The beam of firing n, channel c, by the formulas of the Velodyne manual: azimuth clockwise from y. */
function beam(n: number, c: number): { origin: Vec3; direction: Vec3; time: number } {
  const { elevation, azimuthOffset, origin, fireTime } = channels[c];
  const time = n * 55.296e-6 + fireTime;
  const head = 2 * Math.PI * 10 * time;
  const azimuth = head + azimuthOffset;
  const direction: Vec3 = [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.cos(elevation) * Math.cos(azimuth),
    Math.sin(elevation),
  ];
  const [x, y, z] = origin;
  const turned: Vec3 = [x * Math.cos(head) + y * Math.sin(head), y * Math.cos(head) - x * Math.sin(head), z];
  return { origin: turned, direction, time };
}

/** Point at which a beam inside the room meets its wall. */
function wallHit(origin: Vec3, direction: Vec3): { range: number; point: number[] } {
  const range = Math.min(...direction.map((d, k) => ((d < 0 ? -50 : 50) - origin[k]) / d));
  return { range, point: direction.map((d, k) => origin[k] + range * d) };
}

describe('a spinning array', () => {
  it('fires every channel where and when its data sheet says', async () => {
    const result = await scan(room, [station([0, 0, 0], { sectorDeg: 360 })], {
      scanner: spinning,
      footprint: ONE_RAY,
    });
    const [x, y, z, time, range, channel] = (['x', 'y', 'z', 'gpsTime', 'range', 'channel'] as const).map((key) =>
      column(result, key),
    );
    expect(x.length).toBe(Math.ceil(0.1 / 55.296e-6) * 2);
    const beams = x.map((_, k) => beam(Math.floor(k / 2), k % 2));
    const hits = beams.map(({ origin, direction }) => wallHit(origin, direction));
    expect(channel).toEqual(x.map((_, k) => k % 2));
    expect(
      deviations(
        time,
        beams.map((sent) => sent.time),
        1e-12,
      ),
    ).toEqual([]);
    expect(
      deviations(
        range,
        hits.map((hit) => hit.range),
        1e-4,
      ),
    ).toEqual([]);
    const misses = hits.map(({ point }, k) => Math.hypot(x[k] - point[0], y[k] - point[1], z[k] - point[2]));
    expect(outliers(misses, (metres) => metres < 1e-4)).toEqual([]);
  });

  it('is silent outside the sector asked for', async () => {
    const leg: Leg = { ...station([0, 0, 0], { sectorDeg: 90 }), azimuthStart: 45 * DEGREE, azimuthEnd: 135 * DEGREE };
    leg.path = { kind: 'station', position: [0, 0, 0], attitude: { heading: 0, pitch: 0, roll: 0 }, duration: 0.3 };
    const one: Scanner = { ...spinning, channels: channels.slice(0, 1) };
    const result = await scan(room, [leg], { scanner: one, footprint: ONE_RAY });
    const [x, y] = [column(result, 'x'), column(result, 'y')];
    const azimuth = x.map((value, k) => Math.atan2(value, y[k]) / DEGREE);
    expect(Math.min(...azimuth)).toBeGreaterThan(44.99);
    expect(Math.max(...azimuth)).toBeLessThan(135.01);
    // Three turns of a quarter each.
    expect(x.length).toBeCloseTo((0.3 / 55.296e-6) * 0.25, -1);
  });
});

describe('a polygon mirror', () => {
  const polygon = testScanner({
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: -40 * DEGREE,
      elevationMax: 60 * DEGREE,
      verticalStep: 2 * DEGREE,
      horizontalStep: 5 * DEGREE,
      facetAngle: 240 * DEGREE,
      lineRateMaxHz: 120,
    },
    channels: [{ ...ONE_LASER, origin: [0, 0, 0.2] }],
  });

  it('sweeps lines from bottom to top while the head turns', async () => {
    const result = await scan(room, [station([1, 2, 3], { sectorDeg: 360 })], {
      // Every line begins with a pulse: see test/scanner/clocks.test.ts for those that do not.
      scanner: { ...polygon, lines: 'restarted' },
      footprint: ONE_RAY,
    });
    const [x, y, z, time] = (['x', 'y', 'z', 'gpsTime'] as const).map((key) => column(result, key));
    expect(x.length).toBe(51 * 72);
    const times = x.map((_, k) => Math.floor(k / 51) / 120 + (k % 51) * 1e-5);
    expect(deviations(time, times, 1e-12)).toEqual([]);
    const misses = times.map((sent, k) => {
      const azimuth = 5 * DEGREE * 120 * sent;
      const elevation = (-40 + 2 * (k % 51)) * DEGREE;
      const direction: Vec3 = [
        Math.cos(elevation) * Math.sin(azimuth),
        Math.cos(elevation) * Math.cos(azimuth),
        Math.sin(elevation),
      ];
      const { point } = wallHit([1, 2, 3.2], direction);
      return Math.hypot(x[k] - point[0], y[k] - point[1], z[k] - point[2]);
    });
    expect(outliers(misses, (metres) => metres < 1e-4)).toEqual([]);
  });

  it('takes as long for a line as the facet, or the line rate, allows', () => {
    const fine = testScanner({
      ...polygon,
      deflector: { ...(polygon.deflector as RotatingPolygon), verticalStep: 0.05 * DEGREE },
    });
    const leg = station([0, 0, 0], { sectorDeg: 360 });
    expect(legTiming(polygon, leg).cyclePeriod).toBeCloseTo(1 / 120, 12);
    expect(legTiming(fine, leg).cyclePeriod).toBeCloseTo(240 / 0.05 / 100_000, 12);
  });
});

describe('a platform', () => {
  it('turns its scanner by heading (clockwise), pitch (nose up) and roll (right side down), in that order', () => {
    const turn = (heading: number, pitch: number, roll: number, v: Vec3) =>
      transformDirection(
        attitudeRotation({ heading: heading * DEGREE, pitch: pitch * DEGREE, roll: roll * DEGREE }),
        v,
      ).map((value) => Math.round(value * 1e9) / 1e9 + 0);
    expect(turn(90, 0, 0, [0, 1, 0])).toEqual([1, 0, 0]);
    expect(turn(0, 90, 0, [0, 1, 0])).toEqual([0, 0, 1]);
    expect(turn(0, 0, 90, [1, 0, 0])).toEqual([0, 0, -1]);
    expect(turn(90, 90, 0, [0, 1, 0])).toEqual([0, 0, 1]);
    expect(turn(90, 0, 90, [1, 0, 0])).toEqual([0, 0, -1]);
  });

  it('moves while the pulses leave', async () => {
    const wall = sceneOf([meshOf(rectangle([-100, 50, -50], [300, 0, 0], [0, 0, 100]))]);
    const leg: Leg = {
      ...station([0, 0, 0]),
      azimuthEnd: 2 * Math.PI,
      path: {
        kind: 'straight',
        from: [0, 0, 0],
        to: [20, 0, 0],
        speed: 20,
        attitude: { heading: 0, pitch: 0, roll: 0 },
      },
    };
    const one: Scanner = { ...spinning, channels: [{ ...channels[0], elevation: 0 }] };
    const result = await scan(wall, [leg], { scanner: one, footprint: ONE_RAY });
    const [x, y, time] = (['x', 'y', 'gpsTime'] as const).map((key) => column(result, key));
    expect(Math.max(...time)).toBeCloseTo(1, 1);
    const expected = time.map((seconds) => 20 * seconds + 50 * Math.tan(2 * Math.PI * 10 * seconds));
    expect(deviations(x, expected, 2e-3)).toEqual([]);
    expect(outliers(y, (value) => Math.abs(value - 50) < 0.5e-3)).toEqual([]);
  });

  it('reports the angle of the beam from straight down', async () => {
    const scene = sceneOf([meshOf(sphere(50, 60))]);
    const leg = station([0, 0, 0], { sectorDeg: 360, attitude: { heading: 30 * DEGREE, pitch: 0, roll: 0 } });
    const one: Scanner = { ...spinning, channels: [{ ...channels[0], elevation: 0 }] };
    const result = await scan(scene, [leg], { scanner: one, footprint: ONE_RAY });
    const [angle, time] = [column(result, 'scanAngle'), column(result, 'gpsTime')];
    for (let k = 0; k < angle.length; k += 50) {
      // A level beam is at a right angle, to the right over the first half of a turn.
      const side = Math.sin(2 * Math.PI * 10 * time[k]);
      if (Math.abs(side) > 1e-3) expect(Math.abs(angle[k] - (Math.sign(side) * Math.PI) / 2)).toBeLessThan(1e-3);
    }
  });
});
