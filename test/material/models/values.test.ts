import { describe, expect, it } from 'vitest';
import { brdfAt } from '../../../src/material/backscatter-at.js';
import { beckmann, ggx } from '../../../src/material/models/microfacets.js';
import { directionAt } from '../../support/directions.js';

const DEGREE = Math.PI / 180;
/** Parameters are the same at every wavelength here. */
const NM = 905;

/** A direction from angles in degrees. */
const at = (theta: number, phi = 0) => directionAt(theta * DEGREE, phi * DEGREE);

describe('values worked out by hand', () => {
  it('hold for Lambert', () => {
    const brdf = brdfAt({ model: 'lambert', reflectance: 0.6 }, NM);
    expect(Math.PI * brdf.backscatter(1.2, 3)).toBeCloseTo(0.6, 12);
    expect(Math.PI * brdf.bistatic(at(10), at(80, 200))).toBeCloseTo(0.6, 12);
  });

  it('hold for Oren and Nayar, σ² = 0.25', () => {
    const [a, b] = [1 - 0.125 / 0.58, 0.1125 / 0.34];
    const brdf = brdfAt({ model: 'oren-nayar', reflectance: 0.5, roughness: 0.5 }, NM);
    // sin 60° tan 60° = 3/2
    expect(Math.PI * brdf.backscatter(60 * DEGREE, 1)).toBeCloseTo(0.5 * (a + 1.5 * b), 12);
    expect(Math.PI * brdf.backscatter(0, 0)).toBeCloseTo(0.5 * a, 12);
    // sin 60° tan 30° cos 60° = 1/4; behind the normal nothing is added.
    expect(Math.PI * brdf.bistatic(at(30), at(60, 60))).toBeCloseTo(0.5 * (a + b / 4), 12);
    expect(Math.PI * brdf.bistatic(at(30), at(60, 120))).toBeCloseTo(0.5 * a, 12);
  });

  it('hold for Oren and Nayar without roughness: those of Lambert', () => {
    const brdf = brdfAt({ model: 'oren-nayar', reflectance: 0.5, roughness: 0 }, NM);
    expect(Math.PI * brdf.backscatter(1.5, 0)).toBeCloseTo(0.5, 12);
    expect(brdf.unbounded).toBe(false);
  });

  it('hold for Minnaert', () => {
    const dark = brdfAt({ model: 'minnaert', reflectance: 0.4, exponent: 1.5 }, NM);
    expect(Math.PI * dark.backscatter(60 * DEGREE, 0)).toBeCloseTo(0.4 * 0.5, 12);
    expect(Math.PI * dark.bistatic(at(0), at(60))).toBeCloseTo(0.4 * Math.SQRT1_2, 12);
    const bright = brdfAt({ model: 'minnaert', reflectance: 0.25, exponent: 0.5 }, NM);
    expect(Math.PI * bright.backscatter(60 * DEGREE, 0)).toBeCloseTo(0.25 / 0.5, 12);
  });

  it('hold for Minnaert at angles beyond which he would send back more than arrives: a constant', () => {
    // ρ c^(−½) (2 − ½ c^(3/2)) / 1.5 = 1 for ρ = ½: 2 − ½ s³ = 3 s with s = √c.
    const s = 0.625816819;
    expect(2 - s ** 3 / 2).toBeCloseTo(3 * s, 5);
    const brdf = brdfAt({ model: 'minnaert', reflectance: 0.5, exponent: 0.5 }, NM);
    const from = Math.acos(s * s);
    expect(Math.PI * brdf.backscatter(from - 0.1, 0)).toBeCloseTo(0.5 / Math.cos(from - 0.1), 9);
    expect(Math.PI * brdf.backscatter(from + 0.1, 0)).toBeCloseTo(0.5 / (s * s), 4);
  });

  it("hold for HELIOS++'s Phong: b = ρ ((1 − s) cos φ + s |cos 2φ|^e) is π f_r cos θ", () => {
    const surface = { model: 'helios-phong', reflectance: 50, specularity: 0.25, exponent: 3 } as const;
    const brdf = brdfAt(surface, NM);
    const factor = (degrees: number) => Math.PI * brdf.backscatter(degrees * DEGREE, 0) * Math.cos(degrees * DEGREE);
    expect(factor(0)).toBeCloseTo(50, 9);
    // cos 120° = −1/2.
    expect(factor(60)).toBeCloseTo(50 * (0.75 / 2 + 0.25 / 8), 9);
    expect(factor(45)).toBeCloseTo(50 * 0.75 * Math.SQRT1_2, 9);
    // In the mirrored direction the lobe is whole, by Neumann et al. over the cosine.
    expect(Math.PI * brdf.bistatic(at(60, 0), at(60, 180))).toBeCloseTo(50 * (0.75 + 0.25 / 0.5), 9);
    const spectral = { ...surface, reflectance: { wavelengthsNm: [800, 900, 1000], values: [10, 20, 90] } };
    expect(Math.PI * brdfAt(spectral, 950).backscatter(0, 0)).toBeCloseTo(55, 9);
  });

  it('hold for Blinn and Phong, e = 2: π N = (4 · 6) / (8 · 2.5)', () => {
    const brdf = brdfAt({ model: 'blinn-phong', diffuse: 0.1, specular: 0.3, exponent: 2 }, NM);
    expect(Math.PI * brdf.backscatter(60 * DEGREE, 0)).toBeCloseTo(0.1 + 0.3 * 1.2 * 0.25, 12);
    // Half way between 60° on either side lies the normal.
    expect(Math.PI * brdf.bistatic(at(60, 0), at(60, 180))).toBeCloseTo(0.1 + 0.3 * 1.2, 12);
  });

  it('hold for Cook and Torrance with Beckmann’s distribution', () => {
    const brdf = brdfAt(
      { model: 'cook-torrance', diffuse: 0, fresnel: 0.4, roughness: 0.685, distribution: 'beckmann' },
      NM,
    );
    expect(Math.PI * brdf.backscatter(0, 0)).toBeCloseTo(0.4 / (4 * 0.685 ** 2), 12);
    // tan 45° = 1; 1 + Λ = 1.00345356 with the error function of a library.
    const density = Math.exp(-1 / 0.685 ** 2) / (0.685 ** 2 * 0.25);
    expect(Math.PI * brdf.backscatter(45 * DEGREE, 0)).toBeCloseTo((0.4 * density) / (4 * 0.5 * 1.0034535594), 6);
  });

  it('hold for Cook and Torrance with GGX, α = ½, at 60°', () => {
    const brdf = brdfAt(
      { model: 'cook-torrance', diffuse: 0.5, fresnel: 0.04, roughness: 0.5, distribution: 'ggx' },
      NM,
    );
    const density = 0.25 / 0.8125 ** 2;
    const hiding = (Math.sqrt(1.75) - 1) / 2;
    const facets = (0.04 * density) / (4 * 0.25 * (1 + hiding));
    // Schlick: (1 − F) / (1 − F0) = 1 − (1 − cos 60°)⁵ = 31/32, in and out.
    expect(Math.PI * brdf.backscatter(60 * DEGREE, 0)).toBeCloseTo(0.5 * (31 / 32) ** 2 + facets, 12);
  });

  it('hold for Cook and Torrance with an index: F of the angle between ray and facet', () => {
    const brdf = brdfAt(
      { model: 'cook-torrance', diffuse: 0, fresnel: { n: 1.5, k: 0 }, roughness: 0.5, distribution: 'ggx' },
      NM,
    );
    const cosine = 1 / Math.hypot(1, 1.5);
    const theta = Math.acos(cosine);
    const brewster = ((1 - 1.5 ** 2) / (1 + 1.5 ** 2)) ** 2 / 2;
    // Mirrored at the normal: D(1) = 1/(π α²); azimuths opposite: λ = 4.41 π / (1 + 4.41 π).
    const hiding = (Math.sqrt(1 + 0.25 * 2.25) - 1) / 2;
    const apart = (4.41 * Math.PI) / (1 + 4.41 * Math.PI);
    const expected = (4 * brewster) / (4 * cosine * cosine * (1 + hiding + apart * hiding));
    expect(Math.PI * brdf.bistatic(directionAt(theta, 0), directionAt(theta, Math.PI))).toBeCloseTo(expected, 12);
    expect(Math.PI * brdf.backscatter(0, 0)).toBeCloseTo(0.04, 12);
  });

  it('hold for Ward', () => {
    const brdf = brdfAt({ model: 'ward', diffuse: 0.1, specular: 0.5, roughness: [0.15, 0.75] }, NM);
    expect(Math.PI * brdf.backscatter(0, 2)).toBeCloseTo(0.1 + 0.5 / (4 * 0.1125), 12);
    const across = (0.5 * Math.exp(-1 / 0.75 ** 2)) / (4 * 0.1125 * 0.25);
    expect(Math.PI * brdf.backscatter(45 * DEGREE, 90 * DEGREE)).toBeCloseTo(0.1 + across, 12);
    expect(Math.PI * brdf.backscatter(45 * DEGREE, 0)).toBeCloseTo(0.1, 12);
    // In the mirror direction at 60°: h = (0, 0, 1), |h|²/h⁴ = 1.
    expect(Math.PI * brdf.bistatic(at(60, 40), at(60, 220))).toBeCloseTo(0.1 + 0.5 / 0.1125, 9);
  });
});

