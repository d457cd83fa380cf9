import { invariant } from '../base/errors.js';
import type { Files, WithFiles } from '../base/files/files.js';
import { nodeFiles } from '../base/files/node-files.js';
import type { Log } from '../base/log.js';
import type { Survey } from '../survey/survey.js';

/** The asynchronous form of a library function, which is loaded first. */
type Loaded<Call> = Call extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Promise<Awaited<Result>>
  : never;

/** The function `name` of a module that is loaded on the first call. */
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

/** The parameters of a function with `files` in its last parameter, the options, without these. */
type WithoutFiles<Parameters extends unknown[]> = Parameters extends [...infer First, infer Options extends WithFiles]
  ? [...First, options: Omit<Options, 'files'> & Partial<WithFiles>]
  : never;

/**
 * Binds a function with `files` in its options, the last parameter, to those of this machine,
 * unless it is given others.
 */
function onDisk<Parameters extends unknown[], Result>(
  call: (...parameters: Parameters) => Result,
): (...parameters: WithoutFiles<Parameters>) => Result {
  return (...parameters) => {
    const options = { files: nodeFiles, ...(parameters.at(-1) as object) };
    return call(...([...parameters.slice(0, -1), options] as Parameters));
  };
}

/** Binds a function with `files` as its first parameter to those of this machine. */
const ofDisk =
  <Rest extends unknown[], Result>(call: (files: Files, ...rest: Rest) => Result) =>
  (...rest: Rest): Result =>
    call(nodeFiles, ...rest);

const estimate = onDisk(lazily(() => import('../survey/estimate.js'), 'estimateSurvey'));

