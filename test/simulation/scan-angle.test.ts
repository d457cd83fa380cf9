import { expect, it } from 'vitest';
import { column, scan, station, testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

const DEGREE = Math.PI / 180;

/** The inside of a tube along y, 8 m wide and 7 m high, around the origin. */
const TUBE = sceneOf([
  meshOf([
    ...rectangle([-4, -50, -3.5], [8, 0, 0], [0, 100, 0]),
    ...rectangle([-4, -50, 3.5], [8, 0, 0], [0, 100, 0]),
    ...rectangle([-4, -50, -3.5], [0, 0, 7], [0, 100, 0]),
    ...rectangle([4, -50, -3.5], [0, 0, 7], [0, 100, 0]),
  ]),
]);

/** Looks all round, across the heading, in steps of a degree. */
const PROFILER = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 36_000,
    elevationMin: -180 * DEGREE,
    elevationMax: 180 * DEGREE,
    verticalStep: DEGREE,
    horizontalStep: DEGREE,
    lineRateMaxHz: 100,
  },
});

it.each([0, 10, -25])('is the angle from straight down over the whole circle, with a pitch of %s°', async (pitch) => {
  const leg = station([0, 0, 0], { attitude: { heading: 0, pitch: pitch * DEGREE, roll: 20 * DEGREE } });
  const turned = { ...leg, azimuthStart: -90 * DEGREE, azimuthEnd: -89 * DEGREE };
  const found = await scan(TUBE, [turned], { scanner: PROFILER });
  const [x, z, angles] = (['x', 'z', 'scanAngle'] as const).map((key) => column(found, key));
  expect(angles.length).toBeGreaterThan(300);
  for (let i = 0; i < angles.length; i++) expect(angles[i]).toBeCloseTo(Math.atan2(x[i], -z[i]), 5);
  expect(Math.max(...angles.map(Math.abs))).toBeGreaterThan(3.1);
});
