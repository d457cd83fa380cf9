import { describe, expect, it } from 'vitest';
import { legTiming } from '../../src/scanner/leg-timing.js';
import { resolveScan, type ScanSettings } from '../../src/simulation/resolve-scan.js';
import { testScanner } from '../support/scan.js';

const scanner = testScanner();
const station = { kind: 'station', position: [0, 0, 2] } as const;
const straight = { kind: 'straight', from: [0, 0, 0], to: [3, 3, 0], speed: 2 } as const;

describe('resolveScan', () => {
  it('fills in what is left out', () => {
    const plan = resolveScan({ scanner, legs: [{ path: station }, { path: straight }] });
    const [first, second] = plan.legs;
    expect(first).toMatchObject({ name: 'leg 1', pointSourceId: 1, azimuthStart: 0, azimuthEnd: 2 * Math.PI });
    expect(first.path).toMatchObject({ attitude: { heading: 0, pitch: 0, roll: 0 } });
    expect(first.startTime).toBe(0);
    expect(second.path).toMatchObject({ attitude: { heading: expect.closeTo(Math.PI / 4) } });
    expect(second.startTime).toBeCloseTo(legTiming(scanner, first).duration);
    expect(plan.footprint).toEqual({ pattern: 'rings', subrays: 19, weights: 'gaussian' });
    expect(plan.mount).toEqual({ position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 });
    expect([plan.seed, plan.intensity]).toEqual([1, { kind: 'amplitude' }]);
    // Standard clear air: 23 km of sight; at 1064 nm that is 3.912/23 · (1064/550)^−1.3 = 0.0721 1/km.
    expect(plan.atmosphere.extinction).toBeCloseTo(7.21e-5, 6);
  });

  it('keeps what is given', () => {
    const mount = { position: [0, 1, 0], pitch: 0.1 } as const;
    const leg = { path: straight, name: 'east', pointSourceId: 9, startTime: 5, azimuthStart: -1, azimuthEnd: 1 };
    const plan = resolveScan({ scanner, legs: [leg], mount, seed: 3, footprint: { pattern: 'disc', subrays: 5 } });
    expect(plan.legs[0]).toMatchObject({ ...leg, path: straight });
    expect(plan.mount).toEqual({ position: [0, 1, 0], heading: 0, pitch: 0.1, roll: 0 });
    expect(plan.footprint).toEqual({ pattern: 'disc', subrays: 5, weights: 'gaussian' });
  });

  it('takes every scale of intensity', () => {
    const kindOf = (intensity: ScanSettings['intensity']) =>
      resolveScan({ scanner, legs: [{ path: station }], intensity }).intensity;
    expect(kindOf({ kind: 'reflectance' })).toEqual({ kind: 'reflectance' });
    expect(kindOf({ kind: 'linear', full: 1e-9 })).toEqual({ kind: 'linear', full: 1e-9 });
    expect(kindOf({ kind: 'hable', exposure: 4 })).toEqual({ kind: 'hable', exposure: 4, gamma: 2.2, white: 11.2 });
    expect(() => kindOf({ kind: 'hable', gamma: 0 })).toThrow('intensity.gamma: found 0');
  });

  it('takes colours, with angles in radians', () => {
    const resolved = (colors: ScanSettings['colors']) =>
      resolveScan({ scanner, legs: [{ path: station }], colors }).colors;
    expect(resolved(undefined)).toBeUndefined();
    expect(resolved('base')).toEqual({ kind: 'base' });
    expect(resolved({ sun: { azimuth: 0, elevation: Math.PI / 6 }, exposure: 2 })).toMatchObject({
      kind: 'shaded',
      shadows: true,
      daylight: { toSun: [0, expect.closeTo(Math.sqrt(0.75)), expect.closeTo(0.5)], exposure: 2 },
    });
    expect(() => resolved({ sun: { elevation: 30 } })).toThrow('colors.sun.elevation: found 30');
    expect(() => resolved('grey' as never)).toThrow('colors: found "grey", expected base, shaded, or a map');
  });

  it('takes what a survey says of radiometry', () => {
    const resolved = (radiometry?: ScanSettings['radiometry']) =>
      resolveScan({ scanner, legs: [{ path: station }], radiometry }).radiometry;
    expect(resolved()).toEqual({ interpolation: 'hermite', strict: false, scattering: 'brdf' });
    expect(resolved({ interpolation: 'linear' })).toEqual({
      interpolation: 'linear',
      strict: false,
      scattering: 'brdf',
    });
    expect(() => resolved({ scattering: 'phong' as never })).toThrow('radiometry.scattering: found "phong"');
  });

  it('takes recorded paths, warm-up, mounts of legs and backwards sectors', () => {
    const trajectory = {
      times: Float64Array.of(0, 2),
      positions: Float64Array.of(0, 0, 0, 1, 0, 0),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    };
    const recorded = { path: { kind: 'recorded', trajectory }, warmup: 3, mount: { pitch: 0.2 } } as const;
    const backwards = { path: station, azimuthStart: 1, azimuthEnd: -1 };
    const { legs } = resolveScan({ scanner, legs: [recorded, backwards] });
    expect(legs[0]).toMatchObject({ warmup: 3, mount: { position: [0, 0, 0], heading: 0, pitch: 0.2, roll: 0 } });
    expect(legs[0].path).toEqual({ kind: 'recorded', trajectory });
    expect(legs[1]).toMatchObject({ azimuthStart: 1, azimuthEnd: -1, startTime: 2 });
    expect(legs[1].mount).toBeUndefined();
  });

  it.each<[string, object]>([
    ['spinning', { rotationRateHz: 10, firingPeriod: 1e-4 }],
    ['line', { pulseRateHz: 1e4, halfAngle: 0.2, fibres: 128 }],
    ['parallel', { pulseRateHz: 1e4, scanRateHz: 50, fieldOfView: 0.6 }],
    ['zigzag', { pulseRateHz: 1e4, scanRateHz: 50, fieldOfView: 0.6 }],
    ['oscillating', { pulseRateHz: 1e4, scanRateHz: 50, halfAngle: 0.3, motion: 'linear', turningPulses: 4 }],
    ['conic', { pulseRateHz: 1e4, rotationRateHz: 30, halfAngleAcross: 0.3, halfAngleAlong: 0.3 }],
    ['palmer', { pulseRateHz: 1e4, rotationRateHz: 30, mirrorTilt: 0.1, incidence: 0.7 }],
    ['risley', { pulseRateHz: 1e4, airIndex: 1, prisms: [{ angle: 0.3, refractiveIndex: 1.5, rotationRateHz: 120 }] }],
    [
      'mems',
      {
        pulseRateHz: 1e4,
        horizontal: { amplitude: 0.3, rateHz: 500, phase: 0, waveform: 'sine' },
        vertical: { amplitude: 0.2, rateHz: 10, phase: 0, waveform: 'triangle' },
      },
    ],
    ['pattern', { pulseRateHz: 1e4, directions: Float64Array.of(0, 1, 0) }],
  ])('takes a deflector of the kind %s, and refuses one whose rate is no number or 0', (kind, numbers) => {
    const withRate = (rates: object) =>
      resolveScan({
        scanner: testScanner({ deflector: { kind, ...numbers, ...rates } as never }),
        legs: [{ path: straight }],
      });
    expect(withRate({}).scanner.deflector.kind).toBe(kind);
    const rate = kind === 'spinning' ? 'rotationRateHz' : 'pulseRateHz';
    expect(() => withRate({ [rate]: 0 })).toThrow(`scanner.deflector.${rate} must be a number > 0`);
    expect(() => withRate({ [rate]: Number.NaN })).toThrow(`scanner.deflector.${rate} must be a finite number`);
  });

  it.each<[string, object, string]>([
    ['a kind that there is not', { deflector: { kind: 'mirror' } }, 'scanner.deflector.kind must be one of spinning,'],
    ['no lasers', { channels: [] }, 'scanner.channels must be a list of 1 to 1024'],
    ['too many lasers', { channels: new Array(1025).fill({}) }, 'scanner.channels must be a list of 1 to 1024'],
    [
      'four prisms',
      { deflector: { kind: 'risley', pulseRateHz: 1, airIndex: 1, prisms: [1, 2, 3, 4] } },
      'scanner.deflector.prisms must be 1 to 3',
    ],
    [
      'half a direction',
      { deflector: { kind: 'pattern', pulseRateHz: 1, directions: Float64Array.of(0, 1) } },
      'scanner.deflector.directions must be a Float64Array',
    ],
    [
      'a list of directions that is no Float64Array',
      { deflector: { kind: 'pattern', pulseRateHz: 1, directions: [0, 1, 0] } },
      'scanner.deflector.directions must be a Float64Array',
    ],
    ['an infinite divergence', { divergence: Infinity }, 'scanner.divergence must be a finite number'],
  ])('refuses a scanner with %s', (_, wrong, message) => {
    const settings = { scanner: { ...scanner, ...wrong }, legs: [{ path: station }] } as unknown as ScanSettings;
    expect(() => resolveScan(settings)).toThrow(message);
  });

  it.each<[string, object, string]>([
    [
      'times that fall',
      { times: Float64Array.of(0, 2, 1) },
      'legs[0].path.trajectory.times: found a map, expected times',
    ],
    ['times that do not begin at 0', { times: Float64Array.of(1, 2, 3) }, 'expected times that rise from 0'],
    ['one pose', { times: Float64Array.of(0) }, 'at least two (s)'],
    ['too few positions', { positions: new Float64Array(6) }, 'three finite numbers a pose'],
    [
      'a position that is no number',
      { positions: new Float64Array(9).fill(Number.NaN) },
      'three finite numbers a pose',
    ],
    ['quaternions that are none', { orientations: new Float64Array(12) }, 'a unit quaternion a pose'],
    ['a list instead of an array', { times: [0, 1, 2] }, 'a Float64Array: seconds'],
  ])('refuses a trajectory with %s', (_, wrong, message) => {
    const trajectory = {
      times: Float64Array.of(0, 1, 2),
      positions: new Float64Array(9),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      ...wrong,
    };
    const settings = { scanner, legs: [{ path: { kind: 'recorded', trajectory } }] } as unknown as ScanSettings;
    expect(() => resolveScan(settings)).toThrow(message);
  });

  it('a station of a scanner that does not turn needs a duration', () => {
    const still = testScanner({ deflector: { kind: 'line', pulseRateHz: 1e4, halfAngle: 0.2, fibres: 16 } });
    expect(() => resolveScan({ scanner: still, legs: [{ path: station }] })).toThrow('legs[0].path.duration: missing');
    expect(resolveScan({ scanner: still, legs: [{ path: { ...station, duration: 1 } }] }).legs).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['no legs', { legs: [] }, 'legs: found an empty list'],
    ['a path of no kind', { legs: [{ path: {} }] }, 'a map whose kind is station, straight or recorded'],
    [
      'no number',
      { legs: [{ path: { ...station, position: [0, Number.NaN, 0] } }] },
      'legs[0].path.position[1]: found NaN',
    ],
    ['an empty sector', { legs: [{ path: station, azimuthEnd: 0 }] }, 'legs[0].azimuthEnd: found 0'],
    ['more than 100 turns', { legs: [{ path: station, azimuthStart: -3, azimuthEnd: 630 }] }, 'at most 100 turns'],
    ['a path to nowhere', { legs: [{ path: { ...straight, to: [0, 0, 0] } }] }, 'a point other than from'],
    ['half a ring', { footprint: { subrays: 20 } }, 'footprint.subrays: found 20'],
    ['too many subrays', { footprint: { pattern: 'disc', subrays: 1e9 } }, '<= 4096'],
    ['a seed of 1.5', { seed: 1.5 }, 'seed: found 1.5'],
    ['no scanner', { scanner: undefined }, 'scanner.detection.maxReturns'],
    ['too many returns', { scanner: testScanner({ detection: { maxReturns: 1e6 } }) }, 'from 1 to 15'],
  ])('refuses %s', (_, wrong, message) => {
    const settings = { scanner, legs: [{ path: station }], ...wrong } as unknown as ScanSettings;
    expect(() => resolveScan(settings)).toThrow(message);
  });
});
