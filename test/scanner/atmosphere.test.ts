import { expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { airExtinction } from '../../src/scanner/atmosphere.js';

it('refuses air that nothing is seen through', () => {
  expect(() => airExtinction(905, 0)).toThrow(UserError);
  expect(() => airExtinction(905, 0)).toThrow('visibilityKm: found 0, expected a number > 0 (km)');
  expect(() => airExtinction(905, Number.NaN)).toThrow('visibilityKm: found NaN');
  expect(() => airExtinction(905, 10, 1)).toThrow('contrast: found 1, expected a number > 0 and < 1');
});
