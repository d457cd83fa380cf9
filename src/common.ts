/** The common part of the APIs for Node and for pages, clouds aside. */
export type { AdapterKind } from './engine/gpu/gpu-adapter.js';
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
export { surveyText } from './planning/write-survey.js';
export type { Attitude, Leg, Mount, RecordedPath, StationPath, StraightPath, Trajectory } from './platform/leg.js';
export { simplifyPath } from './platform/path/simplify-path.js';
export { type PathOptions, pathTrajectory, type SmoothOptions } from './platform/path/smooth-path.js';
export { readScanner } from './scanner/read-scanner.js';
export type { DetectorOverride } from './scanner/resolve-detection.js';
export type { Scanner } from './scanner/scanner.js';
export { createScene, type SceneObject } from './scene/create-scene.js';
export type { ObjectMotion } from './scene/motion/object-motion.js';
export type { MaterialReason, Scene, SceneMaterial } from './scene/scene.js';
export { ENGINE_DEFAULTS, type EngineName, type EngineRequest } from './simulation/engines/choose-engine.js';
export type { PreviewLegOptions } from './simulation/inspect/inspect-survey.js';
export type { LegPreview } from './simulation/inspect/preview-leg.js';
export { type ProbeInput, probeScene, type SceneProbes } from './simulation/inspect/probe-scene.js';
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
export type { RunReport } from './simulation/run-survey.js';
export type { OpenedScene, ScanSettings } from './simulation/scan.js';
export type { ScanControl } from './simulation/scene-device.js';
export type { Frame } from './simulation/simulate-frames.js';
export type { Instrument } from './survey/bare-survey.js';
export type { LoadedEpoch } from './survey/load-survey.js';
export type { SurveyInput } from './survey/schema/survey-schema.js';
export type { Survey } from './survey/survey.js';
