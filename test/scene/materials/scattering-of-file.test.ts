import { describe, expect, it } from 'vitest';
import { backscatterAt } from '../../../src/material/backscatter-at.js';
import type { Scattering } from '../../../src/material/scattering.js';
import { chooseScattering } from '../../../src/scene/materials/choose-scattering.js';
import { luminance, scatteringOfFile } from '../../../src/scene/materials/scattering-of-file.js';
import type { Material } from '../../../src/scene/model.js';

const material = (rest: Partial<Material>): Material => ({ name: 'm', baseColor: [0.5, 0.5, 0.5, 1], ...rest });

describe('luminance', () => {
  it('weighs linear colours as ITU-R BT.709 does', () => {
    expect(luminance([0, 1, 0])).toBeCloseTo(0.7152, 12);
    expect(luminance([1, 1, 1])).toBe(1);
    expect(luminance([9, 9, 9])).toBe(1);
  });
});

describe('scatteringOfFile', () => {
  it('says nothing where the file knows a colour only', () => {
    expect(scatteringOfFile(material({}))).toBeUndefined();
    expect(scatteringOfFile(material({ specular: { color: [0, 0, 0], exponent: 10 } }))).toBeUndefined();
    expect(scatteringOfFile(material({ metallicRoughness: { metallic: 0, roughness: 1 } }))).toBeUndefined();
  });

  it('makes Kd, Ks and Ns Blinn and Phong’s model', () => {
    const found = scatteringOfFile(material({ specular: { color: [0.3, 0.3, 0.3], exponent: 40 } }));
    expect(found).toMatchObject({ scattering: { model: 'blinn-phong', exponent: 40 }, reason: { kind: 'specular' } });
    expect(found?.scattering).toMatchObject({ diffuse: expect.closeTo(0.5, 12), specular: expect.closeTo(0.3, 12) });
  });

  it.each([
    [-5, 0],
    [1e300, 1e6],
  ])('takes the exponent %d for %d', (exponent, taken) => {
    const found = scatteringOfFile(material({ specular: { color: [0.3, 0.3, 0.3], exponent } }))?.scattering;
    expect(found).toMatchObject({ exponent: taken });
    // Along the normal: 0.5 of the body, and 0.3 N, which is 0.3 (e + 2) (e + 4) / (8 (2^(-e/2) + e)).
    const [alongNormal] = backscatterAt(found as Scattering, 905).values;
    expect(alongNormal).toBeCloseTo(0.5 + 0.3 * (taken === 0 ? 1 : (taken + 6) / 8), 4);
  });

  it('scales Kd and Ks down where they would make energy', () => {
    const found = scatteringOfFile(
      material({ baseColor: [1, 1, 1, 1], specular: { color: [1, 1, 1], exponent: 5 } }),
    )?.scattering;
    expect(found).toMatchObject({ diffuse: expect.closeTo(0.5, 12), specular: expect.closeTo(0.5, 12) });
  });

  it.each([
    [0, 0.5, 0.48, 0.04, 0.25],
    [1, 0.2, 0, 0.5, 0.04],
    [0.5, 1, 0.24, 0.27, 1],
    // A mirror keeps a lobe that f32 can hold.
    [1, 0, 0, 0.5, 0.002025],
  ])('makes metallic %d and roughness %d Cook and Torrance’s model', (metallic, roughness, diffuse, fresnel, alpha) => {
    expect(scatteringOfFile(material({ metallicRoughness: { metallic, roughness } }))).toEqual({
      scattering: {
        model: 'cook-torrance',
        diffuse: expect.closeTo(diffuse, 12),
        fresnel: expect.closeTo(fresnel, 12),
        roughness: expect.closeTo(alpha, 12),
        distribution: 'ggx',
      },
      reason: { kind: 'metallic-roughness' },
    });
  });

  it('takes the reflectance of a non-metal from the file, and what is let through from the diffuse part', () => {
    const metallicRoughness = { metallic: 0, roughness: 0.5, dielectric: 0.2 };
    expect(scatteringOfFile(material({ metallicRoughness, transmission: 0.75 }))?.scattering).toMatchObject({
      diffuse: expect.closeTo(0.8 * 0.5 * 0.25, 12),
      fresnel: expect.closeTo(0.2, 12),
    });
  });

  it('takes what is let through from the luminance of a colour', () => {
    const { scattering } = chooseScattering(material({ transmission: 0.75 }), undefined, { catalogue: [] });
    expect(scattering).toEqual({ model: 'lambert', reflectance: 0.125 });
  });
});
