import { describe, expect, it } from 'vitest';
import { albedoAt, backscatterAt, brdfAt, scatteringRange } from '../../src/material/backscatter-at.js';
import type { Scattering } from '../../src/material/scattering.js';

const rising = { wavelengthsNm: [800, 1000], values: [0.2, 0.6] };
const shifted = { wavelengthsNm: [900, 1100], values: [0.1, 0.3] };

const measured: Scattering = {
  model: 'measured',
  table: {
    wavelengthsNm: [532, 1064],
    phiCount: 1,
    thetaCount: 3,
    values: Float32Array.of(0.125, 0.125, 0.125, 0.25, 0.25, 0.25),
  },
};

describe('backscatter at a wavelength', () => {
  it('takes spectra at it', () => {
    const table = backscatterAt({ model: 'lambert', reflectance: rising }, 900);
    expect(table.values).toHaveLength(1);
    expect(table.values[0]).toBeCloseTo(0.4, 12);
  });

  it('takes the nearest known wavelength outside of them', () => {
    expect(backscatterAt({ model: 'lambert', reflectance: rising }, 1550).values[0]).toBeCloseTo(0.6, 12);
  });

  it.each<[Scattering, number]>([
    [{ model: 'oren-nayar', reflectance: rising, roughness: 0 }, 0.4],
    [{ model: 'minnaert', reflectance: rising, exponent: 2 }, 0.4],
    [{ model: 'blinn-phong', diffuse: rising, specular: 0.5, exponent: 2 }, 0.4 + 0.5 * 1.2],
    [{ model: 'ward', diffuse: 0.1, specular: rising, roughness: [0.5, 0.5] }, 0.1 + 0.4],
    [{ model: 'cook-torrance', diffuse: 0.1, fresnel: rising, roughness: 0.5, distribution: 'ggx' }, 0.1 + 0.4],
    [{ model: 'cook-torrance', diffuse: 0, fresnel: { n: 1.5, k: 0 }, roughness: 0.5, distribution: 'ggx' }, 0.04],
  ])('knows every model: %j', (scattering, atNormal) => {
    expect(backscatterAt(scattering, 900).values[0]).toBeCloseTo(atNormal, 9);
    if (scattering.model !== 'measured')
      expect(Math.PI * brdfAt(scattering, 900).backscatter(0, 0)).toBeCloseTo(atNormal, 9);
  });

  it('passes measured tables on as π f_r', () => {
    const table = backscatterAt(measured, 532);
    expect(table).toMatchObject({ thetaCount: 3, phiCount: 1, weighted: false });
    for (const value of table.values) expect(value).toBeCloseTo(Math.PI / 8, 6);
  });
});

describe('the known range of a scattering', () => {
  it('is unlimited without spectra', () => {
    expect(scatteringRange({ model: 'lambert', reflectance: 0.5 })).toBeUndefined();
    const index = { n: 1.5, k: 0 };
    expect(
      scatteringRange({ model: 'cook-torrance', diffuse: 0, fresnel: index, roughness: 0.1, distribution: 'ggx' }),
    ).toBeUndefined();
  });

  it('is the common part of all its spectra', () => {
    expect(scatteringRange({ model: 'minnaert', reflectance: rising, exponent: 1 })).toEqual([800, 1000]);
    expect(scatteringRange({ model: 'ward', diffuse: rising, specular: shifted, roughness: [1, 1] })).toEqual([
      900, 1000,
    ]);
    expect(
      scatteringRange({
        model: 'cook-torrance',
        diffuse: 0.1,
        fresnel: { n: shifted, k: rising },
        roughness: 0.1,
        distribution: 'ggx',
      }),
    ).toEqual([900, 1000]);
    expect(scatteringRange(measured)).toEqual([532, 1064]);
  });

  it('is empty without a common wavelength', () => {
    const green = { wavelengthsNm: [532], values: [0.1] };
    const [first, last] = scatteringRange({ model: 'blinn-phong', diffuse: green, specular: rising, exponent: 1 })!;
    expect(first).toBeGreaterThan(last);
  });
});

describe('the equal Lambertian reflectance', () => {
  // 2 ∫ π f_r cos θ sin θ dθ by hand.
  it.each<[Scattering, number]>([
    [{ model: 'lambert', reflectance: 0.3 }, 0.3],
    [{ model: 'lambert', reflectance: rising }, 0.4],
    // ρ (A + 4/3 B)
    [{ model: 'oren-nayar', reflectance: 0.5, roughness: 0.5 }, 0.5 * (1 - 0.125 / 0.58 + (4 / 3) * (0.1125 / 0.34))],
    // ρ / k
    [{ model: 'minnaert', reflectance: 0.5, exponent: 2 }, 0.25],
    // ρ_d + ρ_s (e + 4) / (4 (2^(−e/2) + e))
    [{ model: 'blinn-phong', diffuse: 0.1, specular: 0.4, exponent: 2 }, 0.1 + (0.4 * 6) / 10],
    // ρ_d + ρ_s / 4, whatever the roughness
    [{ model: 'ward', diffuse: 0.1, specular: 0.4, roughness: [0.05, 0.05] }, 0.2],
    [{ model: 'ward', diffuse: 0.1, specular: 0.4, roughness: [0.3, 0.5] }, 0.2],
  ])('of %j', (scattering, reflectance) => {
    expect(albedoAt(scattering, 900)).toBeCloseTo(reflectance, 4);
  });

  it('is that of a measured constant', () => expect(albedoAt(measured, 1064)).toBeCloseTo(Math.PI / 4, 6));
});
