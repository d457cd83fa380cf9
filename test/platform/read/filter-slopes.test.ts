import { expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { rotate } from '../../../src/base/quaternion.js';
import { createPoseReader } from '../../../src/platform/pose-at.js';
import { posesOfSlopes } from '../../../src/platform/read/filter-slopes.js';
import { readTrajectory } from '../../../src/platform/read/read-trajectory.js';
import { faultOf } from '../../scene/scene-files.js';

/** A path at whole seconds whose x has these slopes, one after the other. */
function pathOf(slopes: readonly number[]) {
  const x = [0];
  for (const slope of slopes) x.push(x[x.length - 1] + slope);
  return {
    times: Float64Array.from(x, (_, k) => k),
    positions: Float64Array.from(x.flatMap((place) => [place, 7, 9])),
  };
}

it('keeps the poses from which slopes have changed by more than the threshold since the last one', () => {
  expect(posesOfSlopes(pathOf([1, 1, 1, 1]), undefined, 0)).toEqual([0, 4]);
  // Changes of 0.4 at poses 1 to 4: their sum is more than 1 at the third, and 0.4 again at the fourth.
  expect(posesOfSlopes(pathOf([0, 0.4, 0.8, 1.2, 1.6]), undefined, 1)).toEqual([0, 3, 5]);
  // Changes that cancel each other add up to nothing.
  expect(posesOfSlopes(pathOf([0, 0.8, 0, 0.8, 0]), undefined, 1)).toEqual([0, 5]);
  expect(posesOfSlopes(pathOf([0, 0.8, 0, 0.8, 0]), undefined, 0.5)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('looks at slopes over time, and at those of angles', () => {
  const still = pathOf([0, 0, 0]);
  const headings = [0, 0.1, 0.3, 0.5].flatMap((heading) => [0, 0, heading]);
  expect(posesOfSlopes(still, headings, 0.05)).toEqual([0, 1, 3]);
  expect(posesOfSlopes(still, headings, 0.2)).toEqual([0, 3]);
  const slow = { times: Float64Array.of(0, 10, 20, 30), positions: pathOf([0, 5, 5]).positions };
  expect(posesOfSlopes(slow, undefined, 0.6)).toEqual([0, 3]);
  expect(posesOfSlopes(slow, undefined, 0.4)).toEqual([0, 1, 3]);
});

const read = (text: string, options: Parameters<typeof readTrajectory>[1] | object) =>
  readTrajectory('way.csv', { files: createWebFiles({ sources: { 'way.csv': text } }), ...options });

it('drops poses of a table, whatever makes the attitudes between the others', async () => {
  const rows = 'time,x,y,z,heading\n0,0,0,0,0\n1,1,0,0,10\n2,2,0,0,20\n3,3,0,0,65\n4,4,0,0,100\n';
  // The heading's slope changes by 35 deg/s = 0.61 rad/s at 2 s, and by −10 deg/s at 3 s.
  const kept = async (threshold: number, angles: boolean) => [
    ...(await read(rows, { slopes: { threshold, angles } })).times,
  ];
  expect(await kept(0.6, true)).toEqual([0, 2, 4]);
  expect(await kept(0.62, true)).toEqual([0, 4]);
  expect(await kept(0.6, false)).toEqual([0, 4]);
  const turning = await read(rows, { slopes: { threshold: 0.6, angles: true }, between: 'angles' });
  const { orientation } = createPoseReader({ kind: 'recorded', trajectory: turning })(3);
  const [east, north] = rotate(orientation, [0, 1, 0]);
  expect(Math.atan2(east, north)).toBeCloseTo((60 * Math.PI) / 180, 9);
});

it('refuses geographic positions and quaternions', async () => {
  const slopes = { threshold: 1, angles: true };
  expect(String(await faultOf(read('time,lat,lon\n0,1,2\n1,1,3\n', { slopes })))).toMatch(
    /slopeThreshold: expected x and y/,
  );
  expect(String(await faultOf(read('time,x,y,z,qx,qy,qz,qw\n0,1,2,3,0,0,0,1\n', { slopes })))).toMatch(
    /slopeThreshold/,
  );
});
