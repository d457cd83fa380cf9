import { expect, it } from 'vitest';
import { checkWavelengths } from '../../src/material/check-wavelengths.js';

const lambert = (wavelengthsNm: readonly number[]) => ({
  model: 'lambert' as const,
  reflectance: { wavelengthsNm, values: wavelengthsNm.map(() => 0.3) },
});

it('names those of the materials that are not known at a wavelength, with where they are', () => {
  const materials = [
    { name: 'grey', scattering: { model: 'lambert', reflectance: 0.5 } as const },
    { name: 'low', scattering: lambert([400, 800]) },
    { name: 'wide', scattering: lambert([400, 905]) },
    { name: 'high', scattering: lambert([906, 1550]) },
  ];
  expect(checkWavelengths(materials, 905)).toEqual([
    { name: 'low', range: [400, 800] },
    { name: 'high', range: [906, 1550] },
  ]);
});
