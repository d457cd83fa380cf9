import { describe, expect, it } from 'vitest';
import { streamKey } from '../../../src/base/random.js';
import { invertRigid, moved } from '../../../src/base/rigid.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import type { Leg } from '../../../src/platform/leg.js';
import { type Placement, placePoints } from '../../../src/simulation/points/place-points.js';
import { createLegPoses } from '../../../src/survey/leg-poses.js';
import type { PoseError } from '../../../src/survey/pose-error.js';
import { outliers } from '../../support/outliers.js';
import {
  AT_ORIGIN,
  columnOf,
  DEGREE,
  LEVEL,
  legOf,
  pointsOf,
  poseError,
  QUIET,
  scanOf,
  spinningScanner,
  tracedOf,
  wallAt,
} from '../instrument-scans.js';

const station = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;

/** Final place of a point that was hit at `hit` at a time. */
function put(
  hit: [number, number, number],
  error: PoseError | undefined,
  {
    path = station,
    mount = AT_ORIGIN,
    time = 0,
    ...placement
  }: Partial<Placement> & { path?: Leg['path']; mount?: typeof AT_ORIGIN; time?: number } = {},
): number[] {
  const points = createPointBatch(1);
  [points.x[0], points.y[0], points.z[0]] = hit;
  const poses = createLegPoses({ leg: legOf(path), mount, error, key: streamKey(1) });
  const traced = { leg: 0, poses, points, first: 0, end: 1, pulses: new Uint32Array(1), times: Float64Array.of(time) };
  const placed = placePoints(traced, { coordinates: 'world', ...placement });
  return [placed.x[0], placed.y[0], placed.z[0]];
}

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

describe('a report that is wrong by a known amount', () => {
  // 100 m · sin 0.1° = 0.174533 m to the side; 100 m · (1 − cos 0.1°) = 0.15 mm nearer.
  const [side, back] = [100 * Math.sin(0.1 * DEGREE), 100 * Math.cos(0.1 * DEGREE)];

  it.each<[string, Partial<PoseError>, [number, number, number], number[]]>([
    ['heading: clockwise', { boresight: { ...LEVEL, heading: 0.1 * DEGREE } }, [0, 100, 0], [side, back, 0]],
    ['pitch: up', { boresight: { ...LEVEL, pitch: 0.1 * DEGREE } }, [0, 100, 0], [0, back, side]],
    ['roll: the right side down', { boresight: { ...LEVEL, roll: 0.1 * DEGREE } }, [100, 0, 0], [back, 0, -side]],
    ['roll leaves what is ahead', { boresight: { ...LEVEL, roll: 0.1 * DEGREE } }, [0, 100, 0], [0, 100, 0]],
    ['lever arm', { leverArm: [0.5, -0.2, 0.1] }, [3, 4, 5], [3.5, 3.8, 5.1]],
  ])('boresight and lever arm: %s', (_, errors, hit, expected) => {
    expect(side).toBeCloseTo(0.1745, 4);
    expect(put(hit, poseError(errors))).toEqual(near(expected));
  });

  it('turns the lever arm with the platform', () => {
    // Heading 90°: the body's right is the world's −y, its front +x.
    const path = { ...station, attitude: { ...LEVEL, heading: 90 * DEGREE } };
    expect(put([10, 20, 30], poseError({ leverArm: [0.5, 0, 0] }), { path })).toEqual(near([10, 19.5, 30]));
    expect(put([10, 20, 30], poseError({ leverArm: [0, 0.5, 0] }), { path })).toEqual(near([10.5, 20, 30]));
  });

  it('boresight is about the axes of the platform, however the scanner is mounted, and about the scanner', () => {
    const mount = { position: [0, 0, 2] as const, heading: 30 * DEGREE, pitch: 180 * DEGREE, roll: 0 };
    const error = poseError({ boresight: { ...LEVEL, heading: 0.1 * DEGREE } });
    expect(put([0, 100, 2], error, { mount })).toEqual(near([side, back, 2]));
  });

  it('puts points 0.2 m ahead at 20 m/s for a clock that is 10 ms ahead', () => {
    const path = { kind: 'straight', from: [0, 0, 0], to: [0, 100, 0], speed: 20, attitude: LEVEL } as const;
    expect(put([5, 50, 0], poseError({ clockOffset: 0.01 }), { path, time: 1 })).toEqual(near([5, 50.2, 0]));
  });

  it('gives points the deviation of white noise of the position, and leaves z alone', () => {
    const errors = Array.from({ length: 2000 }, (_, seed) => {
      const points = createPointBatch(1);
      const error = poseError({ horizontal: { ...QUIET, white: 0.05 } });
      const poses = createLegPoses({ leg: legOf(station), mount: AT_ORIGIN, error, key: streamKey(seed) });
      const traced = {
        leg: 0,
        poses,
        points,
        first: 0,
        end: 1,
        pulses: new Uint32Array(1),
        times: new Float64Array(1),
      };
      const { x, y, z } = placePoints(traced, { coordinates: 'world' });
      expect(z[0]).toBe(0);
      return [x[0], y[0]];
    });
    for (const axis of [0, 1]) {
      const variance = errors.reduce((sum, error) => sum + error[axis] ** 2, 0) / errors.length;
      expect(Math.sqrt(variance)).toBeCloseTo(0.05, 2);
    }
  });

  it('adds an error of the attitude to its angles', () => {
    // A heading error turns about the vertical also if the nose points up.
    const path = { ...station, attitude: { heading: 0, pitch: 60 * DEGREE, roll: 0 } };
    const error = poseError({ attitude: { heading: { ...QUIET, white: 0.01 }, pitch: QUIET, roll: QUIET } });
    const [x, y, z] = put([0, 50, 86.6], error, { path });
    expect(z).toBeCloseTo(86.6, 9);
    expect(Math.hypot(x, y)).toBeCloseTo(50, 9);
    expect(x).not.toBeCloseTo(0, 3);
  });
});

