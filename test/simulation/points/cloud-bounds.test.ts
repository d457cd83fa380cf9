import { describe, expect, it } from 'vitest';
import { NO_JITTER } from '../../../src/platform/jitter.js';
import { farthestPlace } from '../../../src/scanner/footprint-layout.js';
import { PHYSICS } from '../../../src/scanner/physics.js';
import { cloudBounds, missBounds } from '../../../src/simulation/points/cloud-bounds.js';
import { testScanner } from '../../support/scan.js';
import { trajectoryOf } from '../../support/trajectories.js';
import { LEVEL, legOf, poseError, QUIET, scanOf } from '../instrument-scans.js';

const scene = { min: [-3, -4, 0] as [number, number, number], max: [3, 4, 0] as [number, number, number] };
const scanner = testScanner({ detection: { rangeNoise: 0.01 } });
const leg = legOf({ kind: 'station', position: [0, 0, 24], attitude: LEVEL, duration: 4 });

it('bounds are those of the scene, widened by six deviations of the range', () => {
  const { min, max } = cloudBounds([scanOf(scanner, [leg])], scene, 'world');
  expect(min).toEqual([-3.06, -4.06, -0.06]);
  expect(max).toEqual([3.06, 4.06, 0.06]);
});

it('bounds are as wide in sensor coordinates as scanner and scene lie apart', () => {
  // The diagonal of the box that holds both: √(6² + 8² + 24²) = 26.
  const { max } = cloudBounds([scanOf(scanner, [leg])], scene, 'sensor');
  expect(max[2]).toBeCloseTo(26.06, 9);
});

it('hold the ends of all beams where misses are points, and the effects of errors there', () => {
  const far = testScanner({ detection: { rangeMax: 100, rangeNoise: 0 } });
  const { min, max } = missBounds([scanOf(far, [leg])], scene, 'world');
  expect([min, max]).toEqual([
    [-100, -100, -76],
    [100, 100, 124],
  ]);
  const turned = scanOf(far, [leg], { poseError: poseError({ boresight: { ...LEVEL, pitch: 0.01 } }) });
  // Of the box above, the diagonal.
  expect(missBounds([turned], scene, 'world').max[0]).toBeCloseTo(100 + 0.01 * 200 * Math.sqrt(3), 9);
  const { max: seen } = missBounds([scanOf(far, [leg])], scene, 'sensor');
  for (const reach of seen) expect(reach).toBeGreaterThanOrEqual(100);
});

