import { expect, it } from 'vitest';
import { inspectScene, tracePulse } from '../../../src/node-scans.js';
import type { PulseBeam } from '../../../src/simulation/inspect/pulse-trace.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import { roomOf } from '../instrument-scans.js';
import { surveyOf } from './inspected-survey.js';

const ROOM = roomOf(20);

/** Traces of some pulses of one subray, from a moving platform in a room, without noise. */
async function tracesWith(settings: Partial<Omit<SurveyInput, 'scene'>>) {
  const survey = await surveyOf(ROOM, {
    scanner: 'velodyne-vlp-16',
    detector: { rangeNoise: 0 },
    footprint: { subrays: 1 },
    legs: [{ from: [0, -1, 0], to: [1, 1, 0.5], speed: 20 }],
    ...settings,
  } as Omit<SurveyInput, 'scene'>);
  const scene = await inspectScene(ROOM, { cache: false });
  return Promise.all([0, 500, 12_345].map((pulse) => tracePulse(survey, { scene, pulse })));
}

type Place = ArrayLike<number>;

const apart = (a: Place, b: Place) => Math.hypot(...[0, 1, 2].map((axis) => a[axis] - b[axis]));

/** The place on a beam at a range. */
const along = ({ origin, direction }: PulseBeam, range: number) =>
  [0, 1, 2].map((axis) => origin[axis] + range * direction[axis]);

it('the reported beam is the true one where nothing is wrong, and ends at the point', async () => {
  for (const { beam, reported, subrays, returns } of await tracesWith({})) {
    expect(reported).toEqual(beam);
    const { x, y, z, range } = returns.points;
    expect(apart([x[0], y[0], z[0]], subrays.ends)).toBeLessThan(1e-4);
    expect(apart(along(beam, range[0]), subrays.ends)).toBeLessThan(1e-4);
  }
});

it.each([
  ['errors of the pose', { poseError: { boresight: { heading: 2, roll: -1 }, leverArm: [0.3, 0, 0.1] } }],
  ['coordinates of the sensor', { coordinates: 'sensor' }],
  [
    'errors of the instrument and jitter',
    {
      detector: { rangeNoise: 0, systematicErrors: { range: 0.2, head: 1 } },
      jitter: { position: { z: { sigma: 0.05 } }, attitude: { x: { sigma: 0.5 } } },
    },
  ],
])('leads to the point of the cloud with %s, the true one to the surface', async (_, settings) => {
  for (const { beam, reported, subrays, returns } of await tracesWith(settings as never)) {
    const { x, y, z, range } = returns.points;
    const point = [x[0], y[0], z[0]];
    expect(apart(along(reported, range[0]), point)).toBeLessThan(1e-3);
    expect(apart(along(beam, subrays.ranges[0]), subrays.ends)).toBeLessThan(1e-4);
    expect(apart(point, subrays.ends)).toBeGreaterThan(0.05);
    // On a wall.
    expect(Math.max(Math.abs(subrays.ends[0]), Math.abs(subrays.ends[1]))).toBeCloseTo(20, 4);
  }
});

it('says what a wrong range is off by', async () => {
  const [{ returns, echoes }] = await tracesWith({
    detector: { rangeNoise: 0, systematicErrors: { range: 0.2 } },
  } as never);
  expect(returns.points.range[0] - echoes[0].range).toBeCloseTo(0.2, 5);
});