describe('points where they are put', () => {
  it('are the very batch that was traced without error', () => {
    expect(put([1, 2, 3], undefined)).toEqual([1, 2, 3]);
  });

  it('are free of the errors of the report in sensor coordinates', () => {
    const path = { kind: 'straight', from: [10, 0, 5], to: [10, 100, 5], speed: 10, attitude: LEVEL } as const;
    const error = poseError({ leverArm: [1, 2, 3], clockOffset: 1 });
    // After 2 s the scanner is at (10, 20, 5).
    expect(put([12, 50, 6], error, { path, time: 2, coordinates: 'sensor' })).toEqual(near([2, 30, 1]));
    // Deskewed to the start of the leg the error of the lever arm drops out, that of the clock is the same at both
    // times.
    expect(put([12, 50, 6], error, { path, time: 2, coordinates: 'sensor', deskewTo: 0 })).toEqual(near([2, 50, 1]));
  });

  it('keep the true position where that is asked for', async () => {
    const scanner = spinningScanner();
    const leg = legOf({ ...station, duration: 0.02 });
    const wall = wallAt(50);
    const true_ = await pointsOf(scanOf(scanner, [leg]), wall);
    const error = poseError({ vertical: { ...QUIET, white: 0.1 }, keepTruePosition: true });
    const reported = await pointsOf(scanOf(scanner, [leg], { poseError: error }), wall);
    const [x, y, z] = (['x', 'y', 'z'] as const).map((key) => columnOf(true_, key));
    expect(columnOf(reported, 'truePosition')).toEqual(x.flatMap((_, k) => [x[k], y[k], z[k]]));
    expect(columnOf(reported, 'z')).not.toEqual(z);
    expect(columnOf(reported, 'normal')).toEqual(columnOf(true_, 'normal'));
    expect(true_[0].truePosition).toBeUndefined();
  });

  it('are the same for one and two threads', async () => {
    const white = { ...QUIET, white: 0.02 };
    const error = poseError({
      horizontal: white,
      vertical: white,
      attitude: { heading: white, pitch: white, roll: white },
    });
    const scan = scanOf(spinningScanner(), [legOf({ ...station, duration: 0.2 })], { poseError: error });
    const [one, two] = [await pointsOf(scan, wallAt(50)), await pointsOf(scan, wallAt(50), { threads: 2 })];
    for (const key of ['x', 'y', 'z'] as const) expect(columnOf(two, key)).toEqual(columnOf(one, key));
  });
});

