import { describe, expect, it } from 'vitest';
import { energyFactor } from '../../src/scanner/energy-factor.js';
import { overrideDetector } from '../../src/scanner/override-detector.js';
import { readScanner } from '../../src/scanner/read-scanner.js';
import {
  type DetectorOverride,
  mergeDetectors,
  receivedEnergy,
  resolveDetector,
} from '../../src/scanner/resolve-detection.js';
import type { ScannerFault } from '../../src/scanner/scanner-fault.js';
import { testScanner } from '../support/scan.js';
import { DEGREE, scannerOf } from './describe-scanner.js';

const CONIC = { kind: 'conic', pulseRate: 1000, rotationRate: 10, halfAngle: 20 };
const read = (
  rest: Record<string, unknown> = {},
  detector: DetectorOverride = {},
  deflector: Record<string, unknown> = {},
) => readScanner(scannerOf({ ...CONIC, ...deflector }, rest), detector);
const DETECTION = { rangeMin: 0.5, rangeMax: 200, maxReturns: 3, rangeNoise: 0.01 };

describe('the detection of an instrument', () => {
  it('is in SI units, with defaults for gaps in data sheets', () => {
    const detection = { ...DETECTION, rangeNoisePerMetre: 1e-5, axisAngleNoise: 0.5, rayAngleNoise: 0.25 };
    const scanner = read({ detection, pulse: { duration: 4 }, exitDiameter: 7 });
    expect(scanner.detection).toEqual({
      ...detection,
      method: 'peaks',
      axisAngleNoise: 0.5 * DEGREE,
      rayAngleNoise: 0.25 * DEGREE,
      // Light goes 1.199 m in 4 ns, to and fro.
      rangeResolution: expect.closeTo(0.599585, 6),
      minEnergy: receivedEnergy(scanner, 200, 0.1),
    });
    expect(scanner.pulse).toEqual({ energy: 1e-6, duration: expect.closeTo(4e-9, 18) });
    expect(scanner.receiver).toEqual({ diameter: 0.05, efficiency: 1 });
    expect(scanner.exitRadius).toBeCloseTo(0.0035, 12);
    expect(scanner.divergence.horizontal).toBeCloseTo(1.5e-3, 12);
    expect(read().exitRadius).toBe(0);
    expect(read().pulse.duration).toBe(5e-9);
    const receiver = { diameter: 0.1, efficiency: 0.5 };
    expect(read({ receiver, pulse: { energy: 2e-6 } })).toMatchObject({ receiver, pulse: { energy: 2e-6 } });
  });

  it('is as stated by the survey, or else by the instrument', () => {
    const stated = { ...DETECTION, method: 'clusters', rangeResolution: 0.3, minEnergy: 1e-12 };
    expect(read({ detection: stated }).detection).toMatchObject(stated);
    const own: DetectorOverride = {
      method: 'clusters',
      rangeMin: 1,
      rangeMax: 50,
      maxReturns: 5,
      rangeResolution: 0.7,
      minEnergy: 1e-11,
      rangeNoise: 0.02,
      rangeNoisePerMetre: 1e-4,
      axisAngleNoise: 0.001,
      rayAngleNoise: 0.002,
    };
    expect(read({ detection: stated }, own).detection).toEqual(own);
  });

  it('is limited by the target that is just seen: of the pulse rate chosen, of the instrument, or 10 % at the longest range', () => {
    const sensitivity = { range: 100, reflectance: 0.5 };
    const leastOf = (...given: Parameters<typeof read>) => {
      const scanner = read(...given);
      return (range: number, reflectance: number) =>
        expect(scanner.detection.minEnergy / receivedEnergy(scanner, range, reflectance)).toBeCloseTo(1, 12);
    };
    leastOf({ detection: { ...DETECTION, sensitivity } })(100, 0.5);
    // A survey that looks less far sees no fainter targets.
    leastOf({ detection: DETECTION }, { rangeMax: 20 })(200, 0.1);
    leastOf({ detection: { ...DETECTION, rangeMax: undefined } }, { rangeMax: 20 })(20, 0.1);
    const programs = [
      { pulseRate: 500, rangeMax: 900 },
      { pulseRate: 1000, rangeMax: 400 },
      { pulseRate: 2000, rangeMax: 150, sensitivity: { range: 140, reflectance: 0.2 } },
    ];
    leastOf({ detection: DETECTION }, {}, { programs })(400, 0.1);
    leastOf({ detection: DETECTION }, {}, { programs, pulseRate: 2000 })(140, 0.2);
    expect(read({ detection: DETECTION }, {}, { programs }).detection.rangeMax).toBe(400);
  });

  it('has the ranges, the number and the choice of returns of its pulse rate, which a survey replaces', () => {
    const programs = [
      { pulseRate: 500, rangeMax: 900, maxReturns: 15 },
      { pulseRate: 1000, rangeMax: 400, maxReturns: 7, returns: 'last' },
      { pulseRate: 2000 },
    ];
    const detection = { ...DETECTION, returns: 'strongest' };
    const at = (pulseRate: number, detector: DetectorOverride = {}) =>
      read({ detection }, detector, { programs, pulseRate }).detection;
    expect(at(500)).toMatchObject({ rangeMax: 900, maxReturns: 15, returns: 'strongest' });
    expect(at(1000)).toMatchObject({ rangeMax: 400, maxReturns: 7, returns: 'last' });
    expect(at(2000)).toMatchObject({ rangeMax: 200, maxReturns: 3, returns: 'strongest' });
    const own = { rangeMax: 50, maxReturns: 2, returns: 'first' } as const;
    expect(at(1000, own)).toMatchObject(own);
    // A number alone asks for all returns up to it.
    expect(at(1000, { maxReturns: 2 })).not.toHaveProperty('returns');
    expect(mergeDetectors({ returns: 'last' }, { maxReturns: 2 })).toEqual({ maxReturns: 2 });
  });

  it('is stated by the power of a peak, or by the energy of an echo of that power that a flat target sends back', () => {
    // FWHM = 2 √(2 ln 2) σ: of 1 J in 5 ns the peak is 2 √(ln 2 / π) / 5 ns = 1.8788·10⁸ W.
    const energy = 1e-9 / 1.87887e8;
    const minEnergyOf = (...given: Parameters<typeof read>) => read(...given).detection.minEnergy;
    expect(minEnergyOf({ detection: { ...DETECTION, minPower: 1e-9 } }) / energy).toBeCloseTo(1, 4);
    expect(minEnergyOf({ detection: DETECTION }, { minPower: 1e-9 }) / energy).toBeCloseTo(1, 4);
    const half = { detection: { ...DETECTION, minPower: 1e-9 }, pulse: { duration: 2.5 } };
    expect(minEnergyOf(half) / energy).toBeCloseTo(0.5, 4);
    // The survey's way of stating it replaces any of the instrument's.
    expect(minEnergyOf({ detection: { ...DETECTION, minPower: 1e-9 } }, { minEnergy: 3e-12 })).toBe(3e-12);
    const memory = overrideDetector(testScanner(), { minPower: 1e-9 }, ({ expected }) => expect.fail(expected));
    expect(memory.detection.minEnergy / energy).toBeCloseTo(1, 4);
    expect(memory.detection).not.toHaveProperty('minPower');
  });

  it('is as peaks if a survey replaces the clusters of an instrument', () => {
    const stated = { ...DETECTION, method: 'clusters', rangeResolution: 3.5 };
    expect(read({ detection: stated }).detection).toMatchObject({ method: 'clusters', rangeResolution: 3.5 });
    expect(read({ detection: stated }, { method: 'peaks' }).detection.method).toBe('peaks');
    expect(read({ detection: DETECTION }, { method: 'clusters' }).detection.rangeResolution).toBeCloseTo(0.7495, 4);
  });

  it('falls with the square of the range and what the air leaves, both ways', () => {
    const optics = {
      wavelengthNm: 905,
      pulse: { energy: 2, duration: 1e-9 },
      receiver: { diameter: 0.1, efficiency: 0.8 },
    };
    // 0.08902 of a kilometre at 23 km: T² = exp(−0.17804) over 1 km. E D² η ρ / (4
    // R²) = 2 · 0.01 · 0.8 · 0.5 / (4 · 10⁶).
    expect(receivedEnergy(optics, 1000, 0.5) / (2e-9 * Math.exp(-0.17804))).toBeCloseTo(1, 4);
    expect(energyFactor(optics)).toBeCloseTo((2 * 0.01 * 0.8) / 4, 15);
  });

  it.each<[string, DetectorOverride, Record<string, unknown>, string]>([
    [
      'no range',
      {},
      { ...DETECTION, rangeMax: undefined },
      'detection.rangeMax: found nothing, expected a number > 0 (m)',
    ],
    [
      'ranges the wrong way round',
      {},
      { ...DETECTION, rangeMin: 300 },
      'detection.rangeMin: found 300, expected less than rangeMax, which is 200 (m)',
    ],
    ['equal ranges', {}, { ...DETECTION, rangeMin: 200 }, 'detection.rangeMin: found 200, expected less'],
    [
      'a rangeMax below that of the instrument',
      { rangeMax: 0.4 },
      DETECTION,
      'detection.rangeMax: found 0.4, expected more than rangeMin, which is 0.5 (m)',
    ],
    [
      'a rangeMin beyond it',
      { rangeMin: 250 },
      DETECTION,
      'detection.rangeMin: found 250, expected less than rangeMax, which is 200 (m)',
    ],
    [
      'a range resolution of peaks',
      {},
      { ...DETECTION, rangeResolution: 0.3 },
      'detection.rangeResolution: found 0.3, expected no rangeResolution without method: clusters; peaks are as near as the pulse lets them',
    ],
    [
      "a survey's, too",
      { method: 'peaks', rangeResolution: 0.4 },
      { ...DETECTION, method: 'clusters' },
      'detection.rangeResolution: found 0.4, expected no rangeResolution without method: clusters',
    ],
    [
      'a default return mode that is none of its modes',
      {},
      { ...DETECTION, returns: 'first', returnModes: ['strongest', 'last'] },
      'detection.returns: found "first", expected one of the instrument\'s returnModes: strongest, last',
    ],
    [
      'two ways of stating the weakest return',
      {},
      { ...DETECTION, minPower: 1e-9, sensitivity: { range: 100, reflectance: 0.1 } },
      'detection.minPower: found 1e-9, expected no minPower beside sensitivity: only one of sensitivity, minEnergy, minPower sets the weakest return',
    ],
    [
      'two ways of a survey',
      { minPower: 1e-9, minEnergy: 1e-18 },
      DETECTION,
      'detection.minPower: found 1e-9, expected no minPower beside minEnergy: only one of',
    ],
    [
      'a power that no return has',
      { minPower: 500 },
      DETECTION,
      'detection.minPower: found 500, expected less than the 188 W of a whole pulse, usually 1e-10 to 0.0001',
    ],
    [
      'an energy that no return has',
      {},
      { ...DETECTION, minEnergy: 1e-6 },
      'detection.minEnergy: found 0.000001, expected less than the 0.000001 J of a whole pulse, usually 1e-18 to 1e-12',
    ],
    [
      'a power that no instrument has',
      {},
      { ...DETECTION, minPower: -1 },
      'detection.minPower: found -1, expected a number >= 0 and <= 1000 (W), usually 1e-10 to 0.0001',
    ],
    [
      'both',
      { rangeMin: 9, rangeMax: 8 },
      DETECTION,
      'detection.rangeMin: found 9, expected less than rangeMax, which is 8 (m)',
    ],
  ])('refuses %s', (_, detector, detection, message) => {
    expect(() => read({ detection }, detector)).toThrow(message);
  });
});

