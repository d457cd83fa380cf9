import { describe, expect, it } from 'vitest';
import { BINS_DEFAULTS } from '../../src/scanner/bin-settings.js';
import { binFault, binPulse, binWindow, longestInBins, metresPerBin } from '../../src/scanner/bins.js';
import { HELIOS_SHAPE_WIDTH } from '../../src/scanner/receiver/pulse-shapes.js';
import { testScanner } from '../support/scan.js';

/** A scanner whose pulse has this length in HELIOS++, ns. */
const scannerOf = (pulseLength: number, bins: Partial<typeof BINS_DEFAULTS> = {}) =>
  testScanner({
    pulse: { energy: 1, duration: (pulseLength * 1e-9 * HELIOS_SHAPE_WIDTH) / 7 },
    detection: { bins: { ...BINS_DEFAULTS, ...bins } },
  });

describe('the pulse of HELIOS++ in bins', () => {
  // Of HELIOS++ 2.2.2 with bins of 0.25 ns.
  it.each([
    [4, 16, 5],
    [5, 20, 6],
    [8, 32, 9],
    [10, 40, 11],
    [2, 8, 2],
  ])('has for %f ns %i bins, the highest with number %i', (length, count, peak) => {
    const pulse = binPulse(scannerOf(length));
    expect([pulse.powers.length, pulse.peak]).toEqual([count, peak]);
    expect(pulse.length).toBeCloseTo(count, 9);
  });

  it('is (t/τ)² e^(−t/τ), whose area is 2 τ', () => {
    const { powers, peakRate } = binPulse(scannerOf(4));
    // 5 bins of 0.25 ns are 2.1875 τ.
    expect(powers[5]).toBeCloseTo(0.536_88, 6);
    expect(powers[1]).toBeCloseTo(0.4375 ** 2 * Math.exp(-0.4375), 12);
    expect(peakRate / (0.536_879_652 / (2 * (4e-9 / 7)))).toBeCloseTo(1, 6);
  });

  it('counts whole bins, whatever units settings have passed through', () => {
    for (let k = 1; k <= 40; k++) {
      const size = k * 0.05;
      const settings = { size: size * 1e-9, window: 4 * size * 1e-9, longest: 20 * size * 1e-9 };
      expect(binPulse(scannerOf(16 * size, settings)).powers.length, `${size} ns`).toBe(16);
      expect([binWindow(settings), longestInBins(settings)], `${size} ns`).toEqual([4, 20]);
    }
    expect(longestInBins(BINS_DEFAULTS)).toBe(Number.POSITIVE_INFINITY);
  });

  it('has bins of twice the range where time counts one way', () => {
    expect(metresPerBin(BINS_DEFAULTS, 1)).toBeCloseTo(0.074_948_1, 7);
    expect(metresPerBin(BINS_DEFAULTS, 2)).toBeCloseTo(0.037_474_1, 7);
  });

  it('must have two bins to a thousand', () => {
    expect(binFault(scannerOf(4))).toBeUndefined();
    expect(binFault(scannerOf(4, { size: 2e-9 }))).toBeUndefined();
    expect(binFault(scannerOf(4, { size: 4e-12 }))).toBeUndefined();
    expect(binFault(scannerOf(4, { size: 2.1e-9 }))).toMatchObject({
      key: 'size',
      expected: expect.stringMatching(/^0\.004 to 2 \(ns\)/),
    });
    expect(binFault(scannerOf(4, { size: 3.9e-12 }))).toMatchObject({ key: 'size' });
    expect(binFault(scannerOf(4, { window: 251e-9 }))).toMatchObject({
      key: 'window',
      expected: expect.stringContaining('250 (ns)'),
    });
  });
});