describe('a VLP-16 that drives at 20 m/s towards a wall', () => {
  const path = { kind: 'straight', from: [0, 0, 0], to: [0, 10, 0], speed: 20, attitude: LEVEL } as const;
  const scanner = spinningScanner();
  const traced = tracedOf(scanOf(scanner, [legOf(path)]), wallAt(60));
  /** Points of the first revolution, 0.1 s. */
  const revolution = async (placement: Placement) =>
    (await traced).flatMap((chunk) => {
      const { y } = placePoints(chunk, placement);
      return Array.from(y, (value, k) => ({ y: value, time: chunk.times[k] })).filter(({ time }) => time < 0.1);
    });

  it('sees it sheared by v · t in its own coordinates: 2 m over a turn', async () => {
    const points = await revolution({ coordinates: 'sensor' });
    expect(points.length).toBeGreaterThan(10_000);
    expect(outliers(points, ({ y, time }) => Math.abs(y - (60 - 20 * time)) < 1e-4)).toEqual([]);
    const times = points.map(({ time }) => time);
    // The wall is ahead for half a turn less the little that is out of reach, at its beginning and at its end.
    expect(Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y))).toBeCloseTo(
      20 * (Math.max(...times) - Math.min(...times)),
      3,
    );
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(0.099);
  });

  it('sees it flat when deskewed to the start, and where it is in the world', async () => {
    const isAt = (expected: number) => (point: { y: number }) => Math.abs(point.y - expected) < 1e-4;
    expect(outliers(await revolution({ coordinates: 'sensor', deskewTo: 0 }), isAt(60))).toEqual([]);
    // After 0.1 s the scanner is 2 m nearer.
    expect(outliers(await revolution({ coordinates: 'sensor', deskewTo: 0.1 }), isAt(58))).toEqual([]);
    expect(outliers(await revolution({ coordinates: 'world' }), isAt(60))).toEqual([]);
  });
});

it.each([
  ['to the frame of one moment', { coordinates: 'sensor', deskewTo: 0.2 } as const],
  ['to the frame of each moment', { coordinates: 'sensor' } as const],
])('points that move %s are where `moved` takes each, to the bit', (_, placement) => {
  const path: Leg['path'] = {
    kind: 'straight',
    from: [10, 20, 30],
    to: [18, 25, 31],
    speed: 4,
    attitude: { heading: 0.3, pitch: 0.1, roll: -0.2 },
  };
  const poses = createLegPoses({ leg: legOf(path), mount: AT_ORIGIN, key: streamKey(1) });
  const points = createPointBatch(50);
  // Several points of a time, as those of lasers that fire together.
  const times = Float64Array.from({ length: points.count }, (_, i) => Math.floor(i / 3) / 100);
  for (const [k, axis] of [points.x, points.y, points.z].entries())
    axis.forEach((_, i) => {
      axis[i] = 500 * Math.sin(i * (k + 1.3));
    });
  const placed = placePoints({ poses, points, times }, placement);
  for (let i = 0; i < points.count; i++) {
    const pose = poses.reported('deskewTo' in placement ? placement.deskewTo : times[i]);
    const expected = moved(invertRigid(pose), [points.x[i], points.y[i], points.z[i]]);
    expect([placed.x[i], placed.y[i], placed.z[i]]).toEqual(expected);
  }
});
