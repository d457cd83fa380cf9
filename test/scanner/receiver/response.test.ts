import { describe, expect, it } from 'vitest';
import { HELIOS_SHAPE_WIDTH, type PulseShape, tableFault } from '../../../src/scanner/receiver/pulse-shapes.js';
import {
  filterBandwidth,
  filterSpread,
  pulseResponse,
  responseAt,
  responsePeak,
  responseWidth,
} from '../../../src/scanner/receiver/response.js';

const DURATION = 5e-9;
const SIGMA = DURATION / 2.354820045;
const SHAPES: [string, PulseShape][] = [
  ['gaussian', 'gaussian'],
  ['helios', 'helios'],
  ['sin2', 'sin2'],
  ['a triangle', { times: [0, 5e-9, 10e-9, 20e-9], power: [0, 7, 0, 0] }],
];

/** Mean and standard deviation of the response, s. */
function moments({ start, step, values }: ReturnType<typeof pulseResponse>) {
  const mean = values.reduce((sum, value, k) => sum + value * (start + k * step), 0) * step;
  const variance = values.reduce((sum, value, k) => sum + value * (start + k * step - mean) ** 2, 0) * step;
  return { mean, deviation: Math.sqrt(variance) };
}

describe('the response of a receiver to a pulse', () => {
  it.each(SHAPES)('has an area of one, the stated width, and its peak at the two-way time: %s', (_, shape) => {
    const response = pulseResponse(shape, DURATION);
    expect(response.values.reduce((sum, value) => sum + value, 0) * response.step).toBeCloseTo(1, 12);
    expect(responseWidth(response) / DURATION).toBeCloseTo(1, 3);
    expect(responseAt(response, 0)).toBeCloseTo(responsePeak(response), -5);
  });

  it('has the peak of a Gaussian of 1 J, 0.9394 / FWHM', () => {
    expect(responsePeak(pulseResponse('gaussian', DURATION)) * DURATION).toBeCloseTo(0.93944, 4);
  });

  it('has the form that HELIOS++ has: half of the peak at x² e^−x = 2 e^−2', () => {
    const [rise, fall] = [0.7612402293544037, 4.155920900200906];
    for (const x of [rise, fall]) expect(x ** 2 * Math.exp(-x)).toBeCloseTo(2 * Math.exp(-2), 12);
    expect(fall - rise).toBeCloseTo(HELIOS_SHAPE_WIDTH, 12);
    const response = pulseResponse('helios', DURATION);
    const tau = DURATION / HELIOS_SHAPE_WIDTH;
    // The mean of a gamma distribution of three steps, 3 τ, less the peak at 2 τ.
    expect(moments(response).mean / tau).toBeCloseTo(1, 2);
    expect(moments(response).deviation / tau).toBeCloseTo(Math.sqrt(3), 2);
  });

  it('is wider by the filter, whose variances add', () => {
    const bandwidth = 80e6;
    const filter = filterSpread(bandwidth);
    expect(filter).toBeCloseTo(0.1325 / bandwidth, 12);
    expect(filterBandwidth(filter)).toBeCloseTo(bandwidth, 3);
    for (const [, shape] of SHAPES) {
      const [bare, filtered] = [pulseResponse(shape, DURATION), pulseResponse(shape, DURATION, bandwidth)];
      expect(moments(filtered).mean - moments(bare).mean).toBeCloseTo(0, 10);
      expect(moments(filtered).deviation / Math.hypot(moments(bare).deviation, filter)).toBeCloseTo(1, 2);
    }
  });

  it('is a Gaussian for a Gaussian behind a Gaussian, however wide the filter', () => {
    for (const bandwidth of [1e6, 20e6, 200e6, 2e9, 1e11]) {
      const width = responseWidth(pulseResponse('gaussian', DURATION, bandwidth));
      expect(width / (2.354820045 * Math.hypot(SIGMA, filterSpread(bandwidth)))).toBeCloseTo(1, 3);
    }
  });
});

describe('a table', () => {
  it.each([
    [[0, 1, 2, 3], [0, 1, 0], 'as many powers as times, which are 4'],
    [[0, 2, 1, 3], [0, 1, 1, 0], 'times that rise (ns)'],
    [[0, 1, 2, 3], [0, 0, 0, 0], 'powers above 0'],
    [[0, 1, 2, 3], [5, 6, 7, 0], 'a pulse that begins and ends below 0.1 of its peak, usually below 0.01'],
    [[0, 1, 2, 3], [0, 1, 3, 9], 'a pulse that begins and ends below 0.1 of its peak, usually below 0.01'],
    [[0, 1, 2, 3, 4], [0, 9, 1, 8, 0], 'a pulse with one peak, which rises and then falls'],
    [[0, 1, 2, 3, 4], [0, 4, 1, 8, 0], 'a pulse with one peak, which rises and then falls'],
  ])('is refused if it is no pulse: %j %j', (times, power, expected) => {
    expect(tableFault({ times, power })).toBe(expected);
  });

  it('may have the noise of a measurement', () => {
    expect(tableFault({ times: [0, 1, 2, 3, 4, 5, 6], power: [0.1, 0, 6, 10, 4, 0.1, 0.3] })).toBeUndefined();
  });
});
