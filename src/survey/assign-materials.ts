import type { Files } from '../base/files/files.js';
import { RADIOMETRY_DEFAULTS, type Radiometry } from '../material/radiometry.js';
import { type LoadSceneOptions, loadScene } from '../scene/load-scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { loadSurvey } from './load-survey.js';
import { COMMON_WAVELENGTHS, type MaterialAssignment, materialAssignments } from './material-assignments.js';
import type { SurveyFormatOptions } from './survey-format.js';
import { surveyFormatOf } from './survey-formats.js';
import { readSurveySource } from './survey-source.js';

export interface AssignOptions extends LoadSceneOptions {
  /** Folders of materials, searched before those of the survey. */
  folders?: readonly string[];
  /** Wavelengths (nm) in place of those of the survey's lasers. */
  wavelengthsNm?: readonly number[];
  /** Options of the survey's format. */
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
  return {
    file,
    wavelengthsNm: wavelengths,
    scattering,
    materials: materialAssignments(scene, wavelengths, scattering),
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
