import { describe, expect, it } from 'vitest';
import { streamKey } from '../../src/base/random.js';
import { Instrument } from '../../src/device/records.generated.js';
import { keyOf, programOf, pulsesOf, runOf } from '../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../src/simulation/instrument-scans.js';
import { azimuthOf, elevationOf } from '../../src/simulation/points/beam-direction.js';
import { cloudBounds } from '../../src/simulation/points/cloud-bounds.js';
import { linkBudgetOf } from '../../src/simulation/points/link-budget-of.js';
import { createLegPoses } from '../../src/survey/leg-poses.js';
import type { Survey } from '../../src/survey/survey.js';
import { testScanner } from '../support/scan.js';
import { preparedSceneOf } from '../support/scenes.js';
import { trajectoryOf } from '../support/trajectories.js';
import { AT_ORIGIN, LEVEL, legOf, poseError, QUIET, scanOf, spinningScanner, wallAt } from './instrument-scans.js';

const station = { kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 1 } as const;

describe('the scans of a survey', () => {
  const legs = [legOf(station), legOf(station, { pointSourceId: 40 }), legOf(station, { pointSourceId: 3 })];
  const hides = (scanner?: string) => ({ scanner, share: 1, active: { kind: 'always' } as const });
  const surveyOf = (...names: string[]) =>
    ({
      seed: 5,
      outputs: [],
      legs,
      restrictions: [hides('left'), hides(), hides('right')],
      instruments: names.map((name) => ({
        name,
        scanner: testScanner({ id: name }),
        mount: AT_ORIGIN,
        extinction: 0.1,
      })),
    }) as unknown as Survey;

  it('number their points on where the legs do, and keep ids that were chosen', () => {
    const [one, two] = instrumentScansOf(surveyOf('left', 'right'));
    expect(one.legs.map(({ pointSourceId }) => pointSourceId)).toEqual([1, 40, 3]);
    expect(two.legs.map(({ pointSourceId }) => pointSourceId)).toEqual([4, 40, 6]);
  });

  it('begin their legs at their time on the scene’s clock, in all scanners alike', () => {
    const later = [legOf(station, { startTime: 4e8 }), legOf(station, { startTime: 4e8 + 12.5 + 2 ** -20 })];
    for (const scan of instrumentScansOf({ ...surveyOf('left', 'right'), legs: later } as Survey)) {
      const starts = later.map((_, leg) => {
        const { instrument } = programOf(scan, leg, { frameOrigin: [0, 0, 0] }).buffers;
        const numbers = new Float32Array(instrument);
        return numbers[Instrument.sceneTimeHigh / 4] + numbers[Instrument.sceneTimeLow / 4];
      });
      expect(starts[0]).toBe(0);
      expect(Math.abs(starts[1] - (12.5 + 2 ** -20))).toBeLessThan(1e-7);
    }
  });

  it('are numbered where there are several, have random numbers of their own, and the restrictions of their scanner', () => {
    const [left, right] = instrumentScansOf(surveyOf('left', 'right'));
    expect([left.instrument, right.instrument]).toEqual([0, 1]);
    const [only] = instrumentScansOf(surveyOf('right'));
    expect(only.instrument).toBeUndefined();
    expect(right.restrictions?.map(({ scanner }) => scanner)).toEqual([undefined, 'right']);
    expect(left.restrictions?.map(({ scanner }) => scanner)).toEqual(['left', undefined]);
    expect(keyOf(right, 2)).toEqual(streamKey(5, 2, 1));
    expect(keyOf(only, 2)).toEqual(streamKey(5, 2, 0));
    expect(left.atmosphere).toEqual({ extinction: 0.1 });
  });
});

describe('the scan of an instrument', () => {
  it('has as many returns and as wide an exit as any setting of its legs', async () => {
    const scene = await preparedSceneOf(wallAt(10));
    const [few, many] = [2, 9].map((maxReturns) =>
      spinningScanner({
        ...testScanner({ detection: { maxReturns } }),
        channels: spinningScanner().channels,
        deflector: spinningScanner().deflector,
      }),
    );
    const wide = { ...few, exitRadius: 0.01 };
    const legs = [legOf(station), legOf(station)];
    const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
    const settingsOf = (...given: Parameters<typeof scanOf>) => {
      const { buffers, ...rest } = runOf(scanOf(...given), scene).settings;
      return { ...rest, bytes: Object.entries(buffers).map(([name, buffer]) => [name, ...new Uint8Array(buffer)]) };
    };
    const inLegs = (...scanners: [typeof few, boolean][]) =>
      settingsOf(few, legs, { footprint, inLegs: scanners.map(([scanner, active]) => ({ scanner, active })) });
    const plain = settingsOf(few, legs, { footprint });
    expect(plain.maxReturns).toBe(2);
    expect(inLegs([few, true], [few, true])).toEqual(plain);
    expect(inLegs([few, true], [many, true])).toEqual(settingsOf(many, legs, { footprint }));
    // Silent scanners count for nothing.
    expect(inLegs([few, true], [many, false])).toEqual(plain);
    expect(inLegs([few, true], [wide, false])).toEqual(plain);
    expect(inLegs([few, true], [wide, true])).not.toEqual(plain);
    expect(inLegs([few, true], [wide, true])).toEqual(settingsOf(wide, legs, { footprint }));
  });

  it('counts the pulses of all legs in which it fires', () => {
    const scanner = testScanner({
      deflector: { kind: 'conic', pulseRateHz: 100, rotationRateHz: 10, halfAngleAcross: 0.3, halfAngleAlong: 0.3 },
    });
    const legs = [1, 2, 4].map((duration) => legOf({ ...station, duration }));
    expect(pulsesOf(scanOf(scanner, legs))).toBe(700);
    const inLegs = [true, false, true].map((active) => ({ scanner, active }));
    expect(pulsesOf(scanOf(scanner, legs, { inLegs }))).toBe(500);
  });

  it('has a link budget of its least energy, its factor and the extinction', () => {
    const scanner = testScanner({ detection: { minEnergy: 1e-9 } });
    // 1 J, 2 m, no loss.
    expect(linkBudgetOf({ scanner, atmosphere: { extinction: 0.2 } })).toEqual({
      minEnergy: 1e-9,
      energyFactor: 1,
      extinction: 0.2,
    });
  });
});

