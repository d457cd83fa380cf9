import { scatteringRange } from '../material/backscatter-at.js';
import { findMaterial, listMaterials } from '../material/catalogue/node-catalogue.js';
import { readMaterialFile } from '../material/file/node-read-material.js';
import type { CataloguedMaterial } from '../material/file/resolve-material.js';
import { isWithin, type MaterialSheet, materialSheet } from '../material/material-sheet.js';
import type { Scattering, ScatteringModel } from '../material/scattering.js';
import { isMaterialFile } from '../survey/resolve/resolve-materials.js';

/** A line of `subray material list`. */
export interface MaterialListing {
  id: string;
  name: string;
  model: ScatteringModel;
  /** First and last wavelength (nm) at which it is known; absent: all. */
  rangeNm?: readonly [number, number];
  file?: string;
}

/** What the folders and the catalogue hold, by id. */
export function listMaterialRows(folders: readonly string[]): MaterialListing[] {
  return listMaterials(folders)
    .map(({ id, name, scattering, file }) => {
      const range = scatteringRange(scattering);
      return { id, name, model: scattering.model, ...(range && { rangeNm: range }), ...(file && { file }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The material of a file, where `which` is the path of one, else that of the id. Throws UserError where there is none. */
export function findMaterialOrFile(which: string, folders: readonly string[]): CataloguedMaterial {
  return isMaterialFile(which) ? readMaterialFile(which) : findMaterial(which, folders);
}

/** Wavelengths (nm) of green bathymetric lasers, of lasers for silicon detectors, of Nd:YAG, and of those safest for eyes. */
const COMMON_WAVELENGTHS = [532, 850, 905, 1064, 1550];

/** The sheet of a material at `wavelengthsNm`; absent: at the common ones at which it is known. */
export function sheetOf(
  scattering: Scattering,
  angles: readonly number[],
  wavelengthsNm?: readonly number[],
): MaterialSheet {
  const range = scatteringRange(scattering);
  const known = COMMON_WAVELENGTHS.filter((wavelength) => isWithin(range, wavelength));
  return materialSheet(scattering, wavelengthsNm ?? known, angles);
}
