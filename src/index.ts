export type { MergeOptions, MergeReport } from './campaign/merge/merge-campaign.js';
export {
  cleanCampaign,
  joinCampaign,
  mergeTasks,
  type PlanCampaignOptions,
  planCampaign,
  type RunCampaignOptions,
  runCampaign,
  splitIntoPieces,
  statusOfCampaign,
  submitCampaign,
  verifyCampaign,
} from './campaign/node-campaign.js';
export type { JoinedCloud } from './campaign/pieces/join-pieces.js';
export type { PlanFacts } from './campaign/plan/plan-file.js';
export type { ShardReport } from './campaign/run/run-shard.js';
export type { CampaignStatus } from './campaign/status.js';
export type { VerifiedTasks } from './campaign/verify.js';
export type { PulseProgram } from './device/pulse-program.js';
export { createPulseLister, listPulses, type PulseList, type PulseLister } from './engine/cpu/node-list-pulses.js';
export type { AdapterKind } from './engine/gpu/gpu-adapter.js';
export { findMaterial, listMaterials } from './material/catalogue/node-catalogue.js';
export { readMaterialFile } from './material/file/node-read-material.js';
export type { CataloguedMaterial } from './material/file/resolve-material.js';
export type { ImportedBsdf } from './material/import/import-bsdf.js';
export type { ImportedMaterial } from './material/import/imported-material.js';
export {
  type ImportBsdfOptions,
  type ImportOptions,
  type ImportRefractiveIndexOptions,
  type ImportSpectrumOptions,
  importBsdf,
  importRefractiveIndex,
  importSpectrum,
} from './material/import/node-import.js';
export { type MaterialSheet, materialSheet, type ResponseCurve } from './material/material-sheet.js';
export type { Radiometry } from './material/radiometry.js';
export type { MeasuredTable, SampledSpectrum, Scattering, Spectrum } from './material/scattering.js';
export * from './node-clouds.js';
export { createPulseProgram, type ProgramInput } from './pack/pulse-program.js';
export { drawHistogramChart, type Histogram, type HistogramChart } from './picture/chart/histogram-chart.js';
export {
  CURVE_COLORS,
  type Curve,
  drawLineChart,
  type LineChart,
} from './picture/chart/line-chart.js';
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
export { encodePng } from './picture/raster/png.js';
export { THEMES, type Theme } from './picture/raster/theme.js';
export { tilePictures } from './picture/raster/tile-pictures.js';
export { makePlan, type PlanOptions } from './planning/node-make-plan.js';
export { type PlanPictureOptions, renderPlan } from './planning/picture/plan-picture.js';
export type {
  AnyRequest,
  DriveRequest,
  FlightRequest,
  StationRequest,
} from './planning/plan-request.js';
export type { AnyPlan, DrivePlan, FlightPlan, StationPlan, SurveyPlan } from './planning/survey-plan.js';
export { surveyText } from './planning/write-survey.js';
export { clipTrajectory } from './platform/clip-trajectory.js';
export type { Attitude, Leg, Mount, RecordedPath, StationPath, StraightPath, Trajectory } from './platform/leg.js';
export { type CourseOptions, courseAttitude } from './platform/path/course-attitude.js';
export { type MulticopterOptions, multicopterTrajectory } from './platform/path/multicopter.js';
export { simplifyPath } from './platform/path/simplify-path.js';
export { type PathOptions, pathTrajectory, type SmoothOptions } from './platform/path/smooth-path.js';
export { createPoseReader, type Pose, type PoseReader, poseAt } from './platform/pose-at.js';
export { type ReadTrajectoryOptions, readTrajectory } from './platform/read/node-read-trajectory.js';
export { type LegTiming, legTiming } from './scanner/leg-timing.js';
export { listScanners } from './scanner/list-scanners.js';
export { type CataloguedScanner, loadScanner } from './scanner/load-scanner.js';
export { readScannerFile } from './scanner/node-scanner-file.js';
export { readScanner } from './scanner/read-scanner.js';
export type { DetectorOverride } from './scanner/resolve-detection.js';
export type { Deflector, Detection, Head, LaserChannel, Scanner } from './scanner/scanner.js';
export type { ScannerListing } from './scanner/scanner-listing.js';
export { createScene, type SceneObject } from './scene/create-scene.js';
export { loadScene } from './scene/node-load-scene.js';
export type { MaterialReason, Scene, SceneMaterial } from './scene/scene.js';
export { ENGINE_DEFAULTS, type EngineName, type EngineRequest } from './simulation/engines/choose-engine.js';
export {
  type InspectSceneOptions,
  inspectScene,
  type PreviewLegOptions,
  previewLeg,
  probeScene,
  type TracePulseOptions,
  tracePulse,
} from './simulation/inspect/node-inspect.js';
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
  type RunOptions,
  runSurvey,
  type SimulateOptions,
  simulate,
  simulateFrames,
} from './simulation/node-run-survey.js';
export { type OpenOptions, openScene, type ScanOptions, scan } from './simulation/node-scan.js';
export { RESUME_DEFAULTS, type ResumeOptions, type RunReport } from './simulation/run-survey.js';
export type { OpenedScene, ScanSettings } from './simulation/scan.js';
export type { ScanControl } from './simulation/scene-device.js';
export type { Frame } from './simulation/simulate-frames.js';
export type { Instrument } from './survey/bare-survey.js';
export type { LoadedEpoch } from './survey/load-survey.js';
export { type CreateSurveyOptions, createSurvey } from './survey/node-create-survey.js';
export { type LoadSurveyOptions, loadEpochs, loadSurvey } from './survey/node-load-survey.js';
export { type ReadSurveyOptions, readSurvey } from './survey/node-read-survey.js';
export type { SurveyInput } from './survey/schema/survey-schema.js';
export type { Survey } from './survey/survey.js';
export { RESULTS_VERSION, VERSION } from './version.js';