describe('the angles of a beam', () => {
  it('are azimuth clockwise from forward, and elevation', () => {
    expect([azimuthOf([1, 1, 0]), azimuthOf([-1, 0, 5]), azimuthOf([0, -1, 0])]).toEqual([
      Math.PI / 4,
      -Math.PI / 2,
      Math.PI,
    ]);
    expect(elevationOf([3, 4, 5])).toBeCloseTo(Math.PI / 4, 12);
    expect(elevationOf([0.3, -0.4, -0.5])).toBeCloseTo(-Math.PI / 4, 12);
  });
});

describe('the box that a cloud stays in', () => {
  const scene = { min: [-3, -4, 0] as [number, number, number], max: [3, 4, 0] as [number, number, number] };
  const scanner = testScanner();
  const widthWith = (path: Parameters<typeof legOf>[0], error: Parameters<typeof poseError>[0], overrides = {}) =>
    cloudBounds([scanOf(scanner, [legOf(path, overrides)], { poseError: poseError(error) })], scene, 'world').max[0] -
    3;
  const straight = { kind: 'straight', from: [0, 0, 0], to: [0, 0, 24], speed: 6, attitude: LEVEL } as const;

  it('holds what the platform moves while its clock is off, and any attitude within sight', () => {
    // 26 m of sight times π; a tenth of a second at 6 m/s, whichever sign the clock has.
    for (const clockOffset of [0.1, -0.1])
      expect(widthWith(straight, { clockOffset })).toBeCloseTo(0.6 + 26 * Math.PI, 9);
    expect(widthWith(straight, {})).toBe(0);
    expect(widthWith(station, { clockOffset: 0.1 })).toBeCloseTo(10 * Math.PI, 9);
    const recorded = {
      kind: 'recorded',
      trajectory: trajectoryOf([
        [0, 0, 0, 0],
        [1, 0, 0, 24],
      ]),
    } as const;
    // A recording may come from one end to the other.
    expect(widthWith(recorded, { clockOffset: 0.1 })).toBeCloseTo(24 + 26 * Math.PI, 9);
  });

  it('holds errors of the attitude, and fixed ones whatever their sign, up to half a turn', () => {
    const boresight = { heading: -0.01, pitch: 0.02, roll: -0.03 };
    expect(widthWith(straight, { boresight })).toBeCloseTo(26 * 0.06, 9);
    const gaussMarkov = { sigma: 1e-3, time: 9 };
    const attitude = { heading: { ...QUIET, gaussMarkov }, pitch: { ...QUIET, white: 1e-3 }, roll: QUIET };
    expect(widthWith(straight, { attitude })).toBeCloseTo(26 * 6 * 2e-3, 9);
    expect(widthWith(straight, { boresight: { heading: 3, pitch: 3, roll: 3 } })).toBeCloseTo(26 * Math.PI, 9);
  });

  it('sees as much farther as scanner and laser sit away from the platform', () => {
    const boresight = { ...LEVEL, heading: 0.01 };
    const mount = { ...AT_ORIGIN, position: [0, 3, 4] as const };
    expect(widthWith(straight, { boresight }, { mount })).toBeCloseTo(0.31, 9);
    const [laser] = scanner.channels;
    const apart = testScanner({ channels: [laser, { ...laser, origin: [0, 0, 2] }] });
    const scan = scanOf(apart, [legOf(straight)], { poseError: poseError({ boresight }) });
    expect(cloudBounds([scan], scene, 'world').max[0]).toBeCloseTo(3.28, 9);
  });
});

describe('the poses of a leg', () => {
  it('are those of its own mount where it has one, and one reader where nothing is wrong', () => {
    const mount = { ...AT_ORIGIN, position: [0, 0, 2] as const };
    const poses = createLegPoses({ leg: legOf(station, { mount }), mount: AT_ORIGIN, key: streamKey(1) });
    expect(poses.actual(0).position).toEqual([0, 0, 2]);
    expect(poses.reported).toBe(poses.actual);
    const common = createLegPoses({ leg: legOf(station), mount, key: streamKey(1) });
    expect(common.actual(0).position).toEqual([0, 0, 2]);
  });

  it('have errors east, north and up of their own', () => {
    const off = (error: Parameters<typeof poseError>[0]) => {
      const poses = createLegPoses({
        leg: legOf(station),
        mount: AT_ORIGIN,
        error: poseError(error),
        key: streamKey(1),
      });
      return poses.reported(0.5).position.map((value) => value !== 0);
    };
    expect(off({ horizontal: { ...QUIET, white: 1 } })).toEqual([true, true, false]);
    expect(off({ vertical: { ...QUIET, white: 1 } })).toEqual([false, false, true]);
  });
});
