import { findMaterial } from '../../../src/material/catalogue/node-catalogue.js';
import type { Scene } from '../../../src/scene/scene.js';
import { column, station } from '../../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { once, type Stage, type Subject, type TracedPart } from '../row.js';
import { facetScene, reflectedByFacets } from '../tilted-facets.js';

const WAVELENGTHS = [532, 905, 1064, 1550];

interface Published {
  id: string;
  source: string;
  /** At the wavelengths above, along the normal. */
  reflectances: readonly number[];
}

/**
 * Values of brdf-db's files, times the factor of their roughness along the normal: this checks the way to the energy,
 * not the data.
 */
const PUBLISHED: readonly Published[] = [
  { id: 'snow-fresh', source: 'ECOSTRESS, fine snow (24 µm)', reflectances: [0.991, 0.911, 0.829, 0.11] },
  { id: 'snow-old', source: 'ECOSTRESS, coarse granular snow (178 µm)', reflectances: [0.974, 0.771, 0.605, 0.007] },
  { id: 'leaf-broad', source: 'Helios spectral data, four broad leaves', reflectances: [0.126, 0.5, 0.495, 0.301] },
  { id: 'asphalt', source: 'ECOSTRESS, USGS splib07a, mean of three', reflectances: [0.107, 0.174, 0.19, 0.234] },
  { id: 'soil-dry', source: 'Helios spectral data, dry soil, Davis', reflectances: [0.139, 0.291, 0.336, 0.447] },
  { id: 'panel-50', source: 'Labsphere Spectralon, nominal', reflectances: [0.5, 0.5, 0.5, 0.5] },
];

const reflectedAt = WAVELENGTHS.map((wavelengthNm) =>
  once((stage) => reflectedByFacets(stage, PUBLISHED.length, wavelengthNm)),
);

const spectra: TracedPart = {
  scene: () =>
    facetScene(
      PUBLISHED.map((_, material) => ({ material, angle: 0 })),
      PUBLISHED.map(({ id }) => findMaterial(id).scattering),
    ),
  rows: PUBLISHED.flatMap(({ id, source, reflectances }, material) =>
    WAVELENGTHS.map((wavelengthNm, k) => ({
      test: `spectrum-${id}-${wavelengthNm}`,
      quantity: `reflectance of ${id} along the normal at ${wavelengthNm} nm`,
      source,
      expected: reflectances[k],
      tolerance: 0.001,
      decimals: 3,
      measure: async (stage: Stage) => (await reflectedAt[k](stage))[material],
    })),
  ),
};

// ---- textures -------------------------------------------------------------------------------------------------------

/** A wall of 0.5 whose left half has texels of 255, its right half of 128, of 255. */
function texturedWall(): Scene {
  const texels = Uint8Array.of(255, 255, 255, 255, 128, 128, 128, 255);
  const texture = {
    name: 'halves',
    width: 2,
    height: 1,
    texels,
    wrapU: 'clamp',
    wrapV: 'clamp',
    colorSpace: 'linear',
  } as const;
  const uvs = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0);
  const mesh = { ...meshOf(rectangle([-2, 10, -2], [4, 0, 0], [0, 0, 4])), uvs };
  return sceneOf([mesh], {
    scatterings: [lambert(0.5)],
    textures: [texture],
    looks: [{ textures: { reflectance: 0 } }],
  });
}

const texture: TracedPart = {
  scene: texturedWall,
  rows: [
    {
      test: 'texture-reflectance',
      quantity: 'energy where a texture of the reflectance has 128, over that where it has 255',
      source: '128/255',
      expected: 128 / 255,
      tolerance: 1e-5,
      decimals: 4,
      measure: async (stage) => {
        const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
        const [left, right] = column(
          await stage.scan([station([-1, 0, 0]), station([1, 0, 0])], { footprint }),
          'energy',
        );
        return right / left;
      },
    },
  ],
};

export const SPECTRA: Subject = {
  title: 'Spectra and textures',
  about:
    'Reflectance of materials of the catalogue, from the energy of a facet, and the share that a texture leaves. Expected values are those of the files in `brdf-db/`, which name the source: rows check the way from there to the energy, not the spectra themselves.',
  traced: [spectra, texture],
};
