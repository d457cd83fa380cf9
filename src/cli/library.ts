import { invariant } from '../base/errors.js';
import { bindFiles } from '../base/files/bind-files.js';
import type { Files } from '../base/files/files.js';
import { nodeFiles } from '../base/files/node-files.js';
import { recordInputs } from '../base/files/record-inputs.js';
import type { Log } from '../base/log.js';
import type { WithCoders } from '../io/coders/node-bind-coders.js';
import type { AnyRequest, PlanningOptions } from '../planning/plan-request.js';
import type { WithMachine } from '../simulation/machine.js';
import type { SurveyEstimate } from '../survey/estimate/estimate-survey.js';
import type { RefineOptions, SampledRun } from '../survey/estimate/refine-estimate.js';
import type { Survey } from '../survey/survey.js';

type RefineParameters = [SurveyEstimate, SampledRun, Omit<RefineOptions, 'paces'>];

/** The asynchronous form of a library function, which is loaded first. */
type Loaded<Call> = Call extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Promise<Awaited<Result>>
  : never;

/** The function `name` of a module that is loaded on the first call, bound by `bind`. */
function lazily<Module extends object, Name extends keyof Module, Call = Module[Name]>(
  load: () => Promise<Module>,
  name: Name,
  bind?: (call: Module[Name]) => Call | Promise<Call>,
): Loaded<Call> {
  const call = async (...parameters: unknown[]) => {
    const found = (await load())[name];
    const bound: unknown = bind ? await bind(found) : found;
    invariant(typeof bound === 'function', `${String(name)} is no function`);
    return bound(...parameters);
  };
  return call as Loaded<Call>;
}

/** Binds a function with `files` in its options to those of this machine, unless it is given others. */
const onDisk = bindFiles(nodeFiles);

/** Binds a function with `files` as its first parameter to those of this machine. */
const ofDisk =
  <Rest extends unknown[], Result>(call: (files: Files, ...rest: Rest) => Result) =>
  (...rest: Rest): Result =>
    call(nodeFiles, ...rest);

/** Binds a function with a `machine` in its options to this one, which is loaded with the function. */
const onMachine = async <First extends unknown[], Options extends WithMachine, Result>(
  call: (...parameters: [...First, options: Options]) => Result,
) => (await import('../simulation/node-machine.js')).onMachine(call);

/** Binds a function that writes points in blocks to the files and threads of this machine, which are loaded with it. */
const inThreads = async <First extends unknown[], Options extends WithCoders, Result>(
  call: (...parameters: [...First, options: Options]) => Promise<Result>,
) => (await import('../io/coders/node-bind-coders.js')).bindCoders(call);

const estimate = lazily(() => import('../survey/estimate/estimate-survey.js'), 'estimateSurvey', onDisk);
const machinePaces = lazily(() => import('../simulation/node-kept-paces.js'), 'nodePaces');
const refine = lazily(() => import('../survey/estimate/refine-estimate.js'), 'refineEstimate');
const makePlan = lazily(() => import('../planning/make-plan.js'), 'makePlan', onMachine);
const resumeFolder = lazily(() => import('../survey/check-outputs.js'), 'resumeFolder');
const hasJournal = lazily(() => import('../simulation/journal/has-journal.js'), 'hasJournal', ofDisk);
const removeJournal = lazily(() => import('../simulation/journal/remove-journal.js'), 'removeJournal', onDisk);

