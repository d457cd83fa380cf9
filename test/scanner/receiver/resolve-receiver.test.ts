import { describe, expect, it } from 'vitest';
import { overrideDetector } from '../../../src/scanner/override-detector.js';
import { falseAlarmRate } from '../../../src/scanner/receiver/noise.js';
import type { SamplingReceiver } from '../../../src/scanner/receiver/receiver.js';
import { filterSpread, responsePeak } from '../../../src/scanner/receiver/response.js';
import { receivedEnergy } from '../../../src/scanner/resolve-detection.js';
import { readReceiver } from './read-receiver.js';

const DIODE = { quantumEfficiency: 0.4, gain: 100, ionisation: 0.02, amplifier: 2 };

function samplingOf(...description: Parameters<typeof readReceiver>): SamplingReceiver {
  const { sampling } = readReceiver(...description);
  if (sampling === undefined) throw new Error('no sampling receiver');
  return sampling;
}

describe('a receiver that samples', () => {
  it('is there if something asks for it that only samples show', () => {
    expect(readReceiver({}).sampling).toBeUndefined();
    expect(
      readReceiver({ diameter: 0.1, overlap: { from: 1, to: 5 } }, { shape: 'gaussian' }).sampling,
    ).toBeUndefined();
    expect(readReceiver({}, { shape: 'helios' }).sampling).toBeDefined();
    for (const receiver of [{ sampling: {} }, { bandwidth: 200 }, { detector: {} }, { threshold: 1e-8 }])
      expect(readReceiver(receiver).sampling).toBeDefined();
  });

  it('has the defaults of the guide, and the limit of the detection as its threshold', () => {
    const scanner = readReceiver({ sampling: {} });
    const { response, ...rest } = samplingOf({ sampling: {} });
    expect(rest).toMatchObject({
      interval: 1e-9,
      samplesMax: 512,
      digitiser: undefined,
      noise: undefined,
      prominence: 0,
      recovery: 0,
      falseAlarmRate: 0,
    });
    expect(rest.detector).toMatchObject({ kind: 'peak', fraction: 0.5, countRate: 0, deadTime: 0 });
    expect(rest.spread / (5e-9 / 2.35482)).toBeCloseTo(1, 3);
    expect(rest.threshold).toBeCloseTo(scanner.detection.minEnergy * responsePeak(response), 18);
  });

  it.each([
    [0.5, 256],
    [4, 2048],
    [10, 4096],
  ])('holds 512 ns of light at %f GHz, in %i samples, if there is room', (rate, samples) => {
    expect(samplingOf({ sampling: { rate } }).samplesMax).toBe(samples);
  });

  it('keeps the range in which the beam is seen in part', () => {
    expect(readReceiver({ overlap: { from: 1, to: 5 } }).receiver.overlap).toEqual({ from: 1, to: 5 });
  });

  it('has the noise of its photodiode, as smooth as the filter, and a threshold in its standard deviations', () => {
    const {
      noise,
      threshold,
      prominence,
      falseAlarmRate: rate,
    } = samplingOf({
      bandwidth: 200,
      noise: DIODE,
      threshold: { sigmas: 5 },
    });
    // 2 pA/√Hz · √200 MHz / (100 · 0.3433 A/W), without background.
    expect(noise?.constant).toBeCloseTo((2e-12 * Math.sqrt(200e6)) / 34.33, 12);
    expect(noise?.filterSpread).toBeCloseTo(filterSpread(200e6) / 1e-9, 12);
    expect(threshold / Number(noise?.constant)).toBeCloseTo(5, 12);
    expect(rate).toBeCloseTo(430.3, 1);
    expect(prominence).toBe(5);
  });

  it('sees more noise in the sun', () => {
    const sun = { filter: 20, fieldOfView: 3 };
    const dark = samplingOf({ bandwidth: 200, noise: DIODE }).noise?.constant;
    const sunlit = samplingOf({ bandwidth: 200, noise: { ...DIODE, sun } }).noise?.constant;
    expect(sunlit).toBeGreaterThan(Number(dark));
    expect(samplingOf({ bandwidth: 200, noise: { ...DIODE, sun: { ...sun, irradiance: 0 } } }).noise?.constant).toBe(
      dark,
    );
  });

  it('has as many false alarms as its data sheet says, and a return as far above them', () => {
    const line = { range: 90, reflectance: 0.1, probability: 0.9, falseAlarms: 20 };
    const scanner = readReceiver({ bandwidth: 150, noise: line });
    const { noise, threshold, response, falseAlarmRate: rate } = scanner.sampling as SamplingReceiver;
    const peak = receivedEnergy(scanner, 90, 0.1) * responsePeak(response);
    const constant = Number(noise?.constant);
    // One sample that is 1.2816 σ over the threshold would do; of the several of a pulse, any may.
    const over = (peak - threshold) / constant;
    expect(over).toBeGreaterThan(0.5);
    expect(over).toBeLessThan(1.28);
    expect(rate).toBeCloseTo(20, 6);
    expect(falseAlarmRate(150e6, threshold / constant)).toBeCloseTo(20, 6);
  });

  it('has room for noise below the code of no light', () => {
    const sampling = { bits: 12, saturation: 1e-5, gainSteps: 3, recovery: 20 };
    expect(samplingOf({ sampling }).digitiser).toEqual({ bits: 12, saturation: 1e-5, baseline: 0, gainSteps: 3 });
    expect(samplingOf({ sampling }).recovery).toBeCloseTo(2e-8, 15);
    const noisy = samplingOf({ sampling, bandwidth: 200, noise: DIODE, threshold: { sigmas: 5 } });
    const below = (Number(noisy.digitiser?.baseline) * 1e-5) / 4095 / Number(noisy.noise?.constant);
    expect(below).toBeGreaterThanOrEqual(4);
    expect(below).toBeLessThan(8);
  });

  it('counts photons without noise or threshold of its own', () => {
    const noise = { quantumEfficiency: 0.3, sun: { filter: 1, fieldOfView: 0.1 } };
    const detector = { kind: 'geiger', deadTime: 50, darkRate: 1000 };
    const counter = samplingOf({ noise, detector });
    expect(counter).toMatchObject({ threshold: 0, prominence: 0, falseAlarmRate: 0, noise: undefined });
    expect(counter.detector.deadTime).toBeCloseTo(5e-8, 15);
    // 0.3 of the 5.3563e18 photons of a joule at 1064 nm.
    expect(counter.detector.countsPerJoule / 1.60689e18).toBeCloseTo(1, 4);
    expect(counter.detector.countRate).toBeGreaterThan(1000);
    expect(samplingOf({ noise: { quantumEfficiency: 0.3 }, detector }).detector.countRate).toBe(1000);
  });

  it('has the duration of a measured pulse', () => {
    const shape = { times: [0, 4, 8, 12], power: [0, 3, 0, 0] };
    const scanner = readReceiver({}, { shape });
    expect(scanner.pulse.duration / 4e-9).toBeCloseTo(1, 4);
    expect(Number(scanner.sampling?.spread) / (4e-9 / 2.35482)).toBeCloseTo(1, 3);
  });

  it('takes the limit of a detector that is set later', () => {
    const scanner = readReceiver({ bandwidth: 200, noise: DIODE, threshold: { sigmas: 5 } });
    const constant = Number(scanner.sampling?.noise?.constant);
    const later = overrideDetector(scanner, { minPower: 6 * constant }, () => {}).sampling;
    expect(later?.threshold).toBe(6 * constant);
    expect(Number(later?.falseAlarmRate) / falseAlarmRate(200e6, 6)).toBeCloseTo(1, 9);
    expect(overrideDetector(scanner, { maxReturns: 1 }, () => {}).sampling).toEqual(scanner.sampling);
  });
});

