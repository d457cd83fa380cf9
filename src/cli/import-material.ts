import { extname } from 'node:path';
import { UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { ImportedMaterial } from '../material/import/imported-material.js';

export interface ImportMaterialOptions {
  /** Folder of the material file. */
  folder: string;
  id?: string;
  name?: string;
  licence?: string;
  /** What a spectrum becomes. */
  as: 'lambert' | 'oren-nayar';
  /** Of an Oren-Nayar surface: standard deviation of the slope angle, degrees; of n and k: root mean square slope. */
  roughness?: number;
  /** File of the wavelengths of a USGS spectrum. */
  wavelengths?: string;
  force?: boolean;
  log: Log;
}

/**
 * Makes a material file of a measurement, by its ending: RGL (.bsdf), n and k of refractiveindex.info (.yml, .yaml), else the text of
 * a spectrum. Throws UserError for options that it does not take, and where it cannot be read or the file not be written.
 */
export async function importMaterial(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  const ending = extname(file).toLowerCase();
  if (ending === '.bsdf') return importMeasured(file, options);
  if (ending === '.yml' || ending === '.yaml') return importIndex(file, options);
  return importText(file, options);
}

async function importMeasured(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  refuse(file, options, ['as', 'roughness', 'wavelengths']);
  const { importBsdf } = await import('../material/import/node-import.js');
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

async function importIndex(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  refuse(file, options, ['as', 'wavelengths']);
  const { importRefractiveIndex } = await import('../material/import/node-import.js');
  return importRefractiveIndex(file, options);
}

async function importText(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial> {
  const { as, roughness } = options;
  if (as === 'lambert') refuse(file, options, ['roughness']);
  else if (roughness === undefined)
    throw new UserError('--as oren-nayar needs --roughness', {
      hint: 'the standard deviation of the slope angle in degrees; walls have some 10, rubble and ploughed soil 20 to 40',
    });
  const { importSpectrum } = await import('../material/import/node-import.js');
  return importSpectrum(file, { ...options, roughnessDeg: roughness });
}

/** Options that other kinds of files take. */
function refuse(
  file: string,
  options: ImportMaterialOptions,
  names: readonly ('as' | 'roughness' | 'wavelengths')[],
): void {
  const given = names.find((name) => options[name] !== undefined && options[name] !== 'lambert');
  if (given !== undefined) throw new UserError(`--${given} is not for this kind of file`, { place: { file } });
}