describe("a survey's detector", () => {
  it('has its angles in radians, and nothing that it does not say', () => {
    expect(resolveDetector({})).toEqual({});
    expect(resolveDetector({ rangeMax: 5, rayAngleNoise: 0.1 })).toEqual({ rangeMax: 5, rayAngleNoise: 0.1 * DEGREE });
    expect(resolveDetector({ axisAngleNoise: 0 })).toEqual({ axisAngleNoise: 0 });
  });

  it('replaces numbers of an instrument in memory, and narrows the ranges of its lasers', () => {
    const faults: ScannerFault[] = [];
    const onFault = (fault: ScannerFault) => void faults.push(fault);
    const [laser] = testScanner().channels;
    const scanner = testScanner({ channels: [laser, { ...laser, rangeMin: 2, rangeMax: 90 }] });
    expect(overrideDetector(scanner, {}, onFault)).toBe(scanner);
    const found = overrideDetector(scanner, { rangeMin: 3, rangeMax: 50, maxReturns: 1 }, onFault);
    expect(found.detection).toEqual({ ...scanner.detection, rangeMin: 3, rangeMax: 50, maxReturns: 1 });
    const dual = testScanner({ detection: { returns: 'dual' } });
    expect(overrideDetector(dual, { rangeMax: 50 }, onFault).detection.returns).toBe('dual');
    expect(overrideDetector(dual, { maxReturns: 4 }, onFault).detection).not.toHaveProperty('returns');
    expect(found.channels).toEqual([laser, { ...laser, rangeMin: 3, rangeMax: 50 }]);
    expect(overrideDetector(scanner, { rangeNoise: 1 }, onFault).channels[1]).toMatchObject({
      rangeMin: 2,
      rangeMax: 90,
    });
    expect(faults).toEqual([]);
    overrideDetector(scanner, { rangeMin: 60, rangeMax: 50 }, onFault);
    expect(faults).toMatchObject([{ path: ['detection', 'rangeMin'], found: 60 }]);
  });
});
