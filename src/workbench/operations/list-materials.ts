import { RADIOMETRY_DEFAULTS } from '../../material/radiometry.js';
import { whyMaterial } from '../../scene/materials/why-material.js';
import { COMMON_WAVELENGTHS, materialAssignments } from '../../survey/material-assignments.js';
import type { Survey } from '../../survey/survey.js';
import type { Operation } from '../operation.js';

/** A material that surfaces of the scene have. */
export interface ListedMaterial {
  /** Name in files and labels. */
  name: string;
  triangles: number;
  /** Number of objects with it. */
  objects: number;
  /** Along the normal, at each of the wavelengths; 1: a white Lambertian surface. */
  reflectances: number[];
  /** Origin of its scattering, in a few words. */
  why: string;
}

export interface ListedMaterials {
  /** Wavelengths of the survey's lasers, or of most lidars while the survey is incomplete. */
  wavelengthsNm: number[];
  /** Materials with most triangles come first. */
  materials: ListedMaterial[];
}

/** Lists the materials in the scene of a survey and their scattering. Throws UserError, AbortedError. */
export const listSceneMaterials: Operation<{ text: string }, ListedMaterials> = async (bench, { text }, { signal }) => {
  const scene = await bench.scenes.loadPlaced(await bench.sceneIn(text), { signal });
  const survey = await bench.survey(text).catch(() => undefined);
  const { scattering } = survey?.radiometry ?? RADIOMETRY_DEFAULTS;
  const wavelengthsNm = survey ? wavelengthsOf(survey) : [...COMMON_WAVELENGTHS];
  const assigned = materialAssignments(scene, wavelengthsNm, scattering);
  return {
    wavelengthsNm,
    materials: assigned.map(({ name, triangles, objects, reflectances, ...reasons }) => ({
      name,
      triangles,
      objects: objects.length,
      reflectances,
      why: whyMaterial(reasons),
    })),
  };
};

const wavelengthsOf = ({ instruments }: Survey): number[] => [
  ...new Set(instruments.map(({ scanner }) => scanner.wavelengthNm)),
];
