/** The API for pages: scanning scenes, planning and running surveys without Node. */
export * from './clouds.js';
export { LIGHT_SPEED } from './device/records.generated.js';
export type { AdapterKind } from './engine/gpu/gpu-adapter.js';
export { materialByName } from './material/catalogue/material-by-name.js';
export { shippedMaterials } from './material/catalogue/shipped-materials.js';
export type { CataloguedMaterial } from './material/file/resolve-material.js';
export type { Radiometry } from './material/radiometry.js';
export type { SampledSpectrum, Scattering, Spectrum } from './material/scattering.js';

export {
  type ClassPaletteOptions,
  COLOR_RAMPS,
  type ColorRampName,
  classPalette,
  colorRamp,
  type PaletteEntry,
  SAFE_CLASSES,
  semanticPalette,
} from './picture/raster/palettes.js';

export type { AnyRequest, DriveRequest, FlightRequest, StationRequest } from './planning/plan-request.js';
export type { AnyPlan, DrivePlan, FlightPlan, StationPlan, SurveyPlan } from './planning/survey-plan.js';
export { makePlan, type PlanOptions } from './planning/web-make-plan.js';
export { surveyText } from './planning/write-survey.js';
export type { Attitude, Leg, Mount, RecordedPath, StationPath, StraightPath, Trajectory } from './platform/leg.js';
export { LEG_LIMITS } from './platform/leg-limits.js';
export { simplifyPath } from './platform/path/simplify-path.js';
export { type PathOptions, pathTrajectory, type SmoothOptions } from './platform/path/smooth-path.js';
export { airExtinction } from './scanner/atmosphere.js';
export { readScanner } from './scanner/read-scanner.js';
export type { DetectorOverride } from './scanner/resolve-detection.js';
export type { Scanner } from './scanner/scanner.js';
export { createScene, type SceneObject } from './scene/create-scene.js';
export { type LoadSceneOptions, loadScene } from './scene/load-scene.js';
export type { MaterialReason, Scene, SceneMaterial } from './scene/scene.js';
export { ENGINE_DEFAULTS, type EngineName, type EngineRequest } from './simulation/engines/choose-engine.js';
export type { LegPreview } from './simulation/inspect/preview-leg.js';
export type { ProbeInput, SceneProbes } from './simulation/inspect/probe-scene.js';
export type {
  MissingReason,
  MissingReturn,
  PulseBeam,
  PulseEcho,
  PulseReturns,
  PulseSubrays,
  PulseTrace,
  TraceNames,
} from './simulation/inspect/pulse-trace.js';
export type { PartOfWaveform, WaveformOfPulse } from './simulation/inspect/pulse-waveform.js';
export type { SceneInspector } from './simulation/inspect/scene-inspector.js';
export {
  type InspectSceneOptions,
  inspectScene,
  type PreviewLegOptions,
  previewLeg,
  probeScene,
  type TracePulseOptions,
  tracePulse,
} from './simulation/inspect/web-inspect.js';
export type { RunReport } from './simulation/run-survey.js';
export type { OpenedScene, ScanSettings } from './simulation/scan.js';
export type { ScanControl } from './simulation/scene-device.js';
export type { Frame } from './simulation/simulate-frames.js';
export {
  type RunOptions,
  runSurvey,
  type SimulateOptions,
  simulate,
  simulateFrames,
} from './simulation/web-run-survey.js';
export { type OpenOptions, openScene, type ScanOptions, scan } from './simulation/web-scan.js';
export type { Instrument } from './survey/bare-survey.js';
export { checkSurvey } from './survey/check.js';
export { type CreateSurveyOptions, createSurvey } from './survey/create-survey.js';
export { type LoadedEpoch, type LoadSurveyOptions, loadEpochs, loadSurvey } from './survey/load-survey.js';
export { type ReadSurveyOptions, readSurvey } from './survey/read-survey.js';
export { SCANNER_NAME, SCANNER_NAME_EXPECTED } from './survey/schema/scanner-name.js';
export type { SurveyInput } from './survey/schema/survey-schema.js';
export type { Survey } from './survey/survey.js';
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
export { createWorkbench, type WebWorkbench, type WebWorkbenchOptions } from './workbench/web-workbench.js';
export { decodeWire, encodeWhole, WireError } from './workbench/wire.js';
export type { Workbench } from './workbench/workbench.js';