describe('a faulty receiver', () => {
  const line = { range: 100, reflectance: 0.1, probability: 0.9, falseAlarms: 10 };
  const receivers: [string, Record<string, unknown>, string][] = [
    ['a threshold that nothing reaches', { threshold: 900 }, 'a threshold below the'],
    [
      'a threshold above saturation',
      { threshold: 2e-6, sampling: { bits: 8, saturation: 1e-6 } },
      'below the 0.000001 W',
    ],
    [
      'a threshold in the noise',
      { bandwidth: 200, noise: DIODE, threshold: { sigmas: 0.5 } },
      'usually sigmas: 3 to 8',
    ],
    ['sigmas without noise', { threshold: { sigmas: 5 } }, 'or noise without light: amplifier, dark or sun'],
    ['samples too far apart', { sampling: { rate: 0.2 } }, 'at least 0.4 (GHz), usually 0.25 to 10: 2 samples'],
    ['no bandwidth for noise', { noise: DIODE }, 'usually 50 to 2000: noise grows with the bandwidth'],
    ['a bandwidth of zero', { bandwidth: 0 }, 'found 0, expected a number > 0'],
    ['noise smoother than the devices can make it', { bandwidth: 20, noise: DIODE }, 'at least 49.7 (MHz)'],
    ['a response longer than any record', { bandwidth: 0.001 }, 'found 0.001, expected at least 0.291 (MHz), usually'],
    [
      'a response without end',
      { bandwidth: 1e-300 },
      'found 1e-300, expected at least 0.291 (MHz), usually 50 to 2000',
    ],
    [
      'a response beyond all numbers',
      { bandwidth: 5e-324 },
      'for the response to a pulse within 4096 samples of 1 GHz',
    ],
    ['bits without saturation', { sampling: { bits: 8 } }, 'usually 1e-8 to 0.001: the power at the highest code'],
    ['saturation without bits', { sampling: { saturation: 1e-6 } }, 'usually 8 to 14, for a digitiser'],
    ['both forms of noise', { bandwidth: 200, noise: { ...DIODE, ...line } }, 'no range beside quantumEfficiency'],
    [
      'half a line of a data sheet',
      { bandwidth: 200, noise: { range: 100 } },
      'all of range, reflectance, probability',
    ],
    [
      'more false alarms than crossings',
      { bandwidth: 200, noise: { ...line, falseAlarms: 1e9 } },
      'fewer than the 115000000',
    ],
    ['no photocurrent', { bandwidth: 200, noise: { gain: 10 } }, '(A/W), usually 0.2 to 1, or quantumEfficiency'],
    ['two photocurrents', { bandwidth: 200, noise: { ...DIODE, responsivity: 0.5 } }, 'which says the same'],
    ['a fraction of 1', { detector: { kind: 'constantFraction', fraction: 1 } }, 'usually 0.3 to 0.7'],
    ['samples not in eights', { sampling: { samples: 100 } }, 'a multiple of 8, usually 64 to 4096'],
    ['too many samples', { sampling: { samples: 8192 } }, '<= 4096'],
    ['too few samples for a pulse', { sampling: { samples: 8 } }, 'samples of one pulse, usually 64 to 4096'],
    [
      'keys of another detector',
      { detector: { kind: 'peak', fraction: 0.5 } },
      'no such key of the detector peak: it has none',
    ],
    [
      'a counter without efficiency',
      { detector: { kind: 'geiger' } },
      'for a detector that counts photons, usually 0.1 to 0.5',
    ],
    [
      'a counter with currents',
      { detector: { kind: 'geiger' }, noise: { ...DIODE } },
      'a counter of photons has quantumEfficiency',
    ],
    [
      'a counter with a threshold',
      { detector: { kind: 'geiger' }, noise: { quantumEfficiency: 0.3 }, threshold: 1e-9 },
      'no threshold of a detector',
    ],
    [
      'sun without a filter',
      { bandwidth: 200, noise: { ...DIODE, sun: { fieldOfView: 1 } } },
      '(nm), usually 1 to 100',
    ],
    ['overlap the wrong way round', { overlap: { from: 5, to: 1 } }, 'more than from, which is 5 (m)'],
  ];
  it.each(receivers)('is refused with what is usual: %s', (_, receiver, expected) => {
    expect(() => readReceiver(receiver)).toThrow(expected);
  });

  it('is refused for samples of which a pulse would take more than a record has', () => {
    for (const kind of ['peak', 'leadingEdge', 'constantFraction', 'gaussian'])
      expect(() => readReceiver({ sampling: { rate: 100 }, detector: { kind } }, { duration: 1000 })).toThrow(
        /receiver\.sampling\.rate: found 100, expected at most \d\.\d+ \(GHz\), usually 0\.25 to 10: \d+ samples/,
      );
  });

  it('is refused for a table that is no pulse, or that has a duration already', () => {
    const table = (power: number[]) => ({ shape: { times: [0, 1, 2, 3], power } });
    expect(() => readReceiver({}, table([0, 1, 2, 3]))).toThrow('usually below 0.01');
    expect(() => readReceiver({}, { ...table([0, 3, 1, 0]), duration: 5 })).toThrow(
      'no duration beside a measured pulse',
    );
    expect(() => readReceiver({}, { shape: { times: [0, 1, 2, 3000], power: [0, 3, 0, 0] } })).toThrow(
      'usually 3 to 10',
    );
  });

  it('is refused with clusters, with two thresholds, and with a sun of no known irradiance', () => {
    const detection = { rangeMin: 1, rangeMax: 100, maxReturns: 2, rangeNoise: 0.01, method: 'clusters' };
    expect(() => readReceiver({ sampling: {} }, {}, { detection })).toThrow('method: peaks with a receiver');
    const sun = { filter: 1, fieldOfView: 1 };
    expect(() => readReceiver({ bandwidth: 200, noise: { ...DIODE, sun } }, {}, { wavelength: 1400 })).toThrow(
      'not at 1400 nm',
    );
  });
});
