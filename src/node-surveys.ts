/** Surveys and the files that they name, read from this machine: nothing here needs its threads or engines. */
import { bindFiles } from './base/files/bind-files.js';
import { nodeFiles } from './base/files/node-files.js';
import {
  type ImportBsdfOptions as BsdfOptions,
  importBsdf as bsdf,
  type ImportedBsdf,
} from './material/import/import-bsdf.js';
import {
  type ImportRefractiveIndexOptions as RefractiveIndexOptions,
  importRefractiveIndex as refractiveIndex,
} from './material/import/import-refractive-index.js';
import {
  type ImportSpectrumOptions as SpectrumOptions,
  importSpectrum as spectrum,
} from './material/import/import-spectrum.js';
import type { ImportOptions as AnyImportOptions, ImportedMaterial } from './material/import/imported-material.js';
import type { Trajectory } from './platform/leg.js';
import {
  readTrajectory as readPoses,
  type ReadTrajectoryOptions as TrajectoryOptions,
} from './platform/read/read-trajectory.js';
import type { CataloguedScanner } from './scanner/catalogued-scanner.js';
import { readScannerFile as readScanner } from './scanner/read-scanner-file.js';
import { type LoadSceneOptions, loadScene as scene } from './scene/load-scene.js';
import type { Scene } from './scene/scene.js';
import type { SceneDescription } from './scene/scene-description.js';
import { type CreateSurveyOptions as CreateOptions, createSurvey as create } from './survey/create-survey.js';
import {
  loadEpochs as epochs,
  type LoadedEpoch,
  type LoadSurveyOptions as LoadOptions,
  loadSurvey as load,
} from './survey/load-survey.js';
import { type ReadSurveyOptions as ReadOptions, readSurvey as read } from './survey/read-survey.js';
import type { SurveyInput } from './survey/schema/survey-schema.js';
import type { Survey } from './survey/survey.js';

const onDisk = bindFiles(nodeFiles);

/** Options of `loadSurvey`. */
export type LoadSurveyOptions = Partial<LoadOptions>;

/**
 * Loads a survey from a file on this machine, checks and resolves it: absolute paths, catalogue entries, SI units,
 * defaults. Reads no geometry. Throws one UserError that lists all faults.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('examples/quickstart.yaml');
 * const report = await runSurvey(survey);
 * ```
 */
export const loadSurvey: (file: string, options?: LoadSurveyOptions) => Promise<Survey<SceneDescription>> =
  onDisk(load);

/**
 * Loads a survey from a file on this machine as `loadSurvey` does, once for each of its epochs, with outputs in folders
 * of their names; a survey without epochs is the only one. Throws UserError.
 *
 * @example
 * ```ts
 * for (const { survey } of await loadEpochs('examples/quickstart.yaml')) await runSurvey(survey, { force: true });
 * ```
 */
export const loadEpochs: (file: string, options?: LoadSurveyOptions) => Promise<LoadedEpoch[]> = onDisk(epochs);

/** Options of `readSurvey`. */
export type ReadSurveyOptions = Partial<ReadOptions>;

/**
 * Reads a survey from an object with the keys of a survey file, such as parsed JSON, or from the text of one (YAML).
 * Files that it names are those of this machine, relative to `folder`. Resolves it as `loadSurvey` does; outputs are
 * optional. Throws one UserError with all faults: those of a text have their line and column, those of an object the
 * path to the value, such as `legs[0].position`.
 *
 * @example
 * ```ts
 * const text = `scene: { parts: [{ generate: { kind: room } }] }
 * scanner: velodyne-vlp-16
 * legs: [{ position: [0, 0, 1.7] }]`;
 * const survey = await readSurvey(text, { folder: 'scenes' });
 * ```
 */
export const readSurvey: (given: SurveyInput | string, options?: ReadSurveyOptions) => Promise<Survey> = onDisk(read);

/** Options of `createSurvey`. */
export type CreateSurveyOptions = Partial<CreateOptions>;

/**
 * Creates a survey from an object with the keys of a survey file, in their units (degrees, nanometres, …). Values in
 * memory may take the place of descriptions: a scene (`createScene`, `loadScene`), a scanner (`readScanner`), the poses
 * of a leg's trajectory. Files that it names are those of this machine. Throws one UserError that lists all faults.
 *
 * @example
 * ```ts
 * const survey = await createSurvey({ scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] });
 * ```
 */
export const createSurvey: (given: SurveyInput, options?: CreateSurveyOptions) => Promise<Survey> = onDisk(create);

/**
 * Loads a scene from files on this machine. Throws UserError for invalid files, materials, labels and placements and
 * for a scene without triangles; AbortedError.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('examples/quickstart.yaml');
 * const scene = await loadScene(survey.scene);
 * ```
 */
export const loadScene: (description: SceneDescription, options?: Partial<LoadSceneOptions>) => Promise<Scene> =
  onDisk(scene);

/**
 * Reads the scanner in a YAML file on this machine (docs/scanners.md), with the pattern that it names. Returns SI units
 * and radians. Throws UserError, with the places of all faults, if it cannot be read or is invalid.
 *
 * @example
 * ```ts
 * const scanner = await readScannerFile('mylidar.yaml');
 * ```
 */
export const readScannerFile = (path: string): Promise<CataloguedScanner> => readScanner(nodeFiles, path);

/** Options of `readTrajectory`. */
export type ReadTrajectoryOptions = Partial<TrajectoryOptions>;

/**
 * Reads a recorded trajectory from a file on this machine (CSV, SBET, NMEA or HELIOS++), in its own times;
 * `clipTrajectory` shifts them to those of a leg. Times are seconds, positions metres in the world, orientations body
 * to world. Throws UserError, with the line if the format has lines, if the file cannot be read or is not a trajectory.
 *
 * @example
 * ```ts
 * const trajectory = await readTrajectory('flight.csv', { angles: 'deg', projection: { kind: 'utm' } });
 * ```
 */
export const readTrajectory: (path: string, options?: ReadTrajectoryOptions) => Promise<Trajectory> = onDisk(readPoses);

/** Options of every import on this machine. */
export type ImportOptions = Omit<AnyImportOptions, 'files'>;
/** Options of `importBsdf`. */
export type ImportBsdfOptions = Omit<BsdfOptions, 'files'>;
/** Options of `importRefractiveIndex`. */
export type ImportRefractiveIndexOptions = Omit<RefractiveIndexOptions, 'files'>;
/** Options of `importSpectrum`. */
export type ImportSpectrumOptions = Omit<SpectrumOptions, 'files'>;

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
export const importBsdf: (path: string, options: ImportBsdfOptions) => Promise<ImportedBsdf> = onDisk(bsdf);

/**
 * Imports a file of refractiveindex.info (n and k) on this machine as a material file: a Cook-Torrance surface without
 * a diffuse part. Throws UserError for an impossible roughness, and if the file cannot be read or written.
 *
 * @example
 * ```ts
 * await importRefractiveIndex('Johnson.yml', { folder: 'materials', id: 'copper', roughness: 0.2 });
 * ```
 */
export const importRefractiveIndex: (path: string, options: ImportRefractiveIndexOptions) => Promise<ImportedMaterial> =
  onDisk(refractiveIndex);

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
export const importSpectrum: (path: string, options: ImportSpectrumOptions) => Promise<ImportedMaterial> =
  onDisk(spectrum);
