import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { checkScanner } from '../../src/scanner/check-scanner.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Detection, Scanner } from '../../src/scanner/scanner.js';
import { samplingReceiver } from '../support/sampling.js';
import { testScanner } from '../support/scan.js';

const faultOf = (scanner: unknown): string => {
  try {
    checkScanner(scanner as Scanner);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'nothing';
};

describe('checkScanner', () => {
  it('takes a scanner with every noise, and a beam that is wide at its exit', () => {
    const detection = { rangeNoise: 0.01, rangeNoisePerMetre: 1e-5, axisAngleNoise: 1e-3, rayAngleNoise: 1e-3 };
    expect(faultOf(testScanner({ detection, exitRadius: 0.5 }))).toBe('nothing');
  });

  it('takes a beam of no width that leaves one point', () => {
    expect(faultOf(testScanner({ divergence: roundBeam(0) }))).toBe('nothing');
  });

  it.each(['horizontal', 'vertical'] as const)('refuses a beam that is wide at its exit and parallel, %s', (way) => {
    const divergence = { ...roundBeam(1e-3), [way]: 0 };
    expect(faultOf(testScanner({ divergence, exitRadius: 3e-3 }))).toMatch(
      `scanner.divergence.${way} must be a number >= 0.00001, found 0`,
    );
  });

  it('refuses a divergence that is one number', () => {
    expect(faultOf({ ...testScanner(), divergence: 3e-4 })).toBe(
      'scanner.divergence must be { horizontal, vertical }, 1/e² half angles in radians, found 0.0003',
    );
  });

  it.each([
    ['divergence.vertical', { divergence: { horizontal: 1e-3, vertical: -1e-3 } }, '>= 0, found -0.001'],
    ['divergence.vertical', { divergence: { horizontal: 1e-3 } }, '>= 0, found nothing'],
    ['exitRadius', { exitRadius: -1 }, '>= 0, found -1'],
    ['pulse.duration', { pulse: { energy: 1, duration: 0 } }, '> 0, found 0'],
    ['receiver.efficiency', { receiver: { diameter: 1, efficiency: '1' } }, '> 0, found "1"'],
    ['pulse.energy', { pulse: undefined }, '> 0, found nothing'],
  ])('refuses a number outside of what physics allows: %s', (path, overrides, expected) => {
    expect(faultOf({ ...testScanner(), ...overrides })).toBe(`scanner.${path} must be a number ${expected}`);
  });

  const NOISES = ['rangeNoise', 'rangeNoisePerMetre', 'axisAngleNoise', 'rayAngleNoise'] as const;
  it.each(NOISES)('refuses %s that is negative, infinite or missing', (noise) => {
    const withNoise = (value: number | undefined) =>
      testScanner({ detection: { [noise]: value } as Partial<Detection> });
    expect(faultOf(withNoise(-0.1))).toBe(`scanner.detection.${noise} must be a number >= 0, found -0.1`);
    expect(faultOf(withNoise(undefined))).toBe(`scanner.detection.${noise} must be a number >= 0, found nothing`);
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN])
      expect(faultOf(withNoise(value))).toBe(`scanner.detection.${noise} must be a finite number`);
  });

  it('refuses a method that is none', () => {
    const detection = { method: 'gaps' } as unknown as Partial<Detection>;
    expect(faultOf(testScanner({ detection }))).toBe(
      'scanner.detection.method must be one of peaks, clusters, found "gaps"',
    );
    for (const method of ['peaks', 'clusters', undefined] as const)
      expect(faultOf(testScanner({ detection: { method } }))).toBe('nothing');
  });

  it('refuses what memory is laid out by where it has no size', () => {
    const [laser] = testScanner().channels;
    for (const maxReturns of [0, 16, 1.5, undefined])
      expect(faultOf(testScanner({ detection: { maxReturns } as Partial<Detection> }))).toBe(
        'scanner.detection.maxReturns must be a whole number from 1 to 15',
      );
    for (const maxReturns of [1, 15]) expect(faultOf(testScanner({ detection: { maxReturns } }))).toBe('nothing');
    expect(faultOf(undefined)).toMatch('scanner.detection.maxReturns');
    for (const channels of [[], undefined, { length: 1 }])
      expect(faultOf({ ...testScanner(), channels })).toMatch(/^scanner.channels must be a list of 1 to \d+$/);
    for (const deflector of [undefined, { kind: 'raster' }, { kind: 'toString' }, { kind: 1 }])
      expect(faultOf({ ...testScanner(), deflector })).toMatch(
        'scanner.deflector.kind must be one of spinning, polygon',
      );
    expect(faultOf({ ...testScanner(), channels: [laser, { ...laser, origin: [0, Number.NaN, 0] }] })).toBe(
      'scanner.channels[1].origin[1] must be a finite number',
    );
  });

  it('calls the scanner by its name', () => {
    expect(() => checkScanner(testScanner({ exitRadius: -1 }), 'instruments[2].scanner')).toThrow(
      'instruments[2].scanner.exitRadius must be a number >= 0',
    );
  });

  it('refuses a beam that is not a number, by its place', () => {
    expect(faultOf(testScanner({ divergence: roundBeam(Number.NaN) }))).toBe(
      'scanner.divergence.horizontal must be a finite number',
    );
  });

  it('takes a receiver that samples, with all that it may have', () => {
    const digitiser = { bits: 12, saturation: 1e-6, baseline: 20, gainSteps: 2 };
    const noise = { constant: 1e-9, perPower: 1e-12, filterSpread: 1 };
    expect(faultOf(testScanner({ sampling: samplingReceiver({ digitiser, noise }) }))).toBe('nothing');
  });

  const good = samplingReceiver();
  it.each([
    ['interval must be a number > 0 (s), found 0', { interval: 0 }],
    ['samplesMax must be a whole number from 8 to 4096, found 100000', { samplesMax: 100_000 }],
    ['response.step must be a number > 0 (s), found -1', { response: { ...good.response, step: -1 } }],
    ['response.values must be a Float64Array of', { response: { ...good.response, values: new Float64Array(8) } }],
    ['threshold must be a number >= 0 (W), found -1', { threshold: -1 }],
    ['detector.kind must be one of peak, leadingEdge,', { detector: { ...good.detector, kind: 'edge' } }],
    ['detector.fraction must be a number > 0 and < 1, found 1', { detector: { ...good.detector, fraction: 1 } }],
    ['noise.filterSpread must be a number from 0 to 2.66', { noise: { constant: 1, perPower: 0, filterSpread: 9 } }],
    ['digitiser.bits must be a whole number from 1 to 16, found 17', { digitiser: { bits: 17 } }],
  ])('refuses a receiver whose %s', (expected, overrides) => {
    const sampling = { ...good, ...overrides };
    expect(faultOf({ ...testScanner(), sampling })).toMatch(`scanner.sampling.${expected}`);
  });

  it('refuses an overlap that ends before it begins', () => {
    const receiver = { diameter: 1, efficiency: 1, overlap: { from: 5, to: 1 } };
    expect(faultOf(testScanner({ receiver }))).toMatch('scanner.receiver.overlap must be { from, to }');
  });
});
