import { nodeFiles } from '../base/files/node-files.js';
import type { Box3 } from '../base/vec3.js';
import type { BenchOptions, BenchReport } from '../bench/bench-engines.js';
import type { CompareOptions, ParityReport } from '../bench/compare-engines.js';
import type { LasDescription } from '../io/las/describe-las.js';
import type { CataloguedMaterial } from '../material/file/resolve-material.js';
import type { ImportedMaterial } from '../material/import/imported-material.js';
import type { MaterialSheet } from '../material/material-sheet.js';
import type { Scattering } from '../material/scattering.js';
import type { PointSource } from '../picture/cloud/point-source.js';
import type { PlanOptions } from '../planning/node-make-plan.js';
import type { PlanPictureOptions } from '../planning/picture/plan-picture.js';
import type { AnyRequest } from '../planning/plan-request.js';
import type { AnyPlan } from '../planning/survey-plan.js';
import type { ScannerListing } from '../scanner/catalogue.js';
import type { CataloguedScanner } from '../scanner/load-scanner.js';
import type { Model } from '../scene/model.js';
import type { ReadContext } from '../scene/read/read-context.js';
import type { GeneratedSource } from '../scene/scene-plan.js';
import type { RunOptions } from '../simulation/node-run-survey.js';
import type { RunReport } from '../simulation/run-survey.js';
import type { SurveyEstimate } from '../survey/estimate.js';
import type { LoadSurveyOptions } from '../survey/node-load-survey.js';
import type { Survey } from '../survey/survey.js';
import type { AssignOptions, MaterialAssignments } from './assign-materials.js';
import type { MaterialListing } from './find-material.js';
import type { ImportMaterialOptions } from './import-material.js';

/** What the commands call: the library, behind one door, so that tests can stand in for it. */
export interface Library {
  loadSurvey(file: string, options: LoadSurveyOptions): Promise<Survey>;
  checkSurvey(survey: Survey, options: { force?: boolean }): Promise<void>;
  estimateSurvey(survey: Survey): Promise<SurveyEstimate>;
  runSurvey(survey: Survey, options: RunOptions): Promise<RunReport>;
  describeCloud(path: string): Promise<LasDescription>;
  openCloud(path: string): Promise<CloudFile>;
  readModel(path: string, context: Omit<ReadContext, 'files'>): Promise<Model>;
  generateModel(kind: GeneratedSource['generator'], options: { seed: number; triangles: number }): Promise<Model>;
  /** Resolves to the bytes of the file. */
  writeGlb(path: string, model: Model, options: { force?: boolean }): Promise<number>;
  listScanners(): Promise<ScannerListing[]>;
  loadScanner(id: string): Promise<CataloguedScanner>;
  /** The materials of the folders and of the catalogue. */
  listMaterials(folders: readonly string[]): Promise<MaterialListing[]>;
  /** By its id, or by the path of its file (.yaml). */
  findMaterial(idOrFile: string, folders: readonly string[]): Promise<CataloguedMaterial>;
  /** At the common wavelengths of lidars where it is known, unless others are given. */
  materialSheet(
    scattering: Scattering,
    angles: readonly number[],
    wavelengthsNm: readonly number[] | undefined,
  ): Promise<MaterialSheet>;
  assignMaterials(file: string, options: AssignOptions): Promise<MaterialAssignments>;
  importMaterial(file: string, options: ImportMaterialOptions): Promise<ImportedMaterial>;
  makePlan(request: AnyRequest, options: PlanOptions): Promise<AnyPlan>;
  /** Writes the survey of a plan; `header` are lines of comment above it. */
  writePlan(plan: AnyPlan, path: string, options: { header: readonly string[]; force?: boolean }): Promise<void>;
  /** Writes a picture of plan and coverage. */
  drawPlan(plan: AnyPlan, path: string, options: Partial<PlanPictureOptions> & { force?: boolean }): Promise<void>;
  benchEngines(options: BenchOptions): Promise<BenchReport>;
  compareEngines(options: CompareOptions): Promise<ParityReport>;
}

/** A cloud on disk that can be read more than once. */
export type CloudFile = PointSource & { pointCount: number; bounds: Box3 };

/** The library itself. Each part is loaded when it is first needed: `subray --help` should not wait for a glTF reader. */
export const NODE_LIBRARY: Library = {
  loadSurvey: async (file, options) => (await import('../survey/node-load-survey.js')).loadSurvey(file, options),
  checkSurvey: async (survey, options) =>
    (await import('../survey/check.js')).checkSurvey(survey, { files: nodeFiles, ...options }),
  estimateSurvey: async (survey) =>
    (await import('../survey/estimate.js')).estimateSurvey(survey, { files: nodeFiles }),
  runSurvey: async (survey, options) => (await import('../simulation/node-run-survey.js')).runSurvey(survey, options),
  describeCloud: async (path) => (await import('../io/las/describe-las.js')).describeLas(nodeFiles, path),
  openCloud: async (path) => {
    const [{ openLas }, { readLasPoints }] = await Promise.all([
      import('../io/las/las-file.js'),
      import('../io/las/las-reader.js'),
    ]);
    const file = await openLas(nodeFiles, path);
    const { bounds, pointCount } = file.header;
    return { bounds, pointCount, batches: () => readLasPoints(file) };
  },
  readModel: async (path, context) =>
    (await import('../scene/read/read-model.js')).readModel(path, { files: nodeFiles, ...context }),
  generateModel: async (kind, options) => (await import('../procedural/generate.js')).generateModel(kind, options),
  writeGlb: async (path, model, options) =>
    (await import('../scene/write/glb-writer.js')).writeGlb(path, model, { files: nodeFiles, ...options }),
  listScanners: async () => (await import('../scanner/catalogue.js')).listScanners(),
  loadScanner: async (id) => (await import('../scanner/load-scanner.js')).loadScanner(id),
  listMaterials: async (folders) => (await import('./find-material.js')).listMaterialRows(folders),
  findMaterial: async (which, folders) => (await import('./find-material.js')).findMaterialOrFile(which, folders),
  materialSheet: async (scattering, angles, wavelengths) =>
    (await import('./find-material.js')).sheetOf(scattering, angles, wavelengths),
  assignMaterials: async (file, options) => (await import('./assign-materials.js')).assignMaterials(file, options),
  importMaterial: async (file, options) => (await import('./import-material.js')).importMaterial(file, options),
  makePlan: async (request, options) => (await import('../planning/node-make-plan.js')).makePlan(request, options),
  writePlan: async (plan, path, { header, force }) => {
    const [{ surveyText }, { writeTextFile }] = await Promise.all([
      import('../planning/write-survey.js'),
      import('../base/files/text-file.js'),
    ]);
    return writeTextFile(nodeFiles, path, surveyText(plan, path, header), { force });
  },
  drawPlan: async (plan, path, options) => (await import('./draw-plan.js')).drawPlan(plan, path, options),
  benchEngines: async (options) => (await import('../bench/bench-engines.js')).benchEngines(options),
  compareEngines: async (options) => (await import('../bench/compare-engines.js')).compareEngines(options),
};
