import { describe, expect, it } from 'vitest';
import { brdfAt } from '../../../src/material/backscatter-at.js';
import type { Brdf } from '../../../src/material/brdf.js';
import { albedo, describeLaws } from '../../support/brdf-laws.js';

/** Parameters are the same at every wavelength here. */
const NM = 905;

const METAL = { n: 1.4, k: 10 };
const GLASS = { n: 1.5, k: 0 };

/** Models at the limits of their parameters: white, dark, rough, smooth. */
const MODELS: [string, Brdf][] = [
  ['lambert, white', brdfAt({ model: 'lambert', reflectance: 1 }, NM)],
  ...[0, 0.1, 0.2, 0.5, 1.5].map((roughness): [string, Brdf] => [
    `oren-nayar, white, ${roughness}`,
    brdfAt({ model: 'oren-nayar', reflectance: 1, roughness }, NM),
  ]),
  ...[
    [1, 0.5],
    [0.5, 0.5],
    [0.3, 0.7],
    [0.02, 0.9],
    [1, 1],
    [1, 1.47],
    [1, 4],
  ].map(([reflectance, exponent]): [string, Brdf] => [
    `minnaert, ${reflectance}, ${exponent}`,
    brdfAt({ model: 'minnaert', reflectance, exponent }, NM),
  ]),
  ...[0, 0.5, 1, 2, 11, 40].map((exponent): [string, Brdf] => [
    `blinn-phong, ${exponent}`,
    brdfAt({ model: 'blinn-phong', diffuse: 0.3, specular: 0.7, exponent }, NM),
  ]),
  ...(['beckmann', 'ggx'] as const).flatMap((distribution) =>
    [0.2, 0.685, 2].flatMap((roughness) =>
      [0, 0.04, 0.4, 1, GLASS, METAL].map((fresnel): [string, Brdf] => [
        `cook-torrance, ${distribution} ${roughness}, ${JSON.stringify(fresnel)}`,
        brdfAt({ model: 'cook-torrance', diffuse: 1, fresnel, roughness, distribution }, NM),
      ]),
    ),
  ),
  ...[
    [0.2, 0.2],
    [0.15, 0.75],
    [1, 1],
    [0.3, 2],
  ].map(([along, across]): [string, Brdf] => [
    `ward, ${along} x ${across}`,
    brdfAt({ model: 'ward', diffuse: 0.2, specular: 0.8, roughness: [along, across] }, NM),
  ]),
];

for (const [name, brdf] of MODELS) describeLaws(name, brdf);

describe('all that arrives', () => {
  it('leaves white Lambert and mirror-like facets again', () => {
    expect(albedo(brdfAt({ model: 'lambert', reflectance: 1 }, NM), 1, 0)).toBeCloseTo(1, 2);
    const mirrors = brdfAt(
      { model: 'cook-torrance', diffuse: 0, fresnel: 1, roughness: 0.2, distribution: 'beckmann' },
      NM,
    );
    expect(albedo(mirrors, 0, 0)).toBeCloseTo(1, 2);
  });

  it('leaves the lobe of Blinn and Phong along the normal, whatever its exponent', () => {
    for (const exponent of [0, 1, 7, 40])
      expect(
        albedo(brdfAt({ model: 'blinn-phong', diffuse: 0, specular: 1, exponent }, NM), 0, 0),
        `${exponent}`,
      ).toBeCloseTo(1, 2);
  });
});
