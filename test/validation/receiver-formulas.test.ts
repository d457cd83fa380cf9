import { describe, expect, it } from 'vitest';
import {
  ambiguousRange,
  detectionProbability,
  edgeWalk,
  excessNoise,
  falseAlarmRate,
  firstPhoton,
  geigerDetection,
  PLANCK,
  rangeBound,
  SPEED_OF_LIGHT,
  signalToNoise,
  slopeBias,
  sunPower,
} from './receiver-formulas.js';

const DEGREE = Math.PI / 180;

describe('formulas of receivers', () => {
  it.each([
    [2, -0.3747],
    [10, -0.683],
    [100, -0.9659],
  ])('G8: a leading edge with the margin %d walks by %f m', (margin, walk) => {
    expect(edgeWalk(margin, 5e-9)).toBeCloseTo(walk, 4);
  });

  it.each([
    [60, 0.1149],
    [75, 0.241],
    [80, 0.33],
    [85, 0.5314],
  ])('G8: a slope at %d° is found %f m late', (degrees, late) => {
    const slope = { range: 10, halfAngle: 1.5e-3, incidence: degrees * DEGREE, duration: 6e-9, margin: 20 };
    expect(slopeBias(slope)).toBeCloseTo(late, 4);
  });

  it('G9, G11, G12, G20', () => {
    expect(rangeBound(5e-9, 1e-9, 10)).toBeCloseTo(0.0232, 5);
    expect(falseAlarmRate(200e6, 5)).toBeCloseTo(430.3, 1);
    expect(geigerDetection(1, 0.1)).toBeCloseTo(0.572, 4);
    expect(1 - geigerDetection(Infinity, 0.1)).toBeCloseTo(0.0952, 4);
    const ranges = [100e3, 300e3, 550e3, 2e6].map(ambiguousRange);
    expect(ranges.map((range) => range.toFixed(2))).toEqual(['1498.96', '499.65', '272.54', '74.95']);
  });

  it.each([
    [6, 0.97725, 5],
    [4, 0.5, 9],
    [0, 3.167e-5, 8],
  ])(
    'G10: an amplitude of %d σ passes a threshold of 4 σ with the probability %f',
    (amplitude, probability, digits) => {
      expect(detectionProbability(4, amplitude)).toBeCloseTo(probability, digits);
    },
  );

  it.each([
    [0.1, -0.009, 1],
    [1, -0.0885, 0.984],
    [5, -0.3442, 0.77],
    [20, -0.59, 0.539],
  ])('G13: the first of %f photons comes %f m from the middle, ± %f σ', (count, mean, deviation) => {
    const first = firstPhoton(count, 5e-9);
    expect(first.mean).toBeCloseTo(mean, 4);
    expect(first.deviation).toBeCloseTo(deviation, 3);
  });

  it('G14: sunlight of 4.512 nW, 20.56 photons a nanosecond', () => {
    const optics = { filterNm: 20, diameter: 0.025, fieldOfView: 3e-3, efficiency: 0.5 };
    const power = sunPower({ reflectance: 0.5, irradiance: 0.817, ...optics });
    expect(power * 1e9).toBeCloseTo(4.512, 3);
    expect((power * 1e-9 * 905e-9) / (PLANCK * SPEED_OF_LIGHT)).toBeCloseTo(20.56, 1);
  });

  it('G15: an avalanche photodiode of M 100, k 0.02 sees G1 with 79.8', () => {
    const diode = {
      gain: 100,
      ionisation: 0.02,
      quantumEfficiency: 0.4,
      wavelengthNm: 1064,
      amplifier: 2e-12,
      bandwidth: 200e6,
    };
    expect(excessNoise(diode)).toBeCloseTo(3.9502, 4);
    expect(signalToNoise(diode, 4.6972e-6, 1e-9)).toBeCloseTo(79.8, 1);
  });
});
