/** The API for pages: scanning scenes, planning and running surveys without Node. */
export * from './web-scans.js';

// Bundlers take modules in this order: with the scanning code first, the others end up in fewer files.

export * from './clouds.js';
export * from './common.js';
export { LIGHT_SPEED } from './device/records.generated.js';
export { materialByName } from './material/catalogue/material-by-name.js';
export { shippedMaterials } from './material/catalogue/shipped-materials.js';
export { LEG_LIMITS } from './platform/leg-limits.js';
export { airExtinction } from './scanner/atmosphere.js';
export { type LoadSceneOptions, loadScene } from './scene/load-scene.js';
export { type BodyPose, bodyPoseAt, createBodyPose } from './scene/motion/motion-pose.js';
export { checkSurvey } from './survey/check.js';
export { type CreateSurveyOptions, createSurvey } from './survey/create-survey.js';
export { type LoadSurveyOptions, loadEpochs, loadSurvey } from './survey/load-survey.js';
export { type ReadSurveyOptions, readSurvey } from './survey/read-survey.js';
export { SCANNER_NAME, SCANNER_NAME_EXPECTED } from './survey/schema/scanner-name.js';
export { askWorkbench } from './workbench/ask-workbench.js';
export type { CloudId } from './workbench/clouds.js';
export { type Failure, type FailureKind, failureOf } from './workbench/failure.js';
export type { CheckedFault } from './workbench/faults-in-survey.js';
export { FrameReader } from './workbench/frames.js';
export type { Control } from './workbench/operation.js';
export type { Checked, CheckedLeg, CheckedSurvey } from './workbench/operations/check-text.js';
export type { DescribedScanner } from './workbench/operations/describe-scanner.js';
export type { Expectation } from './workbench/operations/expect-points.js';
export type { Catalogue } from './workbench/operations/list-catalogue.js';
export type { OutputFormat, OutputFormats, OutputOption } from './workbench/operations/list-output-formats.js';
export type { Generator, GeneratorNumber, PartSettings } from './workbench/operations/list-part-settings.js';
export type { PlanAnswer, PlanCoverage, PlannedWay, PlanWish } from './workbench/operations/make-plan.js';
export type { FitPatternAsk } from './workbench/operations/match-labels.js';
export type { ReadPointAnswer } from './workbench/operations/read-point.js';
export type { RunAnswer, RunEvent } from './workbench/operations/run-text.js';
export type { AnswerOf, AskOf, EventOf, OperationName } from './workbench/operations.js';
export type { StoredRun } from './workbench/run-files.js';
export type { SceneView, ViewedMesh, ViewedPlacement } from './workbench/scene-view.js';
export type { ViewedMoverPlacement, ViewedMovers } from './workbench/viewed-movers.js';
export { createWorkbench, type WebWorkbench, type WebWorkbenchOptions } from './workbench/web-workbench.js';
export { decodeWire, encodeWhole, WireError } from './workbench/wire.js';
export type { Workbench } from './workbench/workbench.js';
