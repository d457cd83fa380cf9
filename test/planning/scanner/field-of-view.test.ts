import { describe, expect, it } from 'vitest';
import { scanRates } from '../../../src/planning/scanner/field-of-view.js';
import type { Leg } from '../../../src/platform/leg.js';
import { legTiming } from '../../../src/scanner/leg-timing.js';
import type { Deflector, LaserChannel, Scanner } from '../../../src/scanner/scanner.js';
import { testScanner } from '../../support/scan.js';

const DEGREE = Math.PI / 180;
const LASER: LaserChannel = { elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 };

const scannerOf = (deflector: Deflector, lasers = 1): Scanner =>
  testScanner({ deflector, channels: Array.from({ length: lasers }, () => LASER) });

/** Rates of one laser by hand: pulses a second, lines a second, degrees between pulses in the middle of a line. */
const CASES: Record<string, { deflector: Deflector; pulses: number; lines?: number; step?: number }> = {
  // 60° of a facet of 90° at 0.1°: 601 of 900 pulses leave, a line takes 9 ms.
  'a polygon with a pause between its facets': {
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: -30 * DEGREE,
      elevationMax: 30 * DEGREE,
      verticalStep: 0.1 * DEGREE,
      horizontalStep: 0,
      facetAngle: 90 * DEGREE,
      lineRateMaxHz: 1000,
    },
    pulses: 601 / 0.009,
    lines: 1 / 0.009,
    step: 0.1,
  },
  // 101 pulses take 1.01 ms, but a line may begin every 10 ms only.
  'a polygon that waits for its line rate': {
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: 0,
      elevationMax: 10 * DEGREE,
      verticalStep: 0.1 * DEGREE,
      horizontalStep: 0,
      lineRateMaxHz: 100,
    },
    pulses: 10_100,
    lines: 100,
    step: 0.1,
  },
  fibres: {
    deflector: { kind: 'line', pulseRateHz: 83_000, halfAngle: 7 * DEGREE, fibres: 128 },
    pulses: 83_000,
    lines: 648.4375,
    step: 14 / 128,
  },
  'parallel lines': {
    deflector: { kind: 'parallel', pulseRateHz: 20_000, scanRateHz: 40, fieldOfView: 50 * DEGREE },
    pulses: 20_000,
    lines: 40,
    step: 0.1,
  },
  // Two lines a cycle; in the middle of a sine of amplitude A the angle grows by A 2π f / F.
  'a mirror that swings as a sine': {
    deflector: {
      kind: 'oscillating',
      pulseRateHz: 50_000,
      scanRateHz: 25,
      halfAngle: 20 * DEGREE,
      motion: 'sinusoidal',
      turningPulses: 0,
    },
    pulses: 50_000,
    lines: 50,
    step: (20 * 2 * Math.PI * 25) / 50_000,
  },
  // Printed in helios-compat §11.2: 33 kHz, 30 Hz, 20°, turns of 100 pulses: a full step of 0.0800800801°.
  'a mirror with turning points': {
    deflector: {
      kind: 'oscillating',
      pulseRateHz: 33_000,
      scanRateHz: 30,
      halfAngle: 20 * DEGREE,
      motion: 'linear',
      turningPulses: 100,
    },
    pulses: 33_000,
    lines: 60,
    step: 0.0800800801,
  },
  // One loop is the edge of a cone: 2π sin 20° long at distance 1.
  'a cone': {
    deflector: {
      kind: 'conic',
      pulseRateHz: 200_000,
      rotationRateHz: -80,
      halfAngleAcross: 20 * DEGREE,
      halfAngleAlong: 20 * DEGREE,
    },
    pulses: 200_000,
    lines: 80,
    step: (360 * 0.3420201433 * 80) / 200_000,
  },
  'a mirror that swings quickly across and slowly along': {
    deflector: {
      kind: 'mems',
      pulseRateHz: 100_000,
      horizontal: { amplitude: 30 * DEGREE, rateHz: 500, phase: 0, waveform: 'triangle' },
      vertical: { amplitude: 10 * DEGREE, rateHz: 5, phase: 0, waveform: 'sine' },
    },
    pulses: 100_000,
    lines: 1000,
    step: 0.6,
  },
  'a table of directions': {
    deflector: { kind: 'pattern', pulseRateHz: 1000, directions: Float64Array.of(0, 1, 0) },
    pulses: 1000,
  },
};

describe('scanRates', () => {
  for (const [name, { deflector, pulses, lines, step }] of Object.entries(CASES))
    it(`knows the rates of ${name}`, () => {
      const rates = scanRates(scannerOf(deflector));
      expect(rates.pulseRateHz).toBeCloseTo(pulses, 4);
      expect(rates.lineRateHz ?? -1).toBeCloseTo(lines ?? -1, 6);
      expect((rates.stepAngle ?? -DEGREE) / DEGREE).toBeCloseTo(step ?? -1, 8);
    });

  it('counts every laser', () => {
    const { deflector } = CASES['parallel lines'];
    expect(scanRates(scannerOf(deflector, 3))).toMatchObject({ pulseRateHz: 60_000, lineRateHz: 120 });
  });

  it('counts what a spinning head fires within its sector', () => {
    // 16 lasers every 50 µs; a quarter of the turn; 10 turns a second of 16 lines each; 0.18°
    // from one firing to the next.
    const scanner = scannerOf({ kind: 'spinning', rotationRateHz: 10, firingPeriod: 50e-6 }, 16);
    const rates = scanRates(scanner, Math.PI / 2);
    expect(rates.pulseRateHz).toBeCloseTo(80_000, 6);
    expect(rates.lineRateHz).toBeCloseTo(160, 9);
    expect((rates.stepAngle ?? 0) / DEGREE).toBeCloseTo(0.18, 9);
  });

  it('agrees with the pulse programs of a long leg', () => {
    const leg: Leg = {
      name: 'long',
      pointSourceId: 1,
      path: { kind: 'station', position: [0, 0, 0], attitude: { heading: 0, pitch: 0, roll: 0 }, duration: 100 },
      azimuthStart: 0,
      azimuthEnd: 2 * Math.PI,
      startTime: 0,
    };
    for (const [name, { deflector }] of Object.entries(CASES)) {
      const scanner = scannerOf(deflector, 2);
      const ratio = legTiming(scanner, leg).pulseCount / 100 / scanRates(scanner).pulseRateHz;
      expect(Math.abs(ratio - 1), name).toBeLessThan(1e-3);
    }
  });
});
