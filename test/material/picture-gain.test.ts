import { expect, it } from 'vitest';
import { limitedGain } from '../../src/material/picture-gain.js';

const lambert = (reflectance: number) => ({ model: 'lambert', reflectance }) as const;

it.each([
  [0.2, 3, 3],
  [0.5, 3, 2],
  [1, 3, 1],
  [0.9, 0.5, 0.5],
])('limits the gain of a reflectance of %d times %d to %d', (reflectance, gain, limited) => {
  expect(limitedGain(lambert(reflectance), gain, 905)).toBeCloseTo(limited, 3);
});
