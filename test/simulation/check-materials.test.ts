import { describe, expect, it } from 'vitest';
import type { Scattering } from '../../src/material/scattering.js';
import type { Scene, SceneMaterial } from '../../src/scene/scene.js';
import { checkMaterials, checkMaterialsAt } from '../../src/simulation/check-materials.js';
import type { Survey } from '../../src/survey/survey.js';

const material = (name: string, scattering: Scattering): SceneMaterial => ({
  name,
  baseColor: [1, 1, 1, 1],
  scattering,
  reason: { kind: 'object' },
});
const spectrum = (...wavelengthsNm: number[]) => ({ wavelengthsNm, values: wavelengthsNm.map(() => 0.5) });
const SCENE = {
  materials: [
    material('grey', { model: 'lambert', reflectance: 0.5 }),
    material('felt', { model: 'lambert', reflectance: spectrum(358.61, 1001.94) }),
    material('panel', { model: 'lambert', reflectance: spectrum(905) }),
    material('odd', {
      model: 'ward',
      diffuse: spectrum(400, 500),
      specular: spectrum(600, 700),
      roughness: [0.1, 0.1],
    }),
  ],
};

function check(wavelengths: number[], strict?: boolean): string[] {
  const warnings: string[] = [];
  checkMaterialsAt(wavelengths, SCENE, { info: () => {}, warn: (text) => void warnings.push(text) }, { strict });
  return warnings;
}

describe('checkMaterialsAt', () => {
  it('warns of pictures that would reflect more than all light', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const grey = { ...material('palette', { model: 'lambert', reflectance: 0.5 }), textures: { reflectanceGain: 4 } };
    const dark = { ...material('dark', { model: 'lambert', reflectance: 0.1 }), textures: { reflectanceGain: 4 } };
    checkMaterialsAt([905], { materials: [grey, dark] }, log);
    expect(warnings).toEqual([
      "material palette: the brightest places of its picture would reflect more than all light at 905 nm; they reflect all of it, and the mean is 0.50 of the material's reflectance",
    ]);
  });

  it('warns once for each material and wavelength', () => {
    const rest = "; the nearest known wavelength's numbers are taken";
    expect(check([905, 1550])).toEqual([
      `material odd is known at no wavelength: its parts have none in common, the laser has 905 nm${rest}`,
      `material felt is known from 358.6 to 1001.9 nm, the laser has 1550 nm${rest}`,
      `material panel is known at 905 nm only, the laser has 1550 nm${rest}`,
      `material odd is known at no wavelength: its parts have none in common, the laser has 1550 nm${rest}`,
    ]);
  });

  it('warns once of a material that is there with textures and without', () => {
    const warnings: string[] = [];
    const [, felt] = SCENE.materials;
    const twice = { materials: [felt, { ...felt, textures: { baseColor: 0 } }] };
    checkMaterialsAt([1550], twice, { info: () => {}, warn: (text) => void warnings.push(text) });
    expect(warnings).toHaveLength(1);
  });

  it('refuses where it is strict, and names all', () => {
    expect(() => check([1550], true)).toThrow(
      /^3 materials:\n {2}material felt is .*1550 nm\n {2}material panel .*\n {2}material odd/,
    );
    // Materials are counted, not their messages.
    expect(() => check([905, 1550], true)).toThrow(/^3 materials:(\n {2}material .*nm){4}$/);
    const grey = { materials: SCENE.materials.slice(0, 1) };
    checkMaterialsAt([1550], grey, { info: () => {}, warn: () => expect.fail() }, { strict: true });
  });

  it('knows the ends of a range', () => {
    expect(check([358.61]).filter((line) => line.includes('felt'))).toEqual([]);
    expect(check([358.6]).filter((line) => line.includes('felt'))).toHaveLength(1);
  });
});

describe('checkMaterials', () => {
  const scene = SCENE as unknown as Scene;
  /** A survey by lasers of these wavelengths. */
  const surveyOf = (wavelengths: number[], strict: boolean) => {
    const instruments = wavelengths.map((wavelengthNm) => ({ scanner: { wavelengthNm } }));
    return { instruments, radiometry: { strict }, file: 'a.yaml' } as unknown as Survey;
  };

  it('warns once at each wavelength of the lasers, however many have it', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    checkMaterials(surveyOf([905, 1550, 905], false), scene, log);
    expect(warnings).toEqual(check([905, 1550]));
  });

  it('refuses where the survey is strict, and names its file', () => {
    const refused = () => checkMaterials(surveyOf([1550], true), scene, { info: () => {}, warn: () => expect.fail() });
    expect(refused).toThrow(expect.objectContaining({ place: { file: 'a.yaml' } }));
  });
});
