import { describe, expect, it } from 'vitest';
import { detectionDelay } from '../../../src/scanner/receiver/detection-delay.js';
import type { DetectorKind } from '../../../src/scanner/receiver/receiver.js';
import { pulseResponse } from '../../../src/scanner/receiver/response.js';

const DURATION = 5e-9;
const SIGMA = DURATION / 2.354820045;
/** Time at which the detector finds a pulse, in ns after the peak. */
const zeroOf = (kind: DetectorKind, shape: 'gaussian' | 'helios', settings = {}) =>
  1e9 *
  detectionDelay(pulseResponse(shape, DURATION), {
    kind,
    fraction: 0.5,
    reference: 20,
    interval: 0.5e-9,
    ...settings,
  });

describe('the place of a white wall', () => {
  it('is the middle of a Gaussian pulse for all that look at its middle', () => {
    for (const kind of ['peak', 'gaussian', 'geiger', 'photonCounting'] as const)
      expect(zeroOf(kind, 'gaussian')).toBeCloseTo(0, 3);
  });

  it('is before it for an edge: σ √(2 ln m₀)', () => {
    // Whatever the sampling: crossings are exact on the flanks of a Gaussian.
    for (const interval of [0.05e-9, 0.5e-9, 1e-9]) {
      for (const reference of [2, 10, 100]) {
        const edge = -SIGMA * 1e9 * Math.sqrt(2 * Math.log(reference));
        // A picosecond is 0.15 mm.
        expect(Math.abs(zeroOf('leadingEdge', 'gaussian', { reference, interval }) - edge)).toBeLessThan(1e-3);
      }
      expect(zeroOf('constantFraction', 'gaussian', { interval })).toBeCloseTo(-2.5, 3);
    }
  });

  it('differs by detector for a skew pulse: its peak, the Gaussian through it, its mean', () => {
    const tau = 5 / 3.394680670846502;
    expect(zeroOf('peak', 'helios', { interval: 0.05e-9 })).toBeCloseTo(0, 2);
    expect(zeroOf('photonCounting', 'helios')).toBeCloseTo(tau, 1);
    const fitted = zeroOf('gaussian', 'helios');
    expect(fitted).toBeGreaterThan(0.2 * tau);
    expect(fitted).toBeLessThan(0.6 * tau);
  });
});
