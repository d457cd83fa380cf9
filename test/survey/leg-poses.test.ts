import { describe, expect, it } from 'vitest';
import { addToAttitude, fromAttitude, toAttitude } from '../../src/base/quaternion.js';
import { streamKey } from '../../src/base/random.js';
import { subtract } from '../../src/base/vec3.js';
import type { Leg } from '../../src/platform/leg.js';
import { createLegPoses, createPlatformPose } from '../../src/survey/leg-poses.js';
import { createNoiseReader } from '../../src/survey/noise-series.js';
import type { PoseError } from '../../src/survey/pose-error.js';
import { AT_ORIGIN, LEVEL, legOf, poseError, QUIET } from '../simulation/instrument-scans.js';

const KEY = streamKey(5);
const [ACROSS, UP] = [
  { ...QUIET, white: 0.1 },
  { ...QUIET, white: 0.3 },
];
const TIMES = [0, 0.123, 0.7];
/** 4 m/s to the east, turned by 0.3 rad. */
const leg = legOf({
  kind: 'straight',
  from: [10, 20, 30],
  to: [18, 20, 30],
  speed: 4,
  attitude: { ...LEVEL, heading: 0.3 },
});

const posesWith = (error: Partial<PoseError>, mount = AT_ORIGIN) =>
  createLegPoses({ leg, mount, error: poseError(error), key: KEY });

/** The error of an axis: east, north, up, heading, pitch, roll. */
const noise = (model: PoseError['vertical'], axis: number) => createNoiseReader(model, 200, { key: KEY, axis });

describe('the true orientation', () => {
  const mount = { position: [0.1, 0, 1], heading: 0.2, pitch: 0.1, roll: -0.3 } as const;
  const posesOn = (path: Leg['path']) => createLegPoses({ leg: legOf(path), mount, error: poseError({}), key: KEY });

  it.each<Leg['path']>([leg.path, { kind: 'station', position: [1, 2, 3], attitude: { ...LEVEL, heading: 2 } }])(
    'of a platform that keeps its own is known',
    (path) => {
      const { actual, orientation } = posesOn(path);
      for (const time of TIMES) expect(orientation).toEqual(actual(time).orientation);
    },
  );

  it('is not that of all times on a recorded path', () => {
    const orientations = Float64Array.of(...fromAttitude(0, 0, 0), ...fromAttitude(0.5, 0, 0));
    const trajectory = { times: Float64Array.of(0, 1), positions: new Float64Array(6), orientations };
    const { actual, orientation } = posesOn({ kind: 'recorded', trajectory });
    expect(orientation).toBeUndefined();
    expect(actual(1).orientation).not.toEqual(actual(0).orientation);
  });
});

describe('the reported pose', () => {
  it('is the true one without errors', () => {
    const { actual, reported } = createLegPoses({ leg, mount: AT_ORIGIN, key: KEY });
    expect(reported).toBe(actual);
  });

  it('has an error of its own along each axis, added to the true position', () => {
    const { actual, reported } = posesWith({ horizontal: ACROSS, vertical: UP });
    const errors = [noise(ACROSS, 0), noise(ACROSS, 1), noise(UP, 2)];
    for (const time of TIMES) {
      const { position } = reported(time);
      const truth = actual(time).position;
      errors.forEach((error, axis) => {
        expect(position[axis] - truth[axis]).toBeCloseTo(error(time), 12);
      });
    }
  });

  it('has an error of its own of each angle, added to the true attitude', () => {
    const angle = { ...QUIET, white: 0.01 };
    const { actual, reported } = posesWith({ attitude: { heading: angle, pitch: angle, roll: angle } });
    const [heading, pitch, roll] = [3, 4, 5].map((axis) => noise(angle, axis));
    for (const time of TIMES) {
      const expected = addToAttitude(actual(time).orientation, heading(time), pitch(time), roll(time));
      reported(time).orientation.forEach((part, k) => {
        expect(part).toBeCloseTo(expected[k], 12);
      });
    }
    expect(new Set([heading, pitch, roll].map((error) => error(0.1))).size).toBe(3);
  });

  it('is that of another moment if the clock is off', () => {
    const { actual, reported } = posesWith({ clockOffset: 0.25 });
    expect(reported(0.5).position[0] - actual(0.5).position[0]).toBeCloseTo(1, 12);
  });

  it('has the scanner where it was believed to be: lever arm and boresight on the platform', () => {
    const mount = { position: [0, 2, 0] as const, ...LEVEL };
    const { actual, reported } = posesWith({ leverArm: [0, 0.5, 0], boresight: { ...LEVEL, heading: 0.1 } }, mount);
    // Forward of a heading of 0.3 rad: (sin 0.3, cos 0.3).
    const [truth, found] = [actual(1).position, reported(1).position];
    expect(truth[0]).toBeCloseTo(14 + 2 * Math.sin(0.3), 12);
    expect(found[0] - truth[0]).toBeCloseTo(0.5 * Math.sin(0.3), 12);
    expect(found[1] - truth[1]).toBeCloseTo(0.5 * Math.cos(0.3), 12);
    reported(1).orientation.forEach((part, k) => {
      expect(part).toBeCloseTo(fromAttitude(0.4, 0, 0)[k], 12);
    });
  });

  it('takes the mount of the leg in place of that of all', () => {
    const own = { ...leg, mount: { position: [0, 0, 7] as const, ...LEVEL } } as typeof leg;
    const { actual } = createLegPoses({ leg: own, mount: { position: [0, 0, 1], ...LEVEL }, key: KEY });
    expect(actual(0).position[2]).toBeCloseTo(37, 12);
  });
});

