import { nodeFiles } from '../../base/files/node-files.js';
import { type ImportBsdfOptions as BsdfOptions, importBsdf as bsdf, type ImportedBsdf } from './import-bsdf.js';
import {
  type ImportRefractiveIndexOptions as RefractiveIndexOptions,
  importRefractiveIndex as refractiveIndex,
} from './import-refractive-index.js';
import { type ImportSpectrumOptions as SpectrumOptions, importSpectrum as spectrum } from './import-spectrum.js';
import type { ImportedMaterial, ImportOptions as Options } from './imported-material.js';

/** What an import on this machine takes. */
type OnDisk<T extends Options> = Omit<T, 'files'>;

export type ImportOptions = OnDisk<Options>;
export type ImportBsdfOptions = OnDisk<BsdfOptions>;
export type ImportRefractiveIndexOptions = OnDisk<RefractiveIndexOptions>;
export type ImportSpectrumOptions = OnDisk<SpectrumOptions>;

/** `importBsdf` of and to files on this machine. */
export const importBsdf = (path: string, options: ImportBsdfOptions): Promise<ImportedBsdf> =>
  bsdf(path, { files: nodeFiles, ...options });

/** `importRefractiveIndex` of and to files on this machine. */
export const importRefractiveIndex = (path: string, options: ImportRefractiveIndexOptions): Promise<ImportedMaterial> =>
  refractiveIndex(path, { files: nodeFiles, ...options });

/** `importSpectrum` of and to files on this machine. */
export const importSpectrum = (path: string, options: ImportSpectrumOptions): Promise<ImportedMaterial> =>
  spectrum(path, { files: nodeFiles, ...options });
