import { describe, expect, it } from 'vitest';
import { fresnelReflectance, normalReflectance, schlickReflectance } from '../../../src/material/models/fresnel.js';

describe('the reflectance of a smooth surface', () => {
  it('follows from the index along the normal', () => {
    expect(normalReflectance({ n: 1.5, k: 0 })).toBeCloseTo(0.04, 12);
    // (0.376² + 10.2²) / (2.376² + 10.2²)
    expect(normalReflectance({ n: 1.376, k: 10.2 })).toBeCloseTo(104.181376 / 109.685376, 9);
  });

  it.each([
    [1.5, 0],
    [0.2, 3],
    [3, 3.3],
    [1.0001, 0],
  ])('with index %d + %di is that along the normal there, and 1 at grazing incidence', (n, k) => {
    expect(fresnelReflectance(1, { n, k })).toBeCloseTo(normalReflectance({ n, k }), 12);
    expect(fresnelReflectance(0, { n, k })).toBe(1);
    expect(fresnelReflectance(1e-9, { n, k })).toBeGreaterThan(0.999);
  });

  // From the amplitudes of both polarisations, in complex arithmetic with Snell's law.
  it.each([
    [0.5, 0.2, 3, 0.9184110846593692],
    [0.5, 1.376, 10.2, 0.9391993971958106],
    [0.3, 2, 1, 0.3420706135234793],
    [0.7, 1.5, 0, 0.05091693559077743],
    [0.1, 3, 3.3, 0.6325969246301404],
  ])('is for cosine %d and index %d + %di the known %d', (cosine, n, k, reflectance) => {
    expect(fresnelReflectance(cosine, { n, k })).toBeCloseTo(reflectance, 12);
  });

  it('is that of one polarisation only at the Brewster angle', () => {
    // tan θ = 1.5: across, (cos θ − 1.5 cos θ')² / (…)² with θ' = 90° − θ; along, nothing.
    const across = ((1 - 1.5 ** 2) / (1 + 1.5 ** 2)) ** 2;
    expect(fresnelReflectance(1 / Math.hypot(1, 1.5), { n: 1.5, k: 0 })).toBeCloseTo(across / 2, 12);
  });

  it('is 1 beyond the critical angle of a thinner medium, and 0 without contrast', () => {
    expect(fresnelReflectance(Math.SQRT1_2, { n: 0.5, k: 0 })).toBeCloseTo(1, 12);
    expect(fresnelReflectance(0.3, { n: 1, k: 0 })).toBeCloseTo(0, 12);
  });

  it('is near Schlick’s for glass', () => {
    expect(schlickReflectance(1, 0.04)).toBe(0.04);
    expect(schlickReflectance(0, 0.04)).toBe(1);
    expect(schlickReflectance(0.5, 0.04)).toBeCloseTo(0.07, 12);
    for (const cosine of [0.9, 0.7, 0.5, 0.3, 0.1])
      expect(Math.abs(schlickReflectance(cosine, 0.04) - fresnelReflectance(cosine, { n: 1.5, k: 0 }))).toBeLessThan(
        0.04,
      );
  });
});
