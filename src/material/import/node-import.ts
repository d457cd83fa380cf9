import { nodeFiles } from '../../base/files/node-files.js';
import { type ImportBsdfOptions as BsdfOptions, importBsdf as bsdf, type ImportedBsdf } from './import-bsdf.js';
import {
  type ImportRefractiveIndexOptions as RefractiveIndexOptions,
  importRefractiveIndex as refractiveIndex,
} from './import-refractive-index.js';
import { type ImportSpectrumOptions as SpectrumOptions, importSpectrum as spectrum } from './import-spectrum.js';
import type { ImportedMaterial, ImportOptions as Options } from './imported-material.js';

/** Options of an import on this machine. */
type OnDisk<T extends Options> = Omit<T, 'files'>;

/** Options of every import on this machine. */
export type ImportOptions = OnDisk<Options>;
/** Options of `importBsdf`. */
export type ImportBsdfOptions = OnDisk<BsdfOptions>;
/** Options of `importRefractiveIndex`. */
export type ImportRefractiveIndexOptions = OnDisk<RefractiveIndexOptions>;
/** Options of `importSpectrum`. */
export type ImportSpectrumOptions = OnDisk<SpectrumOptions>;

/**
 * Imports an RGL material file (.bsdf) on this machine: evaluates its backscatter over the hemisphere at all its
 * wavelengths and writes ID.yaml and ID.npy to `options.folder`. Throws UserError for a file of another kind, a grid
 * out of range and files that cannot be written.
 *
 * @example
 * ```ts
 * const { notes } = await importBsdf('paint_spec.bsdf', { folder: 'materials', id: 'paint' });
 * ```
 */
export const importBsdf = (path: string, options: ImportBsdfOptions): Promise<ImportedBsdf> =>
  bsdf(path, { files: nodeFiles, ...options });

/**
 * Imports a file of refractiveindex.info (n and k) on this machine as a material file: a Cook-Torrance surface without
 * a diffuse part. Throws UserError for an impossible roughness, and if the file cannot be read or written.
 *
 * @example
 * ```ts
 * await importRefractiveIndex('Johnson.yml', { folder: 'materials', id: 'copper', roughness: 0.2 });
 * ```
 */
export const importRefractiveIndex = (path: string, options: ImportRefractiveIndexOptions): Promise<ImportedMaterial> =>
  refractiveIndex(path, { files: nodeFiles, ...options });

/**
 * Imports a reflectance spectrum (ECOSTRESS, ASTER, USGS splib07, columns) on this machine as a material file:
 * Lambertian or, with a roughness, Oren-Nayar. Throws UserError if the spectrum cannot be read or the file cannot be
 * written.
 *
 * @example
 * ```ts
 * await importSpectrum('brick.spectrum.txt', { folder: 'materials', roughnessDeg: 15 });
 * ```
 */
export const importSpectrum = (path: string, options: ImportSpectrumOptions): Promise<ImportedMaterial> =>
  spectrum(path, { files: nodeFiles, ...options });
