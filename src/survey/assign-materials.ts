import type { Files } from '../base/files/files.js';
import { scatteringRange } from '../material/backscatter-at.js';
import { isWithin, materialSheet } from '../material/material-sheet.js';
import { RADIOMETRY_DEFAULTS, type Radiometry } from '../material/radiometry.js';
import { type LoadSceneOptions, loadScene } from '../scene/load-scene.js';
import { materialUses } from '../scene/material-uses.js';
import type { SceneMaterial } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { loadSurvey } from './load-survey.js';
import type { SurveyFormatOptions } from './survey-format.js';
import { surveyFormatOf } from './survey-formats.js';
import { readSurveySource } from './survey-source.js';

export interface AssignOptions extends LoadSceneOptions {
  /** Folders of materials, searched before those of the survey. */
  folders?: readonly string[];
  /** Wavelengths (nm) in place of those of the survey's lasers. */
  wavelengthsNm?: readonly number[];
  /** How the survey of another program is read. */
  survey?: SurveyFormatOptions;
}

/** The materials assigned to the surfaces of a scene, with the reasons. */
export interface MaterialAssignments {
  file: string;
  wavelengthsNm: readonly number[];
  /** `lambert`: the survey takes each material as the Lambertian one of the same albedo. */
  scattering: Radiometry['scattering'];
  materials: MaterialAssignment[];
}

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
  triangles: number;
}

/** Wavelengths (nm) of most lidars, for models, which come without a laser. */
const COMMON_WAVELENGTHS = [905, 1064, 1550];

/**
 * Assigns materials to the scene of a survey or a model file. Returns them with their reasons, those with most
 * triangles first. Throws UserError if the scene cannot be read; AbortedError.
 */
export async function assignMaterials(
  file: string,
  { folders = [], wavelengthsNm, survey, ...options }: AssignOptions,
): Promise<MaterialAssignments> {
  const { description, lasers, scattering } = await readSceneDescription(options.files, file, survey);
  const scene = await loadScene(
    { ...description, materialFolders: [...folders, ...(description.materialFolders ?? [])] },
    options,
  );
  const wavelengths = wavelengthsNm ?? lasers;
  const uses = materialUses(scene);
  const materials = scene.materials.map((material, m) => ({
    ...describe(material, wavelengths, scattering),
    ...uses[m],
  }));
  return {
    file,
    wavelengthsNm: wavelengths,
    scattering,
    materials: materials.filter(({ triangles }) => triangles > 0).sort((a, b) => b.triangles - a.triangles),
  };
}

interface AssignedScene {
  description: SceneDescription;
  lasers: readonly number[];
  scattering: Radiometry['scattering'];
}

async function readSceneDescription(
  files: Files,
  file: string,
  options: SurveyFormatOptions = {},
): Promise<AssignedScene> {
  if (surveyFormatOf(file) === undefined) {
    const { scene } = await readSurveySource(files, file);
    return { description: scene, lasers: COMMON_WAVELENGTHS, scattering: RADIOMETRY_DEFAULTS.scattering };
  }
  const { scene, instruments, radiometry } = await loadSurvey(file, { files, ...options });
  const lasers = [...new Set(instruments.map(({ scanner }) => scanner.wavelengthNm))];
  return { description: scene, lasers, scattering: radiometry.scattering };
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
    unknownNm: wavelengthsNm.filter((wavelength) => !isWithin(range, wavelength)),
    reason,
    ...(labels && { labels }),
    ...(pictures && { pictures }),
  };
}
