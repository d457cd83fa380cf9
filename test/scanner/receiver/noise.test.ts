import { describe, expect, it } from 'vitest';
import { ELECTRON_CHARGE, PLANCK, SPEED_OF_LIGHT } from '../../../src/scanner/receiver/constants.js';
import {
  excessNoise,
  falseAlarmRate,
  photodiodeNoise,
  rangePrecision,
  sigmasOfFalseAlarms,
} from '../../../src/scanner/receiver/noise.js';
import { receivedEnergy } from '../../../src/scanner/resolve-detection.js';

describe('the noise of a receiver', () => {
  it('limits ranges by the Cramér–Rao bound: 23 mm with 5 ns, 1 ns and a ratio of 10', () => {
    expect(rangePrecision(5e-9 / 2.354820045, 1e-9, 10)).toBeCloseTo(0.0232, 5);
  });

  it('crosses 5 σ 430 times a second with 200 MHz, 4.3e-4 times in 1 µs', () => {
    expect(falseAlarmRate(200e6, 5)).toBeCloseTo(430.3, 1);
    expect(falseAlarmRate(200e6, 5) * 1e-6).toBeCloseTo(4.3e-4, 6);
    expect(sigmasOfFalseAlarms(200e6, falseAlarmRate(200e6, 5))).toBeCloseTo(5, 12);
  });

  it('is 79.8 times below the 4.7 µW peak of a grey wall at 100 m, with an avalanche photodiode', () => {
    const optics = {
      wavelengthNm: 1064,
      pulse: { energy: 1e-6, duration: 5e-9 },
      receiver: { diameter: 0.05, efficiency: 0.8 },
    };
    const peak = 4.6972e-6;
    // The reference leaves out the air's 1.4 %.
    expect(receivedEnergy(optics, 100, 0.5)).toBeCloseTo(2.5e-14 * Math.exp(-2 * 7.213e-5 * 100), 18);
    const photons = 1064e-9 / (PLANCK * SPEED_OF_LIGHT);
    expect(2.5e-14 * photons).toBeCloseTo(133_907.5, 1);
    const { constant, perPower } = photodiodeNoise({
      responsivity: 0.4 * ELECTRON_CHARGE * photons,
      gain: 100,
      ionisation: 0.02,
      dark: 0,
      amplifier: 2e-12,
      background: 1e-9,
      bandwidth: 200e6,
    });
    expect(excessNoise(100, 0.02)).toBeCloseTo(3.9502, 10);
    expect(peak / Math.sqrt(constant ** 2 + perPower * peak)).toBeCloseTo(79.8, 1);
  });
});
