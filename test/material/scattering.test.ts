import { describe, expect, it } from 'vitest';
import { shippedMaterials } from '../../src/material/catalogue/shipped-materials.js';
import { type Scattering, scatteringFault } from '../../src/material/scattering.js';

describe('scatteringFault', () => {
  it('finds nothing wrong with the materials of the catalogue', () => {
    for (const { id, scattering } of shippedMaterials()) expect(scatteringFault(scattering), id).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['no model', {}, 'model: found nothing, expected a map whose model is one of: lambert'],
    ['nothing', undefined, 'found nothing, expected a map whose model is one of: lambert'],
    ['another model', { model: 'phong' }, 'model: found "phong", expected a map whose model'],
    [
      'a bright surface',
      { model: 'lambert', reflectance: 1.5 },
      'reflectance: found 1.5, expected a number >= 0 and <= 1',
    ],
    ['no number', { model: 'lambert', reflectance: Number.NaN }, 'reflectance: found NaN, expected'],
    [
      'wavelengths that fall',
      { model: 'lambert', reflectance: { wavelengthsNm: [905, 532], values: [0.1, 0.2] } },
      'expected wavelengths (nm) that rise',
    ],
    ['an angle in degrees', { model: 'oren-nayar', reflectance: 0.5, roughness: 15 }, 'roughness: found 859.4'],
    ['an angle as a text', { model: 'oren-nayar', reflectance: 0.5, roughness: '0.3' }, 'roughness: found "0.3"'],
    ['no angle', { model: 'oren-nayar', reflectance: 0.5, roughness: null }, 'roughness: found nothing'],
    ['no table', { model: 'measured', table: {} }, 'found no table'],
    [
      'two parts of too much',
      { model: 'ward', diffuse: 0.5, specular: 0.6, roughness: [0.1, 0.1] },
      '1 at most together',
    ],
    [
      'one slope of two',
      { model: 'ward', diffuse: 0.5, specular: 0.1 },
      'roughness: found nothing, expected a list of 2',
    ],
    [
      'an index below 0',
      { model: 'cook-torrance', diffuse: 0, fresnel: { n: -1, k: 0 }, roughness: 0.1, distribution: 'ggx' },
      'index.n: found -1, expected a number > 0',
    ],
    [
      'a table with too few values',
      { model: 'measured', table: { wavelengthsNm: [905], phiCount: 1, thetaCount: 3, values: new Float32Array(2) } },
      'found 2 values, expected 3',
    ],
  ])('finds %s', (_, scattering, message) => {
    expect(scatteringFault(scattering as Scattering)).toContain(message);
  });
});
