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
