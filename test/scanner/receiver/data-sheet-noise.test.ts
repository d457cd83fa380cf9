import { describe, expect, it } from 'vitest';
import { noiseOfClaim } from '../../../src/scanner/receiver/data-sheet-noise.js';
import { falseAlarmRate } from '../../../src/scanner/receiver/noise.js';
import { pulseResponse } from '../../../src/scanner/receiver/response.js';

const INTERVAL = 1e-9;
/** A response that is in one sample, whole, wherever it lies between two. */
const ONE_SAMPLE = { start: 0, step: INTERVAL / 64, values: new Float64Array(64).fill(1 / INTERVAL) };
const CLAIM = { peak: 2e-8, probability: 0.9, falseAlarms: 10, bandwidth: 150e6, interval: INTERVAL };
/** Q⁻¹(0.9). */
const QUANTILE = -1.28155;

describe('the noise of a line of a data sheet', () => {
  it('has the false alarms that it says', () => {
    const { noise = NaN, threshold = NaN } = noiseOfClaim({ ...CLAIM, response: ONE_SAMPLE }) ?? {};
    expect(falseAlarmRate(CLAIM.bandwidth, threshold / noise)).toBeCloseTo(10, 9);
  });

  it('is A / (n − Q⁻¹(P_D)) where one sample decides', () => {
    const { noise = NaN, threshold = NaN } = noiseOfClaim({ ...CLAIM, response: ONE_SAMPLE }) ?? {};
    expect(Math.abs(CLAIM.peak / noise - (threshold / noise - QUANTILE))).toBeLessThan(1e-3);
  });

  it('is greater where any of several samples may reach the threshold, down to where noise alone does', () => {
    const noiseAt = (interval: number) =>
      Number(noiseOfClaim({ ...CLAIM, interval, response: pulseResponse('gaussian', 5e-9, 150e6) })?.noise);
    const one = Number(noiseOfClaim({ ...CLAIM, response: ONE_SAMPLE })?.noise);
    expect(noiseAt(1e-9)).toBeGreaterThan(1.03 * one);
    expect(noiseAt(0.5e-9)).toBeGreaterThan(noiseAt(1e-9));
    const often = { ...CLAIM, falseAlarms: 8e7, probability: 0.3, response: pulseResponse('gaussian', 5e-9, 150e6) };
    expect(noiseOfClaim(often)).toBeUndefined();
  });

  it('is that with which pulses of 5 ns through 200 MHz are seen in nine of ten', () => {
    // 6.102 standard deviations at 100 false alarms a second: 400,000 drawn pulses with that correlation, anywhere
    // between two samples.
    const response = pulseResponse('gaussian', 5e-9, 200e6);
    const { noise = NaN } = noiseOfClaim({ ...CLAIM, falseAlarms: 100, bandwidth: 200e6, response }) ?? {};
    expect(Math.abs(CLAIM.peak / noise - 6.102)).toBeLessThan(0.008);
  });
});
