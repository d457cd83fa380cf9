import { describe, expect, it } from 'vitest';
import { legTiming } from '../../src/scanner/pulse-program.js';
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
    expect(first.path.attitude).toEqual({ heading: 0, pitch: 0, roll: 0 });
    expect(first.startTime).toBe(0);
    expect(second.path.attitude.heading).toBeCloseTo(Math.PI / 4);
    expect(second.startTime).toBeCloseTo(legTiming(scanner, first).duration);
    expect(plan.footprint).toEqual({ pattern: 'rings', subrays: 19, weights: 'gaussian' });
    expect(plan.mount).toEqual({ position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 });
    expect([plan.seed, plan.intensity]).toEqual([1, { kind: 'decibel' }]);
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

  it.each<[string, object, string]>([
    ['no legs', { legs: [] }, 'legs: found an empty list'],
    ['a path of no kind', { legs: [{ path: {} }] }, 'a map whose kind is station or straight'],
    [
      'no number',
      { legs: [{ path: { ...station, position: [0, Number.NaN, 0] } }] },
      'legs[0].path.position[1]: found NaN',
    ],
    ['an empty sector', { legs: [{ path: station, azimuthEnd: 0 }] }, 'legs[0].azimuthEnd: found 0'],
    ['more than a turn', { legs: [{ path: station, azimuthStart: -3, azimuthEnd: 6 }] }, 'at most a full turn'],
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