it('hold the effect of a wrong report: noise, drift over the leg, and angles at that distance', () => {
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

it('hold the effect of noise that grows with the range: at 26 m', () => {
  const noisy = testScanner({
    detection: { rangeNoise: 0.01, rangeNoisePerMetre: 1e-4, axisAngleNoise: 2e-3, rayAngleNoise: 1e-3 },
  });
  const { max } = cloudBounds([scanOf(noisy, [leg])], scene, 'world');
  // Both ways across the ray are in one direction at most.
  expect(max[0]).toBeCloseTo(3 + 6 * (0.01 + 26 * (1e-4 + 2e-3 + 2 * 1e-3)), 9);
});

it('hold points that systematic errors move: along the beam, by the largest angles, and round with jitter', () => {
  const errors = { range: '-0.2 * abs(cos(angle))', deflection: 'cos(2 * angle)', head: '0.5' };
  const wrong = testScanner({ detection: { systematicErrors: errors } });
  const reach = (more = {}) => cloudBounds([scanOf(wrong, [leg], more)], scene, 'world').max[0] - scene.max[0];
  const turned = (1.5 * Math.PI) / 180;
  expect(reach()).toBeCloseTo(0.2 + turned * 26, 6);
  const none = [NO_JITTER, NO_JITTER, NO_JITTER] as const;
  expect(reach({ jitter: { position: none, attitude: none } })).toBeCloseTo(0.2 + (turned + 2) * 26, 6);
});

describe('errors of the report', () => {
  const still = testScanner();
  /** Distance by which the box reaches beyond the scene. */
  const widening = (errors: Parameters<typeof poseError>[0], legs = [leg], scan = {}) => {
    const scans = [scanOf(still, legs, { poseError: poseError(errors), ...scan })];
    const { min, max } = cloudBounds(scans, scene, 'world');
    expect(max[0] - scene.max[0]).toBeCloseTo(scene.min[2] - min[2], 9);
    return max[0] - scene.max[0];
  };
  /** Moves 10 m to the north in 2 s. */
  const moving = legOf({ kind: 'straight', from: [0, 0, 24], to: [0, 10, 24], speed: 5, attitude: LEVEL });
  /** Diagonal of the box that holds the scene and the moving leg: 6 by 14 by 24. */
  const SIGHT = Math.sqrt(6 ** 2 + 14 ** 2 + 24 ** 2);

  it('add up over all axes: six deviations of each', () => {
    const drift = { ...QUIET, gaussMarkov: { sigma: 0.01, time: 100 } };
    expect(widening({ vertical: drift })).toBeCloseTo(0.06, 9);
    expect(widening({ horizontal: drift })).toBeCloseTo(0.12, 9);
    expect(widening({ vertical: { ...QUIET, white: 0.1, randomWalk: 0.1 } }, [moving])).toBeCloseTo(
      0.6 + 0.6 * Math.SQRT2,
      9,
    );
  });

  it('turn points about the sensor by all angles together, by half a turn at most', () => {
    const angle = (white: number) => ({ ...QUIET, white });
    const attitude = { heading: angle(1e-4), pitch: angle(2e-4), roll: angle(4e-4) };
    expect(widening({ attitude })).toBeCloseTo(6 * 7e-4 * 26, 9);
    expect(widening({ boresight: { heading: -0.01, pitch: 0.02, roll: -0.04 } })).toBeCloseTo(0.07 * 26, 9);
    expect(widening({ boresight: { heading: 3, pitch: 3, roll: 0 } })).toBeCloseTo(Math.PI * 26, 9);
  });

  it('hold the registration of the leg that is worst: stated, or six deviations of what is drawn', () => {
    expect(widening({ vertical: { ...QUIET, perLeg: 0.01 } })).toBeCloseTo(0.06, 9);
    const stated = {
      ...leg,
      registrationError: { position: [3, 0, 4] as const, heading: 0.01, pitch: -0.02, roll: 0 },
    };
    expect(widening({}, [leg, stated])).toBeCloseTo(5 + 0.03 * 26, 9);
  });

  it('turn by any angle for the clock, and shift along the path', () => {
    expect(widening({ clockOffset: -0.2 })).toBeCloseTo(Math.PI * 26, 9);
    expect(widening({ clockOffset: -0.2 }, [moving])).toBeCloseTo(1 + Math.PI * SIGHT, 9);
    expect(widening({ clockOffset: 0 }, [moving])).toBe(0);
    const flown = legOf({
      kind: 'recorded',
      trajectory: trajectoryOf([
        [0, 0, 0, 24, 0, 0, 0],
        [1, 3, 4, 24, 0, 0, 0],
        [2, 0, 10, 24, 0, 0, 0],
      ]),
    });
    expect(widening({ clockOffset: 0 }, [flown])).toBe(0);
    // Its own box is 3 by 10 by 0 m.
    expect(widening({ clockOffset: 0.2 }, [flown])).toBeCloseTo(Math.hypot(3, 10) + Math.PI * SIGHT, 9);
  });

  it('count with the leg and the scanner for which they are largest', () => {
    const walk = { ...QUIET, randomWalk: 0.1 };
    expect(widening({ vertical: walk }, [moving, leg])).toBeCloseTo(1.2, 9);
    const [quiet, noisy] = [still, scanner].map((one) => scanOf(one, [leg]));
    for (const scans of [
      [quiet, noisy],
      [noisy, quiet],
    ])
      expect(cloudBounds(scans, scene, 'world').max[0]).toBeCloseTo(3.06, 9);
  });
});

describe('the sight of a sensor', () => {
  const sight = (legs: Parameters<typeof scanOf>[1], scan = {}, one = testScanner()) =>
    cloudBounds([scanOf(one, legs, scan)], scene, 'sensor').max[0];

  it('holds the whole path', () => {
    const moving = legOf({ kind: 'straight', from: [0, 10, 24], to: [0, 0, 24], speed: 5, attitude: LEVEL });
    expect(sight([moving])).toBeCloseTo(Math.sqrt(6 ** 2 + 14 ** 2 + 24 ** 2), 9);
    const back = legOf({ kind: 'straight', from: [0, 0, 24], to: [0, 10, 24], speed: 5, attitude: LEVEL });
    expect(sight([back, leg])).toBeCloseTo(Math.sqrt(6 ** 2 + 14 ** 2 + 24 ** 2), 9);
  });

  it('begins at a laser, its place on the scanner and that of the scanner on the platform added', () => {
    expect(sight([leg], { mount: { position: [0, 3, 4], ...LEVEL } })).toBeCloseTo(26 + 5, 9);
    const own = { ...leg, mount: { position: [0, 6, 8] as const, ...LEVEL } } as typeof leg;
    expect(sight([own], { mount: { position: [0, 3, 4], ...LEVEL } })).toBeCloseTo(26 + 10, 9);
    const channel = { elevation: 0, azimuthOffset: 0, roll: 0, fireTime: 0 };
    const channels = [
      { ...channel, origin: [0, 0, 0.5] as const },
      { ...channel, origin: [0, 0, 0] as const },
    ];
    expect(sight([leg], {}, testScanner({ channels }))).toBeCloseTo(26.5, 9);
  });
});

it('hold points on the axes of beams that only touch the scene', () => {
  const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
  const wide = testScanner({ divergence: { horizontal: 1e-3, vertical: 2e-3 } });
  const reach = (more = {}) =>
    cloudBounds([scanOf(wide, [leg], { footprint, ...more })], scene, 'world').max[0] - scene.max[0];
  expect(reach()).toBeCloseTo(farthestPlace(footprint) * 2e-3 * 26, 9);
  expect(reach({ physics: { ...PHYSICS.si, points: 'surface' } })).toBe(0);
});
