import { describe, expect, it } from 'vitest';
import { PLANCK, SPEED_OF_LIGHT } from '../../../src/scanner/receiver/constants.js';
import { airMass, sunIrradiance, sunlightPower } from '../../../src/scanner/receiver/sunlight.js';

describe('sunlight in the receiver', () => {
  it('is 4.5 nW, 20.6 photons a nanosecond, of a grey wall at 905 nm', () => {
    const view = { irradiance: 0.81709, reflectance: 0.5, filterNm: 20, fieldOfView: 3e-3 };
    const power = sunlightPower(view, { diameter: 0.025, efficiency: 0.5 });
    expect(power).toBeCloseTo(4.512e-9, 12);
    expect((power * 905e-9 * 1e-9) / (PLANCK * SPEED_OF_LIGHT)).toBeCloseTo(20.56, 2);
  });

  it('has the irradiances of ASTM G173 at air mass 1.5', () => {
    expect(airMass(41.8)).toBeCloseTo(1.5, 2);
    expect(sunIrradiance(905, 41.8)).toBeCloseTo(0.817, 3);
    expect(sunIrradiance(1064, 41.8)).toBeCloseTo(0.632, 3);
    expect(sunIrradiance(1066, 41.8)).toBe(sunIrradiance(1064, 41.8));
  });

  it('weakens with a low sun, most where water vapour takes it, and is not known between the wavelengths', () => {
    const at = (nm: number, elevation: number) => Number(sunIrradiance(nm, elevation));
    expect(at(905, 90)).toBeGreaterThan(at(905, 41.8));
    expect(at(940, 10) / at(940, 90)).toBeLessThan(0.5 * (at(1064, 10) / at(1064, 90)));
    // Air mass 5.59 at 10°: 0.47181 · (0.47181 / 0.84)^(5.59 / 1.5 − 1).
    expect(at(940, 10)).toBeCloseTo(0.098, 3);
    expect(sunIrradiance(1400, 41.8)).toBeUndefined();
  });
});
