import type { WithFiles } from '../../base/files/files.js';
import { extname } from '../../base/files/paths.js';
import type { Log } from '../../base/log.js';
import type { ImportedMaterial } from './imported-material.js';

export interface ImportMaterialOptions extends WithFiles {
  /** Folder of the material file. */
  folder: string;
  id?: string;
  name?: string;
  licence?: string;
  /**
   * For a spectrum: standard deviation of the slope angle of an Oren-Nayar surface, degrees; absent: the surface is
   * Lambertian. For n and k: root mean square slope.
   */
  roughness?: number;
  /** File of the wavelengths of a USGS spectrum. */
  wavelengths?: string;
  force?: boolean;
  log: Log;
}

export type MeasurementKind = 'bsdf' | 'refractive-index' | 'spectrum';

/**
 * The kind of a measurement, by the ending of its file: RGL (.bsdf), n and k of refractiveindex.info (.yml, .yaml),
 * otherwise a spectrum.
 */
export function measurementKind(file: string): MeasurementKind {
  const ending = extname(file).toLowerCase();
  if (ending === '.bsdf') return 'bsdf';
  return ending === '.yml' || ending === '.yaml' ? 'refractive-index' : 'spectrum';
}

/**
 * Imports a measurement of any kind (`measurementKind`) as a material file. Throws UserError if the measurement cannot
 * be read or the file cannot be written.
 */
export async function importMaterial(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  switch (measurementKind(file)) {
    case 'bsdf':
      return importMeasured(file, options);
    case 'refractive-index':
      return (await import('./import-refractive-index.js')).importRefractiveIndex(file, options);
    case 'spectrum':
      return (await import('./import-spectrum.js')).importSpectrum(file, {
        ...options,
        roughnessDeg: options.roughness,
      });
  }
}

/** The notes state the size of the table, from the result of `importBsdf`. */
async function importMeasured(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  const { importBsdf } = await import('./import-bsdf.js');
  const { id, files, kind, wavelengthCount, rangeNm, phiCount, thetaCount } = await importBsdf(file, options);
  const [first, last] = rangeNm.map((wavelength) => Number(wavelength.toFixed(1)));
  const azimuths = phiCount === 1 ? 'isotropic' : `${phiCount} azimuths`;
  const bands = kind === 'rgb' ? 'of RGB' : `from ${first} to ${last} nm`;
  return {
    id,
    path: files.yaml,
    notes: [`${wavelengthCount} wavelengths ${bands}, ${azimuths}, ${thetaCount} angles; numbers in ${files.table}`],
  };
}
