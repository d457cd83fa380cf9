import { describe, expect, it } from 'vitest';
import { Cubic, Material } from '../../src/device/records.generated.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import type { Scattering } from '../../src/material/scattering.js';
import { materialsAt } from '../../src/pack/prepared-scene.js';
import { createScene } from '../../src/scene/create-scene.js';
import { preparedSceneOf } from '../support/scenes.js';

const WAVELENGTH_NM = 1064;
const LAMBERT = { ...RADIOMETRY_DEFAULTS, scattering: 'lambert' } as const;
const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

describe('materialsAt', () => {
  it('scales the backscatter of pictures, without making light', () => {
    const grey: Scattering = { model: 'lambert', reflectance: 0.25 };
    const sources = [1, 2, 8].map((gain) => ({ scattering: grey, reflectance: 0, color: 0, gain }));
    const { materials, cubics } = materialsAt({ sources }, WAVELENGTH_NM, RADIOMETRY_DEFAULTS);
    const constants = new Float32Array(cubics);
    const reflectances = sources.map((_, m) => {
      const first = new Uint32Array(materials)[(m * Material.SIZE) / 4];
      return constants[(first * Cubic.SIZE + Cubic.d) / 4];
    });
    expect(reflectances[0]).toBeCloseTo(0.25, 6);
    expect(reflectances[1]).toBeCloseTo(0.5, 6);
    expect(reflectances[2]).toBeCloseTo(1, 3);
  });

  it('tabulates the materials of a scene once for a wavelength, and forgets the ones before the last four', () => {
    const sources = [{ scattering: { model: 'minnaert', reflectance: 0.4, exponent: 1.6 } as const }];
    const at = (wavelengthNm: number) => materialsAt({ sources }, wavelengthNm, RADIOMETRY_DEFAULTS);
    const first = at(900);
    expect(at(900)).toBe(first);
    expect(materialsAt({ sources }, 900, LAMBERT)).not.toBe(first);
    expect(materialsAt({ sources }, 900, RADIOMETRY_DEFAULTS, 'perpendicular')).not.toBe(first);
    for (const other of [901, 902]) at(other);
    expect(at(900)).not.toBe(first);
    expect(at(900)).toEqual(first);
  });

  it('takes surfaces of the same albedo where all scatter evenly, worked out once for all that share a scattering', async () => {
    const dark: Scattering = { model: 'minnaert', reflectance: 0.4, exponent: 1.6 };
    const brushed: Scattering = { model: 'ward', diffuse: 0.1, specular: 0.4, roughness: [0.2, 0.5] };
    const objects = [dark, brushed, dark, brushed].map((scattering, k) => ({ name: `${k}`, positions, scattering }));
    const prepared = await preparedSceneOf(createScene(objects));
    const { materials, cubics } = materialsAt(prepared, WAVELENGTH_NM, LAMBERT);
    const first = Array.from({ length: 4 }, (_, m) => new Uint32Array(materials)[(m * Material.SIZE) / 4]);
    expect(first).toEqual([0, 1, 0, 1]);
    const constants = new Float32Array(cubics);
    expect(constants).toHaveLength((2 * Cubic.SIZE) / 4);
    // By hand: ρ/k, and ρ_d + ρ_s/4.
    expect(constants[Cubic.d / 4]).toBeCloseTo(0.25, 4);
    expect(constants[(Cubic.SIZE + Cubic.d) / 4]).toBeCloseTo(0.2, 4);
  });
});