/** The library itself. Each part is loaded on demand: `subray --help` should not wait for a glTF reader. */
export const NODE_LIBRARY = {
  loadSurvey: lazily(() => import('../survey/load-survey.js'), 'loadSurvey', onDisk),
  convertSurvey: lazily(() => import('../survey/helios/convert-survey.js'), 'convertSurvey', onDisk),
  loadEpochs: lazily(() => import('../survey/load-survey.js'), 'loadEpochs', onDisk),
  checkSurvey: lazily(() => import('../survey/check.js'), 'checkSurvey', onDisk),
  machinePaces,
  estimateSurvey: async (survey: Survey, log: Log) => estimate(survey, { log, paces: await machinePaces() }),
  refineEstimate: async (survey: Survey, ...[estimated, sampled, options]: RefineParameters) =>
    refine(survey, estimated, sampled, { ...options, paces: await machinePaces() }),
  keepRun: lazily(() => import('../simulation/node-kept-paces.js'), 'keepRun'),
  lookAround: lazily(() => import('../planning/whereabouts/look-around.js'), 'lookAround', onMachine),
  drawScene: lazily(() => import('../planning/whereabouts/draw-scene.js'), 'drawScene', onMachine),
  findAdapters: lazily(() => import('../engine/gpu/node-probe.js'), 'probeAdapters'),
  runSurvey: lazily(() => import('../simulation/run-survey.js'), 'runSurvey', onMachine),
  openStudioServer: lazily(() => import('../server/studio-server.js'), 'openStudioServer'),
  hasJournal: async (survey: Survey) => hasJournal(await resumeFolder(survey)),
  removeJournal: async (survey: Survey, log: Log) => removeJournal({ folder: await resumeFolder(survey), log }),
  openCloud: lazily(() => import('../io/clouds/readable-clouds.js'), 'openReadable', ofDisk),
  columnsOf: lazily(() => import('../io/clouds/readable-clouds.js'), 'recordColumnsOf'),
  summarizeCloud: lazily(() => import('../io/clouds/readable-clouds.js'), 'summaryOf'),
  describeCloud: lazily(() => import('../picture/cloud/node-describe-cloud.js'), 'describeCloud'),
  drawCloud: lazily(() => import('../picture/cloud/node-draw-cloud.js'), 'drawCloud'),
  formatNamed: lazily(() => import('../io/clouds/cloud-formats.js'), 'formatNamed'),
  isText: lazily(() => import('../io/clouds/cloud-formats.js'), 'isText'),
  streamedProducts: lazily(() => import('../products/streamed-products.js'), 'streamedProducts'),
  pipedCloud: lazily(() => import('../survey/piped-cloud.js'), 'pipedCloud'),
  convertCloud: lazily(() => import('../io/convert/convert-cloud.js'), 'convertCloud', inThreads),
  checkLas: lazily(() => import('../io/check/check-las.js'), 'checkLas', onDisk),
  compareClouds: lazily(() => import('../io/clouds/compare-clouds.js'), 'compareClouds'),
  writeDistances: lazily(() => import('../io/convert/write-distances.js'), 'writeDistances', inThreads),
  writeCorePoints: lazily(() => import('../io/convert/write-core-points.js'), 'writeCorePoints', inThreads),
  writeHeightDifferences: lazily(
    () => import('../io/rasters/write-height-differences.js'),
    'writeHeightDifferences',
    onDisk,
  ),
  distanceScale: lazily(() => import('../picture/cloud/distance-scale.js'), 'distanceScale'),
  drawDistances: lazily(() => import('../picture/cloud/node-draw-distances.js'), 'drawDistances'),
  readWaveforms: lazily(() => import('../io/waveforms/read-waveforms.js'), 'readWaveforms', ofDisk),
  drawWaveforms: lazily(() => import('../picture/waveforms/draw-waveforms.js'), 'drawWaveforms', onDisk),
  readModel: lazily(() => import('../scene/read/read-model.js'), 'readModel', onDisk),
  labelsBeside: lazily(() => import('../io/opened/labels-beside.js'), 'labelsBeside', ofDisk),
  readLabels: lazily(() => import('../io/opened/read-labels.js'), 'readLabels', ofDisk),
  generateScene: lazily(() => import('../procedural/generate.js'), 'generateScene'),
  readTreeTable: (path: string, extent: number, log: Log) =>
    import('../procedural/read-tree-table.js').then(({ readTreeTable }) => readTreeTable(nodeFiles, path, extent, log)),
  writeTrees: lazily(() => import('../scene/trees/tree-table.js'), 'writeTrees', onDisk),
  writeLanes: lazily(() => import('../procedural/write-lanes.js'), 'writeLanes', onDisk),
  writeGlb: lazily(() => import('../scene/write/glb-writer.js'), 'writeGlb', onDisk),
  listScanners: lazily(() => import('../scanner/list-scanners.js'), 'listScanners'),
  loadScanner: lazily(() => import('../scanner/read-scanner-file.js'), 'findScannerOrFile', ofDisk),
  listPlatforms: lazily(() => import('../platform/platform-sheet.js'), 'listPlatforms'),
  platformSheet: lazily(() => import('../platform/platform-sheet.js'), 'platformSheet'),
  drawPattern: lazily(() => import('../simulation/node-draw-pattern.js'), 'drawPattern'),
  listMaterials: lazily(() => import('../material/catalogue/node-catalogue.js'), 'materialListings'),
  findMaterial: lazily(() => import('../material/catalogue/node-catalogue.js'), 'findMaterialOrFile'),
  materialSheet: lazily(() => import('../material/material-sheet.js'), 'materialSheet'),
  drawMaterial: lazily(() => import('../material/draw-material.js'), 'drawMaterial', onDisk),
  assignMaterials: lazily(() => import('../survey/assign-materials.js'), 'assignMaterials', onDisk),
  importMaterial: lazily(() => import('../material/import/import-material.js'), 'importMaterial', onDisk),
  makePlan: (request: AnyRequest, options: Partial<PlanningOptions>) =>
    makePlan(request, { files: recordInputs(nodeFiles), ...options }),
  writePlan: lazily(() => import('../planning/write-survey.js'), 'writePlan', onDisk),
  writePlanLines: lazily(() => import('../planning/flight/write-lines.js'), 'writePlanLines', onDisk),
  drawPlan: lazily(() => import('../planning/picture/draw-plan.js'), 'drawPlan', onDisk),
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
