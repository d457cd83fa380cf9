import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { airExtinction } from '../../src/scanner/atmosphere.js';
import { AIR_EXTINCTION, AIR_ROUNDING } from '../support/air-extinction.js';

describe('extinction of the air', () => {
  it('has an exponent that follows the visibility', () => {
    // At 550 nm the exponent does not matter: −ln(0.02)/V.
    expect(airExtinction(550, 23)).toBeCloseTo(-Math.log(0.02) / 23_000, 15);
    expect(airExtinction(1100, 60) / airExtinction(550, 60)).toBeCloseTo(2 ** -1.6, 12);
    // Kruse: 1.6 above 50 km, 1.3 at it.
    expect(airExtinction(1100, 50) / airExtinction(550, 50)).toBeCloseTo(2 ** -1.3, 12);
    expect(airExtinction(1100, 23) / airExtinction(550, 23)).toBeCloseTo(2 ** -1.3, 12);
    expect(airExtinction(1100, 1) / airExtinction(550, 1)).toBeCloseTo(2 ** -0.5, 12);
    expect(airExtinction(1100, 0.75) / airExtinction(550, 0.75)).toBeCloseTo(2 ** -0.25, 12);
    expect(airExtinction(1100, 0.2) / airExtinction(550, 0.2)).toBe(1);
  });

  it.each(AIR_EXTINCTION.map(({ title, visibilityKm, perKm }) => [title, visibilityKm, perKm] as const))(
    '%s: has its numbers at a visibility of %d km',
    (_title, visibilityKm, perKm) => {
      for (const [wavelengthNm, expected] of Object.entries(perKm)) {
        const found = airExtinction(Number(wavelengthNm), visibilityKm) * 1000;
        expect(Math.abs(found / expected - 1), `${wavelengthNm} nm`).toBeLessThan(AIR_ROUNDING);
      }
    },
  );

  it('has no step where haze begins, nor where fog does', () => {
    for (const limit of [6, 1, 0.5])
      expect(airExtinction(1550, limit * (1 + 1e-9)) / airExtinction(1550, limit)).toBeCloseTo(1, 7);
  });

  it('is less where the visibility leaves a contrast of 5 %', () => {
    expect(airExtinction(905, 1, 0.02) / airExtinction(905, 1, 0.05)).toBeCloseTo(1.3059, 4);
  });

  it('refuses air that nothing is seen through', () => {
    expect(() => airExtinction(905, 0)).toThrow(UserError);
    expect(() => airExtinction(905, 0)).toThrow('visibilityKm: found 0, expected a number > 0 (km)');
    expect(() => airExtinction(905, Number.NaN)).toThrow('visibilityKm: found NaN');
    for (const contrast of [0, 1])
      expect(() => airExtinction(905, 10, contrast)).toThrow(
        `contrast: found ${contrast}, expected a number > 0 and < 1`,
      );
  });
});