describe('the registration of a leg', () => {
  const station = legOf({ kind: 'station', position: [10, 20, 30], attitude: LEVEL });
  const sigmas = [0.003, 0.003, 0.002, 4e-5, 2e-5, 1e-5];
  const drawn = (key = KEY, of = station) => {
    const [horizontal, , vertical, heading, pitch, roll] = sigmas.map((perLeg) => ({ ...QUIET, perLeg }));
    const error = poseError({ horizontal, vertical, attitude: { heading, pitch, roll } });
    return createLegPoses({ leg: of, mount: AT_ORIGIN, error, key });
  };
  /** What is reported too much: east, north, up, heading, pitch and roll. */
  const offsetsAt = ({ actual, reported }: ReturnType<typeof drawn>, time: number) => {
    const [truth, found] = [actual(time), reported(time)];
    const angles = toAttitude(found.orientation);
    return [...subtract(found.position, truth.position), angles.heading, angles.pitch, angles.roll];
  };

  it('is drawn once, by seed and leg, and stays the same throughout', () => {
    const [poses, again, other] = [drawn(), drawn(), drawn(streamKey(5, 1))];
    const first = offsetsAt(poses, 0);
    for (const time of [0.001, 7, 3600]) expect(offsetsAt(poses, time)).toEqual(first);
    expect(offsetsAt(again, 9)).toEqual(first);
    offsetsAt(other, 0).forEach((value, axis) => {
      expect(value).not.toBe(first[axis]);
    });
  });

  it('has the standard deviations that are asked for, and no axis follows another', () => {
    const legs = Array.from({ length: 4000 }, (_, index) => offsetsAt(drawn(streamKey(5, index)), 0));
    const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
    for (const [axis, sigma] of sigmas.entries()) {
      // Four standard errors: of a mean σ/√n, of a deviation σ/√2n, of a correlation 1/√n.
      expect(Math.abs(mean(legs.map((leg) => leg[axis])))).toBeLessThan((4 * sigma) / Math.sqrt(4000));
      const deviation = Math.sqrt(mean(legs.map((leg) => leg[axis] ** 2)));
      expect(Math.abs(deviation / sigma - 1)).toBeLessThan(4 / Math.sqrt(8000));
      for (let other = 0; other < axis; other++)
        expect(Math.abs(mean(legs.map((leg) => (leg[axis] / sigma) * (leg[other] / sigmas[other]))))).toBeLessThan(
          4 / Math.sqrt(4000),
        );
    }
  });

  it('is added to noise over time, which it leaves as it is', () => {
    const noisy = { ...QUIET, white: 0.1 };
    const [alone, both] = [noisy, { ...noisy, perLeg: 1 }].map((vertical) => posesWith({ vertical }));
    const gap = (time: number) => both.reported(time).position[2] - alone.reported(time).position[2];
    expect(Math.abs(gap(0))).toBeGreaterThan(1e-3);
    for (const time of [0.123, 0.7]) expect(gap(time)).toBeCloseTo(gap(0), 12);
  });

  it('is what the leg says, in place of what would be drawn, and without any other error', () => {
    const stated = [0.004, -0.002, 0.001, 3e-5, -2e-5, 1e-5];
    const [x, y, z, heading, pitch, roll] = stated;
    const own = { ...station, registrationError: { position: [x, y, z] as const, heading, pitch, roll } };
    const alone = createLegPoses({ leg: own, mount: AT_ORIGIN, key: KEY });
    for (const poses of [alone, drawn(KEY, own)])
      offsetsAt(poses, 5).forEach((value, axis) => {
        expect(value).toBeCloseTo(stated[axis], 12);
      });
    expect(createPlatformPose(own, undefined, KEY)(5).position[0]).toBeCloseTo(10.004, 12);
  });
});
