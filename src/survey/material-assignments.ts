import { scatteringRange } from '../material/backscatter-at.js';
import { coversWavelength, materialSheet } from '../material/material-sheet.js';
import type { Radiometry } from '../material/radiometry.js';
import { materialUses } from '../scene/materials/material-uses.js';
import type { Scene, SceneMaterial } from '../scene/scene.js';

/** Wavelengths (nm) of most lidars, for models, which come without a laser. */
export const COMMON_WAVELENGTHS: readonly number[] = [905, 1064, 1550];

/** A material of the scene. */
export interface MaterialAssignment extends Pick<SceneMaterial, 'name' | 'reason' | 'labels' | 'pictures'> {
  model: SceneMaterial['scattering']['model'];
  /**
   * π f_r at normal incidence, one value per wavelength, as a run uses it: the reflectance of the Lambertian surface
   * that is equally bright there.
   */
  reflectances: number[];
  /** First and last wavelength (nm) at which it is known. Absent: all. */
  rangeNm?: readonly [number, number];
  /** The requested wavelengths (nm) at which it is not known. */
  unknownNm: number[];
  objects: string[];
  /** 0: only the leaves of media have it. */
  triangles: number;
}

/**
 * The materials that surfaces of a scene and leaves of its media have, those with most triangles first, at wavelengths
 * (nm); `taken`: as the survey takes them.
 */
export function materialAssignments(
  scene: Scene,
  wavelengthsNm: readonly number[],
  taken: Radiometry['scattering'],
): MaterialAssignment[] {
  const uses = materialUses(scene);
  return scene.materials
    .map((material, m) => ({ ...describe(material, wavelengthsNm, taken), ...uses[m] }))
    .filter(({ objects }) => objects.length > 0)
    .sort((a, b) => b.triangles - a.triangles);
}

function describe(
  { name, reason, labels, pictures, scattering }: SceneMaterial,
  wavelengthsNm: readonly number[],
  taken: Radiometry['scattering'],
): Omit<MaterialAssignment, 'objects' | 'triangles'> {
  const range = scatteringRange(scattering);
  const { curves, albedos } = materialSheet(scattering, wavelengthsNm, [0]);
  const alongNormal = curves.filter(({ azimuth }) => azimuth === 0).map(({ values }) => values[0]);
  return {
    name,
    model: taken === 'lambert' ? 'lambert' : scattering.model,
    reflectances: taken === 'lambert' ? [...albedos] : alongNormal,
    ...(range && { rangeNm: range }),
    unknownNm: wavelengthsNm.filter((wavelength) => !coversWavelength(range, wavelength)),
    reason,
    ...(labels && { labels }),
    ...(pictures && { pictures }),
  };
}
