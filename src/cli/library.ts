import { invariant } from '../base/errors.js';

/** A function of the library as commands call it: the same, but that it is loaded first. */
type Loaded<Call> = Call extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Promise<Awaited<Result>>
  : never;

/** The function `name` of a module that is loaded when it is first called. */
function lazily<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Loaded<Module[Name]> {
  const call = async (...parameters: unknown[]) => {
    const found = (await load())[name];
    invariant(typeof found === 'function', `${String(name)} is no function`);
    return found(...parameters);
  };
  return call as Loaded<Module[Name]>;
}

/** The library itself. Each part is loaded when it is first needed: `subray --help` should not wait for a glTF reader. */
export const NODE_LIBRARY = {
  loadSurvey: lazily(() => import('../survey/load-survey.js'), 'loadSurvey'),
  checkSurvey: lazily(() => import('../survey/check.js'), 'checkSurvey'),
  estimateSurvey: lazily(() => import('../survey/estimate.js'), 'estimateSurvey'),
  runSurvey: lazily(() => import('../simulation/run-survey.js'), 'runSurvey'),
  describeCloud: lazily(() => import('../io/las/describe-las.js'), 'describeLas'),
  openCloud: lazily(() => import('../io/las/las-reader.js'), 'openLasCloud'),
  drawCloud: lazily(() => import('../picture/cloud/draw-cloud.js'), 'drawCloud'),
  readModel: lazily(() => import('../scene/read/read-model.js'), 'readModel'),
  generateModel: lazily(() => import('../procedural/generate.js'), 'generateModel'),
  writeGlb: lazily(() => import('../scene/write/glb-writer.js'), 'writeGlb'),
  listScanners: lazily(() => import('../scanner/catalogue.js'), 'listScanners'),
  loadScanner: lazily(() => import('../scanner/load-scanner.js'), 'loadScanner'),
  listMaterials: lazily(() => import('../material/catalogue/catalogue.js'), 'materialListings'),
  findMaterial: lazily(() => import('../material/catalogue/catalogue.js'), 'findMaterialOrFile'),
  materialSheet: lazily(() => import('../material/material-sheet.js'), 'materialSheet'),
  drawMaterial: lazily(() => import('../material/draw-material.js'), 'drawMaterial'),
  assignMaterials: lazily(() => import('../survey/assign-materials.js'), 'assignMaterials'),
  importMaterial: lazily(() => import('../material/import/import-material.js'), 'importMaterial'),
  makePlan: lazily(() => import('../planning/make-plan.js'), 'makePlan'),
  writePlan: lazily(() => import('../planning/write-survey.js'), 'writePlan'),
  drawPlan: lazily(() => import('../planning/picture/draw-plan.js'), 'drawPlan'),
  benchEngines: lazily(() => import('../bench/bench-engines.js'), 'benchEngines'),
  compareEngines: lazily(() => import('../bench/compare-engines.js'), 'compareEngines'),
  inspectMachine: lazily(() => import('../bench/inspect-machine.js'), 'inspectMachine'),
};

/** The functions that commands call: the library behind one door, so that tests can stand in for it. */
export type Library = typeof NODE_LIBRARY;
