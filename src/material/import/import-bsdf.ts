import { UserError } from '../../base/errors.js';
import { basename } from '../../base/files/paths.js';
import { checkMaterialFiles, type MaterialFiles, writeMeasuredMaterial } from '../file/write-measured-material.js';
import type { MeasuredTable } from '../measured-table.js';
import { demandBinary, readBinary, stemOf } from '../read/read-data-file.js';
import { BACKSCATTER_GRID_DEFAULTS, type BackscatterGrid, backscatterTable } from '../read/rgl/rgl-backscatter.js';
import { parseRglBsdf, type RglBsdf } from '../read/rgl/rgl-bsdf.js';
import { importNotes, unmeasuredIn } from './describe-bsdf.js';
import { demandTexts, type ImportedMaterial, type ImportOptions, materialId } from './imported-material.js';

export interface ImportBsdfOptions extends ImportOptions, Partial<BackscatterGrid> {}

/** Result of importing a file of measured scattering. */
export interface ImportedBsdf extends ImportedMaterial {
  readonly files: MaterialFiles;
  readonly kind: 'spectral' | 'rgb';
  readonly wavelengthCount: number;
  /** First and last wavelength (nm); nominal for RGB files. */
  readonly rangeNm: readonly [number, number];
  /** Whether it is the same at all azimuths. */
  readonly isIsotropic: boolean;
  readonly phiCount: number;
  readonly thetaCount: number;
  /** Largest measured angle of incidence (radians); f_r is constant beyond it. */
  readonly thetaMax: number;
  /** Time taken to read, evaluate and write. */
  readonly seconds: number;
}

const WANTED = 'an RGL material file (.bsdf)';
/** The anisotropic files of the database have 111 MB. */
const BSDF_BYTES_MAX = 2 ** 30;
/**
 * Steps of a hundredth of a degree from the normal, and of half a degree in azimuth: no file is measured more finely.
 */
const THETA_COUNT_MAX = 9001;
const PHI_COUNT_MAX = 720;
/** The database publishes under CC0, but a file does not say whether it comes from there. */
const LICENCE =
  'CC0 1.0 where the file is of the RGL material database (rgl.epfl.ch/materials) and its page says nothing else';
const FORMAT =
  'laid out after Dupuy and Jakob 2018, An Adaptive Parameterization for Efficient Material Acquisition and Rendering';

/**
 * Imports an RGL material file (.bsdf): evaluates its backscatter over the hemisphere at all its wavelengths and writes
 * ID.yaml and ID.npy to `options.folder`. Throws UserError for a file of another kind, a grid out of range and files
 * that cannot be read or written; the latter two before anything is read.
 */
export async function importBsdf(path: string, options: ImportBsdfOptions): Promise<ImportedBsdf> {
  const start = performance.now();
  const { files, folder, force, id = materialId(stemOf(path).replace(/_(spec|rgb)$/i, '')) } = options;
  const grid = demandGrid(options);
  demandTexts({ ...options, id });
  await demandBinary(files, path, WANTED, BSDF_BYTES_MAX);
  await checkMaterialFiles(files, folder, id, { force });

  const bytes = await readBinary(files, path, WANTED, BSDF_BYTES_MAX);
  const bsdf = parseRglBsdf(bytes, path);
  const table = backscatterTable(bsdf, grid, path);

  const notes = importNotes(bsdf, grid.thetaCount);
  const { name = id, source = await sourceOf(path, bytes, bsdf), licence = LICENCE } = options;
  const comments = notes.map((note) => `Imported: ${note}.`);
  const material = { id, name, source, licence, unchecked: unmeasuredIn(bsdf), table, comments };
  const written = await writeMeasuredMaterial(files, folder, material, { force });
  const seconds = (performance.now() - start) / 1000;
  return { id, path: written.yaml, notes, files: written, ...summaryOf(bsdf, table), seconds };
}

function summaryOf(bsdf: RglBsdf, { wavelengthsNm, phiCount, thetaCount }: MeasuredTable) {
  return {
    kind: bsdf.fields.bands.kind,
    wavelengthCount: wavelengthsNm.length,
    rangeNm: [wavelengthsNm[0], wavelengthsNm[wavelengthsNm.length - 1]] as const,
    isIsotropic: bsdf.isIsotropic,
    phiCount,
    thetaCount,
    thetaMax: bsdf.thetaMax,
  };
}

function demandGrid(options: Partial<BackscatterGrid>): BackscatterGrid {
  const { thetaCount = BACKSCATTER_GRID_DEFAULTS.thetaCount, phiCount = BACKSCATTER_GRID_DEFAULTS.phiCount } = options;
  if (!Number.isInteger(thetaCount) || thetaCount < 2 || thetaCount > THETA_COUNT_MAX)
    throw new UserError(`found ${thetaCount} angles from the normal, expected 2 to ${THETA_COUNT_MAX}`);
  if (!Number.isInteger(phiCount / 2) || phiCount < 2 || phiCount > PHI_COUNT_MAX)
    throw new UserError(`found ${phiCount} azimuths, expected an even number from 2 to ${PHI_COUNT_MAX}`);
  return { thetaCount, phiCount };
}

async function sourceOf(path: string, bytes: Uint8Array, { fields }: RglBsdf): Promise<string> {
  const digest = hexOf(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const parts = [fields.description, `file ${basename(path)}`, `SHA-256 ${digest}`, FORMAT];
  return parts.filter(Boolean).join('; ');
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
