import { describe, expect, it } from 'vitest';
import { createCubics, evaluateCubics } from '../../src/material/backscatter-cubics.js';
import type { Brdf } from '../../src/material/brdf.js';
import { blinnPhong } from '../../src/material/models/blinn-phong.js';
import { cookTorrance } from '../../src/material/models/cook-torrance.js';
import { lambert } from '../../src/material/models/lambert.js';
import { minnaert } from '../../src/material/models/minnaert.js';
import { orenNayar } from '../../src/material/models/oren-nayar.js';
import { ward } from '../../src/material/models/ward.js';
import { TABLE_LIMITS, tableErrors, tabulate } from '../../src/material/tabulate.js';
import { random } from '../support/scenes.js';

const SEED = 8;

const gloss = (roughness: number, distribution: 'beckmann' | 'ggx') =>
  cookTorrance({ diffuse: 0.2, fresnel: 0.4, roughness, distribution });

describe('a table of a model', () => {
  it('of Lambert is one number', () => {
    const one = { thetaCount: 1, phiCount: 1, weighted: false };
    expect(tabulate(lambert({ reflectance: 0.5 }))).toEqual({ values: Float64Array.of(0.5), ...one });
    expect(tabulate(lambert({ reflectance: 0 }))).toEqual({ values: Float64Array.of(0), ...one });
    expect(tabulate(minnaert({ reflectance: 0.25, exponent: 1 }))).toMatchObject(one);
    expect(tabulate(ward({ diffuse: 0.5, specular: 0, roughness: [0.1, 0.2] }))).toMatchObject(one);
  });

  it.each<[string, Brdf, boolean]>([
    ['oren-nayar', orenNayar({ reflectance: 0.5, roughness: 0.5 }), true],
    ['minnaert, dark rim', minnaert({ reflectance: 0.5, exponent: 1.47 }), false],
    ['blinn-phong', blinnPhong({ diffuse: 0.1, specular: 0.5, exponent: 11 }), false],
    ['blinn-phong, sharp', blinnPhong({ diffuse: 0.1, specular: 0.5, exponent: 5000 }), false],
    ['cook-torrance, beckmann', gloss(0.685, 'beckmann'), false],
    ['cook-torrance, ggx', gloss(0.1, 'ggx'), true],
    ['ward, round', ward({ diffuse: 0, specular: 0.5, roughness: [0.05, 0.05] }), false],
    ['ward, oval', ward({ diffuse: 0.1, specular: 0.5, roughness: [0.3, 0.5] }), false],
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
    const { values, thetaCount, phiCount } = tabulate(ward({ diffuse: 0, specular: 0.5, roughness: [0.3, 0.6] }));
    expect(phiCount % 2).toBe(0);
    for (let phi = 0; phi < phiCount; phi++) expect(values[phi * thetaCount]).toBe(values[0]);
  });

  it('holds what is bounded at grazing incidence', () => {
    const rough = tabulate(orenNayar({ reflectance: 0.5, roughness: 0.5 }));
    // π f_r cos θ = ρ (A cos θ + B sin² θ)
    expect(rough.values.at(-1)).toBeCloseTo((0.5 * 0.1125) / 0.34, 9);
    // α F0 / 2
    expect(
      tabulate(cookTorrance({ diffuse: 0, fresnel: 0.4, roughness: 0.3, distribution: 'ggx' })).values.at(-1),
    ).toBeCloseTo(0.06, 9);
    const bright = tabulate(minnaert({ reflectance: 0.02, exponent: 0.5 }));
    expect(bright.values.every(Number.isFinite)).toBe(true);
  });

  it('is never larger than it may be, however sharp the lobe', () => {
    const round = tabulate(gloss(1e-3, 'beckmann'));
    expect(round.thetaCount - 1).toBe(TABLE_LIMITS.thetaCellsMax);
    const oval = tabulate(ward({ diffuse: 0, specular: 0.5, roughness: [0.001, 0.1] }));
    expect((oval.thetaCount - 1) * oval.phiCount).toBeLessThanOrEqual(TABLE_LIMITS.cellsMax);
    expect(oval.values[0]).toBeCloseTo(0.5 / 4e-4, 6);
  });

  it('knows its errors', () => {
    const brdf = blinnPhong({ diffuse: 0, specular: 1, exponent: 50 });
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
    const parabola: Brdf = { ...lambert({ reflectance: 1 }), backscatter: (theta) => 0.1 + theta * theta };
    const values = Float64Array.from({ length: 5 }, (_, i) => Math.PI * parabola.backscatter((i * Math.PI) / 8, 0));
    const [alongTheta] = tableErrors(parabola, { values, thetaCount: 5, phiCount: 1, weighted: false });
    expect(alongTheta).toBeLessThan(1e-12);
  });
});