describe('facets', () => {
  it.each([
    ['beckmann', beckmann(0.3)],
    ['beckmann', beckmann(1.5)],
    ['ggx', ggx(0.3)],
    ['ggx', ggx(1.5)],
  ])('of %s cover the surface once: ∫ D cos dω = 1', (_name, { density }) => {
    const STEPS = 4000;
    let sum = 0;
    // In cos²: dω cos = π d(cos²).
    for (let k = 0; k < STEPS; k++) sum += density(Math.sqrt((k + 0.5) / STEPS)) * (Math.PI / STEPS);
    expect(sum).toBeCloseTo(1, 3);
  });

  it.each([
    ['beckmann', beckmann(0.6)],
    ['ggx', ggx(0.6)],
  ])('of %s show the area that is seen: ∫ D ⟨w·m⟩ dω = (1 + Λ) cos θ', (_name, { density, hiding }) => {
    for (const theta of [0.3, 1, 1.4]) {
      const [sine, cosine] = [Math.sin(theta), Math.cos(theta)];
      const STEPS = 400;
      let seen = 0;
      for (let i = 0; i < STEPS; i++) {
        const c = (i + 0.5) / STEPS;
        const s = Math.sqrt(1 - c * c);
        for (let j = 0; j < STEPS; j++) {
          const along = sine * s * Math.cos((Math.PI * (j + 0.5)) / STEPS) + cosine * c;
          seen += (Math.max(0, along) * density(c) * 2 * Math.PI) / STEPS ** 2;
        }
      }
      expect(seen / ((1 + hiding(cosine)) * cosine)).toBeCloseTo(1, 3);
    }
  });
});