/** The library itself. Each part is loaded on demand: `subray --help` should not wait for a glTF reader. */
export const NODE_LIBRARY = {
  loadSurvey: lazily(() => import('../survey/node-load-survey.js'), 'loadSurvey'),
  convertSurvey: onDisk(lazily(() => import('../survey/helios/convert-survey.js'), 'convertSurvey')),
  loadEpochs: lazily(() => import('../survey/node-load-survey.js'), 'loadEpochs'),
  checkSurvey: onDisk(lazily(() => import('../survey/check.js'), 'checkSurvey')),
  estimateSurvey: (survey: Survey, log: Log) => estimate(survey, { log }),
  lookAround: lazily(() => import('../planning/whereabouts/node-look-around.js'), 'lookAround'),
  drawScene: lazily(() => import('../planning/whereabouts/node-look-around.js'), 'drawScene'),
  findAdapters: lazily(() => import('../engine/gpu/node-probe.js'), 'probeAdapters'),
  runSurvey: lazily(() => import('../simulation/node-run-survey.js'), 'runSurvey'),
  openStudioServer: lazily(() => import('../server/studio-server.js'), 'openStudioServer'),
  hasJournal: lazily(() => import('../simulation/node-run-survey.js'), 'hasJournal'),
  removeJournal: lazily(() => import('../simulation/node-run-survey.js'), 'removeJournal'),
  openCloud: ofDisk(lazily(() => import('../io/clouds/readable-clouds.js'), 'openReadable')),
  columnsOf: lazily(() => import('../io/clouds/readable-clouds.js'), 'recordColumnsOf'),
  summarizeCloud: lazily(() => import('../io/clouds/readable-clouds.js'), 'summaryOf'),
  describeCloud: lazily(() => import('../picture/cloud/node-describe-cloud.js'), 'describeCloud'),
  drawCloud: lazily(() => import('../picture/cloud/node-draw-cloud.js'), 'drawCloud'),
  formatNamed: lazily(() => import('../io/clouds/cloud-formats.js'), 'formatNamed'),
  isText: lazily(() => import('../io/clouds/cloud-formats.js'), 'isText'),
  pipedCloud: lazily(() => import('../survey/piped-cloud.js'), 'pipedCloud'),
  convertCloud: lazily(() => import('../io/convert/node-convert-cloud.js'), 'convertCloud'),
  checkLas: lazily(() => import('../io/check/node-check-las.js'), 'checkLas'),
  compareClouds: lazily(() => import('../io/clouds/compare-clouds.js'), 'compareClouds'),
  distanceScale: lazily(() => import('../picture/cloud/distance-scale.js'), 'distanceScale'),
  drawDistances: lazily(() => import('../picture/cloud/node-draw-distances.js'), 'drawDistances'),
  readWaveforms: ofDisk(lazily(() => import('../io/waveforms/read-waveforms.js'), 'readWaveforms')),
  drawWaveforms: onDisk(lazily(() => import('../picture/waveforms/draw-waveforms.js'), 'drawWaveforms')),
  readModel: onDisk(lazily(() => import('../scene/read/read-model.js'), 'readModel')),
  labelsBeside: ofDisk(lazily(() => import('../io/opened/labels-beside.js'), 'labelsBeside')),
  readLabels: ofDisk(lazily(() => import('../io/opened/read-labels.js'), 'readLabels')),
  generateScene: lazily(() => import('../procedural/generate.js'), 'generateScene'),
  writeLanes: onDisk(lazily(() => import('../procedural/write-lanes.js'), 'writeLanes')),
  writeGlb: onDisk(lazily(() => import('../scene/write/glb-writer.js'), 'writeGlb')),
  listScanners: lazily(() => import('../scanner/list-scanners.js'), 'listScanners'),
  loadScanner: lazily(() => import('../scanner/node-scanner-file.js'), 'findScannerOrFile'),
  drawPattern: lazily(() => import('../simulation/node-draw-pattern.js'), 'drawPattern'),
  listMaterials: lazily(() => import('../material/catalogue/node-catalogue.js'), 'materialListings'),
  findMaterial: lazily(() => import('../material/catalogue/node-catalogue.js'), 'findMaterialOrFile'),
  materialSheet: lazily(() => import('../material/material-sheet.js'), 'materialSheet'),
  drawMaterial: onDisk(lazily(() => import('../material/draw-material.js'), 'drawMaterial')),
  assignMaterials: onDisk(lazily(() => import('../survey/assign-materials.js'), 'assignMaterials')),
  importMaterial: onDisk(lazily(() => import('../material/import/import-material.js'), 'importMaterial')),
  makePlan: lazily(() => import('../planning/node-make-plan.js'), 'makePlan'),
  writePlan: onDisk(lazily(() => import('../planning/write-survey.js'), 'writePlan')),
  drawPlan: onDisk(lazily(() => import('../planning/picture/draw-plan.js'), 'drawPlan')),
  planCampaign: lazily(() => import('../campaign/node-campaign.js'), 'planCampaign'),
  splitIntoPieces: lazily(() => import('../campaign/node-campaign.js'), 'splitIntoPieces'),
  joinCampaign: lazily(() => import('../campaign/node-campaign.js'), 'joinCampaign'),
  runCampaign: lazily(() => import('../campaign/node-campaign.js'), 'runCampaign'),
  statusOfCampaign: lazily(() => import('../campaign/node-campaign.js'), 'statusOfCampaign'),
  verifyCampaign: lazily(() => import('../campaign/node-campaign.js'), 'verifyCampaign'),
  mergeTasks: lazily(() => import('../campaign/node-campaign.js'), 'mergeTasks'),
  cleanCampaign: lazily(() => import('../campaign/node-campaign.js'), 'cleanCampaign'),
  submitCampaign: lazily(() => import('../campaign/node-campaign.js'), 'submitCampaign'),
  benchEngines: lazily(() => import('../bench/bench-engines.js'), 'benchEngines'),
  compareEngines: lazily(() => import('../bench/compare-engines.js'), 'compareEngines'),
  cacheLimits: lazily(() => import('../bvh/node-cache-limits.js'), 'cacheLimits'),
  listCache: lazily(() => import('../bvh/node-cache-folder.js'), 'listCache'),
  pruneCache: lazily(() => import('../bvh/node-prune-cache.js'), 'pruneCache'),
  clearCache: lazily(() => import('../bvh/node-prune-cache.js'), 'clearCache'),
  inspectMachine: lazily(() => import('../bench/inspect-machine.js'), 'inspectMachine'),
};

/** The functions that commands call: the library behind one interface, so that tests can replace it. */
export type Library = typeof NODE_LIBRARY;
