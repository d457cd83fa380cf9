import type { Operation } from './operation.js';

/** All operations of a workbench, by name. Each is loaded when it is first asked for: no page needs all at once. */
export const OPERATIONS = Object.freeze({
  catalogue: async () => (await import('./operations/list-catalogue.js')).listCatalogue,
  scanner: async () => (await import('./operations/describe-scanner.js')).describeCatalogued,
  scannerSettings: async () => (await import('./operations/list-scanner-settings.js')).listScannerSettings,
  check: async () => (await import('./operations/check-text.js')).checkText,
  scene: async () => (await import('./operations/view-scene.js')).viewScene,
  probe: async () => (await import('./operations/probe-place.js')).probePlace,
  plan: async () => (await import('./operations/make-plan.js')).makePlanOfText,
  preview: async () => (await import('./operations/preview-beams.js')).previewBeams,
  explain: async () => (await import('./operations/explain-pulse.js')).explainPulse,
  run: async () => (await import('./operations/run-text.js')).runText,
  runs: async () => (await import('./operations/list-runs.js')).listRuns,
  removeRun: async () => (await import('./operations/remove-run.js')).removeRun,
  cloud: async () => (await import('./operations/show-cloud.js')).showCloud,
  cloudInfo: async () => (await import('./operations/inspect-cloud.js')).inspectCloud,
  point: async () => (await import('./operations/read-point.js')).readPoint,
  column: async () => (await import('./operations/read-column.js')).readColumn,
  compare: async () => (await import('./operations/compare-two.js')).compareTwo,
  section: async () => (await import('./operations/cut-section.js')).cutSection,
  sectionCsv: async () => (await import('./operations/cut-section.js')).writeSectionCsv,
  stop: async () => (await import('./operations/stop-run.js')).stopRun,
  ready: async () => (await import('./operations/make-ready.js')).makeReady,
  expect: async () => (await import('./operations/expect-points.js')).expectPointsOfText,
  labelWords: async () => (await import('./operations/list-label-words.js')).listLabelWords,
  engines: async () => (await import('./operations/list-engines.js')).listEngines,
  outputFormats: async () => (await import('./operations/list-output-formats.js')).listOutputFormats,
  labels: async () => (await import('./operations/match-labels.js')).matchLabels,
  materials: async () => (await import('./operations/list-materials.js')).listSceneMaterials,
  partSettings: async () => (await import('./operations/list-part-settings.js')).listPartSettings,
  pattern: async () => (await import('./operations/match-labels.js')).fitPattern,
});

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
type Parts<Name extends OperationName> = Name extends OperationName
  ? Awaited<ReturnType<Operations[Name]>> extends Operation<infer Ask, infer Answer, infer Event>
    ? { ask: Ask; answer: Answer; event: Event }
    : never
  : never;
/** The question of operation `Name`. */
export type AskOf<Name extends OperationName> = Parts<Name>['ask'];
/** Its answer. */
export type AnswerOf<Name extends OperationName> = Parts<Name>['answer'];
/** Its events. */
export type EventOf<Name extends OperationName> = Parts<Name>['event'];
