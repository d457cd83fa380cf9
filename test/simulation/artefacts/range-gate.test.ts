import { describe, expect, it } from 'vitest';
import type { Physics } from '../../../src/scanner/physics.js';
import { PHYSICS } from '../../../src/scanner/physics.js';
import type { Detection, Scanner } from '../../../src/scanner/scanner.js';
import { testScanner } from '../../support/scan.js';
import { normalShare } from '../../support/statistics.js';
import { columnOf, LEVEL, legOf, pointsOf, scanOf, wallAt } from '../instrument-scans.js';

const PULSES = 4000;
const [RANGE_MIN, RANGE_MAX, SIGMA] = [3, 10, 0.5];

/** An instrument that fires straight ahead. */
const aheadScanner = (detection: Partial<Detection>, overrides: Partial<Scanner> = {}): Scanner =>
  testScanner({
    ...overrides,
    detection: { rangeMin: RANGE_MIN, rangeMax: RANGE_MAX, maxReturns: 1, ...detection },
    deflector: { kind: 'pattern', pulseRateHz: PULSES, directions: Float64Array.of(0, 1, 0) },
  });

/** Ranges of the points of a wall ahead. */
async function rangesOf(scanner: Scanner, distance: number, physics?: Partial<Physics>): Promise<number[]> {
  const leg = legOf({ kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 1 });
  const scan = scanOf(scanner, [leg], physics && { physics: { ...PHYSICS.si, ...physics } });
  return columnOf(await pointsOf(scan, wallAt(distance)), 'range');
}

/** Part of the ranges of a wall that are measured within the limits. */
const shareAt = (distance: number) =>
  normalShare((RANGE_MAX - distance) / SIGMA) - normalShare((RANGE_MIN - distance) / SIGMA);

function expectWithin(ranges: readonly number[], share: number): void {
  expect(ranges.filter((range) => !(range >= RANGE_MIN && range <= RANGE_MAX))).toEqual([]);
  expect(Math.abs(ranges.length - share * PULSES)).toBeLessThan(4 * Math.sqrt(share * (1 - share) * PULSES));
}

describe('limits of ranges that the host measures', () => {
  it.each([2.6, 3.4, 9.7, 10.4])('hold for noise by a formula, of a wall at %d m', async (distance) => {
    const scanner = aheadScanner({ rangeNoiseFormula: `${SIGMA} + 0 * incidence` });
    expectWithin(await rangesOf(scanner, distance), shareAt(distance));
  });

  it.each<[string, Partial<Detection>]>([
    ['a number', { rangeNoise: SIGMA }],
    ['a formula', { rangeNoiseFormula: `${SIGMA} + 0 * incidence` }],
  ])('leave nothing behind the sensor where noise reaches there, by %s', async (_, detection) => {
    const ranges = await rangesOf(aheadScanner({ ...detection, rangeMin: 0 }), 0.4);
    expect(Math.min(...ranges)).toBeGreaterThanOrEqual(0);
    const share = normalShare(0.4 / SIGMA);
    expect(Math.abs(ranges.length - share * PULSES)).toBeLessThan(4 * Math.sqrt(share * (1 - share) * PULSES));
  });

  it('hold for laser by laser', async () => {
    const detection = { rangeMin: 0, rangeNoiseFormula: `${SIGMA} + 0 * range` };
    const [laser] = testScanner().channels;
    const scanner = aheadScanner(detection, { channels: [{ ...laser, rangeMin: RANGE_MIN }] });
    expectWithin(await rangesOf(scanner, 2.8), shareAt(2.8));
  });

  it('hold for ranges that a time walk moves', async () => {
    const detection = { rangeMin: 2.9999, rangeMax: 3.001, minEnergy: 1e-4, artefacts: { timeWalk: { margin: 1e-3 } } };
    const free = await rangesOf(aheadScanner({ ...detection, rangeMin: 0, rangeMax: 10 }), 3);
    expect(free.length).toBe(PULSES);
    expect(Math.abs(free[0] - 3)).toBeGreaterThan(0.01);
    expect(await rangesOf(aheadScanner(detection), 3)).toEqual([]);
  });

  it('hold for true ranges by name', async () => {
    const scanner = aheadScanner({ rangeNoiseFormula: `${SIGMA} + 0 * incidence` });
    const [inside, outside] = [
      await rangesOf(scanner, 3.2, { limits: 'true' }),
      await rangesOf(scanner, 2.9, { limits: 'true' }),
    ];
    expect(inside.length).toBe(PULSES);
    expect(outside.length).toBe(0);
  });
});

describe('limits of ranges with systematic errors', () => {
  const systematicErrors = { range: '0.3' };

  it.each([
    [2.8, PULSES],
    [2.6, 0],
    [9.6, PULSES],
    [9.8, 0],
  ])('hold for what is read of a wall at %d m', async (distance, count) => {
    const scanner = aheadScanner({ systematicErrors });
    const ranges = await rangesOf(scanner, distance);
    expect(ranges.length).toBe(count);
    for (const range of ranges.slice(0, 1)) expect(range).toBeCloseTo(distance + 0.3, 4);
  });
});
