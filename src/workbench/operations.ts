import type { Operation } from './operation.js';
import { checkText } from './operations/check-text.js';
import { compareTwo } from './operations/compare-two.js';
import { cutSection, tellSectionCsv } from './operations/cut-section.js';
import { describeScanner } from './operations/describe-scanner.js';
import { explainPulse } from './operations/explain-pulse.js';
import { inspectCloud } from './operations/inspect-cloud.js';
import { listCatalogue } from './operations/list-catalogue.js';
import { listLabelWords } from './operations/list-label-words.js';
import { listMaterials } from './operations/list-materials.js';
import { listOutputFormats } from './operations/list-output-formats.js';
import { listRuns } from './operations/list-runs.js';
import { listScannerSettings } from './operations/list-scanner-settings.js';
import { makePlanOfText } from './operations/make-plan.js';
import { fitPattern, matchLabels } from './operations/match-labels.js';
import { previewBeams } from './operations/preview-beams.js';
import { probePlace } from './operations/probe-place.js';
import { readColumn } from './operations/read-column.js';
import { readPoint } from './operations/read-point.js';
import { removeRun } from './operations/remove-run.js';
import { runText } from './operations/run-text.js';
import { showCloud } from './operations/show-cloud.js';
import { stopRun } from './operations/stop-run.js';
import { viewScene } from './operations/view-scene.js';

/** All that a page can ask of a workbench, by name. */
export const OPERATIONS = Object.freeze({
  catalogue: listCatalogue,
  scanner: describeScanner,
  scannerSettings: listScannerSettings,
  labelWords: listLabelWords,
  outputFormats: listOutputFormats,
  check: checkText,
  scene: viewScene,
  labels: matchLabels,
  materials: listMaterials,
  pattern: fitPattern,
  probe: probePlace,
  plan: makePlanOfText,
  preview: previewBeams,
  explain: explainPulse,
  run: runText,
  runs: listRuns,
  removeRun,
  cloud: showCloud,
  cloudInfo: inspectCloud,
  point: readPoint,
  column: readColumn,
  compare: compareTwo,
  section: cutSection,
  sectionCsv: tellSectionCsv,
  stop: stopRun,
});

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
type Parts<Name extends OperationName> = Name extends OperationName
  ? Operations[Name] extends Operation<infer Ask, infer Answer, infer Event>
    ? { ask: Ask; answer: Answer; event: Event }
    : never
  : never;
/** What the operation `Name` takes. */
export type AskOf<Name extends OperationName> = Parts<Name>['ask'];
/** What it gives. */
export type AnswerOf<Name extends OperationName> = Parts<Name>['answer'];
/** What it tells meanwhile. */
export type EventOf<Name extends OperationName> = Parts<Name>['event'];
