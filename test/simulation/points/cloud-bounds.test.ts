import { expect, it } from 'vitest';
import { cloudBounds } from '../../../src/simulation/points/cloud-bounds.js';
import { testScanner } from '../../support/scan.js';
import { LEVEL, legOf, poseError, QUIET, scanOf } from '../instrument-scans.js';

const scene = { min: [-3, -4, 0] as [number, number, number], max: [3, 4, 0] as [number, number, number] };
const scanner = testScanner({ detection: { rangeNoise: 0.01 } });
const leg = legOf({ kind: 'station', position: [0, 0, 24], attitude: LEVEL, duration: 4 });

it('are those of the scene, widened by six deviations of the range', () => {
  const { min, max } = cloudBounds([scanOf(scanner, [leg])], scene, 'world');
  expect(min).toEqual([-3.06, -4.06, -0.06]);
  expect(max).toEqual([3.06, 4.06, 0.06]);
});

it('in sensor coordinates are as wide as scanner and scene lie apart', () => {
  // The diagonal of the box that holds both: √(6² + 8² + 24²) = 26.
  const { max } = cloudBounds([scanOf(scanner, [leg])], scene, 'sensor');
  expect(max[2]).toBeCloseTo(26.06, 9);
});

it('hold what a wrong report does: noise, drift over the leg, and angles at that distance', () => {
  const error = poseError({
    vertical: { ...QUIET, white: 0.1 },
    horizontal: { ...QUIET, randomWalk: 0.1 },
    boresight: { ...LEVEL, pitch: 0.01 },
    leverArm: [0, 0.5, 0],
  });
  const { max } = cloudBounds([scanOf(scanner, [leg], { poseError: error })], scene, 'world');
  // 6 · 0.1 up, 6 · 0.1 · √4 s of each horizontal axis, 0.01 rad at 26 m, half a metre.
  expect(max[0]).toBeCloseTo(3 + 0.06 + 0.6 + 2 * 1.2 + 0.26 + 0.5, 9);
});

it('hold what noise does that grows with the range: at 26 m', () => {
  const noisy = testScanner({
    detection: { rangeNoise: 0.01, rangeNoisePerMetre: 1e-4, axisAngleNoise: 2e-3, rayAngleNoise: 1e-3 },
  });
  const { max } = cloudBounds([scanOf(noisy, [leg])], scene, 'world');
  // Both ways across the ray are in one direction at most.
  expect(max[0]).toBeCloseTo(3 + 6 * (0.01 + 26 * (1e-4 + 2e-3 + 2 * 1e-3)), 9);
});
