import { describe, expect, it } from 'vitest';
import { brdfAt } from '../../src/material/backscatter-at.js';
import { createCubics, evaluateCubics } from '../../src/material/backscatter-cubics.js';
import type { Brdf } from '../../src/material/brdf.js';
import { TABLE_LIMITS, tableErrors, tabulate } from '../../src/material/tabulate.js';
import { random } from '../support/scenes.js';

const SEED = 8;
/** Parameters are the same at every wavelength here. */
const NM = 905;

const gloss = (roughness: number, distribution: 'beckmann' | 'ggx') =>
  brdfAt({ model: 'cook-torrance', diffuse: 0.2, fresnel: 0.4, roughness, distribution }, NM);

describe('a table of a model', () => {
  it('is one number for Lambert', () => {
    const one = { thetaCount: 1, phiCount: 1, weighted: false };
    expect(tabulate(brdfAt({ model: 'lambert', reflectance: 0.5 }, NM))).toEqual({
      values: Float64Array.of(0.5),
      ...one,
    });
    expect(tabulate(brdfAt({ model: 'lambert', reflectance: 0 }, NM))).toEqual({ values: Float64Array.of(0), ...one });
    expect(tabulate(brdfAt({ model: 'minnaert', reflectance: 0.25, exponent: 1 }, NM))).toMatchObject(one);
    expect(tabulate(brdfAt({ model: 'ward', diffuse: 0.5, specular: 0, roughness: [0.1, 0.2] }, NM))).toMatchObject(
      one,
    );
  });

  it.each<[string, Brdf, boolean]>([
    ['oren-nayar', brdfAt({ model: 'oren-nayar', reflectance: 0.5, roughness: 0.5 }, NM), true],
    ['minnaert, dark rim', brdfAt({ model: 'minnaert', reflectance: 0.5, exponent: 1.47 }, NM), false],
    ['blinn-phong', brdfAt({ model: 'blinn-phong', diffuse: 0.1, specular: 0.5, exponent: 11 }, NM), false],
    ['blinn-phong, sharp', brdfAt({ model: 'blinn-phong', diffuse: 0.1, specular: 0.5, exponent: 5000 }, NM), false],
    ['cook-torrance, beckmann', gloss(0.685, 'beckmann'), false],
    ['cook-torrance, ggx', gloss(0.1, 'ggx'), true],
    ['ward, round', brdfAt({ model: 'ward', diffuse: 0, specular: 0.5, roughness: [0.05, 0.05] }, NM), false],
    ['ward, oval', brdfAt({ model: 'ward', diffuse: 0.1, specular: 0.5, roughness: [0.3, 0.5] }, NM), false],
  ])('of %s lies within 1e-4 of it everywhere', (name, brdf, weighted) => {
    const table = tabulate(brdf);
    expect(table.weighted).toBe(weighted);
    expect((table.thetaCount - 1) % 45).toBe(0);
    expect(table.values).toHaveLength(table.thetaCount * table.phiCount);
    const cubics = createCubics(table, 'hermite');
    const largest = Math.max(...table.values);
    const next = random(SEED);
    let worst = 0;
    for (let k = 0; k < 3000; k++) {
      const [theta, phi] = [(next() ** 2 * Math.PI) / 2, 2 * Math.PI * next()];
      const exact = Math.PI * brdf.backscatter(theta, phi) * Math.cos(theta);
      const error = Math.abs(evaluateCubics(cubics, theta, phi) - exact);
      worst = Math.max(worst, error / (exact + 1e-3 * largest));
    }
    // Errors along both axes add up.
    expect(worst, `${name}, seed ${SEED}`).toBeLessThan(table.phiCount > 1 ? 2e-4 : 1e-4);
  });

  it('has one value at the pole', () => {
    const { values, thetaCount, phiCount } = tabulate(
      brdfAt({ model: 'ward', diffuse: 0, specular: 0.5, roughness: [0.3, 0.6] }, NM),
    );
    expect(phiCount % 2).toBe(0);
    for (let phi = 0; phi < phiCount; phi++) expect(values[phi * thetaCount]).toBe(values[0]);
  });

  it('holds what is bounded at grazing incidence', () => {
    const rough = tabulate(brdfAt({ model: 'oren-nayar', reflectance: 0.5, roughness: 0.5 }, NM));
    // π f_r cos θ = ρ (A cos θ + B sin² θ)
    expect(rough.values.at(-1)).toBeCloseTo((0.5 * 0.1125) / 0.34, 9);
    // α F0 / 2
    expect(
      tabulate(
        brdfAt({ model: 'cook-torrance', diffuse: 0, fresnel: 0.4, roughness: 0.3, distribution: 'ggx' }, NM),
      ).values.at(-1),
    ).toBeCloseTo(0.06, 9);
    const bright = tabulate(brdfAt({ model: 'minnaert', reflectance: 0.02, exponent: 0.5 }, NM));
    expect(bright.values.every(Number.isFinite)).toBe(true);
  });

  it('is never larger than it may be, however sharp the lobe', () => {
    const round = tabulate(gloss(1e-3, 'beckmann'));
    expect(round.thetaCount - 1).toBe(TABLE_LIMITS.thetaCellsMax);
    const oval = tabulate(brdfAt({ model: 'ward', diffuse: 0, specular: 0.5, roughness: [0.001, 0.1] }, NM));
    expect((oval.thetaCount - 1) * oval.phiCount).toBeLessThanOrEqual(TABLE_LIMITS.cellsMax);
    expect(oval.values[0]).toBeCloseTo(0.5 / 4e-4, 6);
  });

  it('asks the model little more often than it has samples', () => {
    const sharp = gloss(1e-3, 'beckmann');
    let asked = 0;
    const counted: Brdf = {
      ...sharp,
      backscatter: (theta, phi) => {
        asked++;
        return sharp.backscatter(theta, phi);
      },
    };
    const { thetaCount } = tabulate(counted);
    // Tables of half as many samples, of a quarter … came before.
    expect(asked).toBeLessThan(2.1 * thetaCount);
  });

  it('knows its errors', () => {
    const brdf = brdfAt({ model: 'blinn-phong', diffuse: 0, specular: 1, exponent: 50 }, NM);
    const thetaCount = 10;
    const values = Float64Array.from(
      { length: thetaCount },
      (_, i) => Math.PI * brdf.backscatter((i * Math.PI) / 18, 0),
    );
    const [alongTheta, alongPhi] = tableErrors(brdf, { values, thetaCount, phiCount: 1, weighted: false });
    expect(alongTheta).toBeGreaterThan(0.01);
    expect(alongPhi).toBe(0);
  });

  it('knows that the cubics of the device are exact for a parabola, up to grazing incidence', () => {
    const parabola: Brdf = {
      ...brdfAt({ model: 'lambert', reflectance: 1 }, NM),
      backscatter: (theta) => 0.1 + theta * theta,
    };
    const values = Float64Array.from({ length: 5 }, (_, i) => Math.PI * parabola.backscatter((i * Math.PI) / 8, 0));
    const [alongTheta] = tableErrors(parabola, { values, thetaCount: 5, phiCount: 1, weighted: false });
    expect(alongTheta).toBeLessThan(1e-12);
  });
});
