/** The API for Node: the part that it shares with that for pages, and that of this machine. */
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
export * from './common.js';
export type { PulseProgram } from './device/pulse-program.js';
export { createPulseLister, listPulses, type PulseList, type PulseLister } from './engine/cpu/node-list-pulses.js';
export { findMaterial, listMaterials } from './material/catalogue/node-catalogue.js';
export { readMaterialFile } from './material/file/node-read-material.js';
export type { ImportedBsdf } from './material/import/import-bsdf.js';
export type { ImportedMaterial } from './material/import/imported-material.js';
export { type MaterialSheet, materialSheet, type ResponseCurve } from './material/material-sheet.js';
export type { MeasuredTable } from './material/scattering.js';
export * from './node-clouds.js';
export * from './node-scans.js';
export * from './node-surveys.js';
export { createPulseProgram, type ProgramInput } from './pack/pulse-program.js';
export { drawHistogramChart, type Histogram, type HistogramChart } from './picture/chart/histogram-chart.js';
export { CURVE_COLORS, type Curve, drawLineChart, type LineChart } from './picture/chart/line-chart.js';
export { encodePng } from './picture/raster/png.js';
export { THEMES, type Theme } from './picture/raster/theme.js';
export { tilePictures } from './picture/raster/tile-pictures.js';
export { type PlanPictureOptions, renderPlan } from './planning/picture/plan-picture.js';
export { clipTrajectory } from './platform/clip-trajectory.js';
export { type CourseOptions, courseAttitude } from './platform/path/course-attitude.js';
export { type MulticopterOptions, multicopterTrajectory } from './platform/path/multicopter.js';
export { createPoseReader, type Pose, type PoseReader, poseAt } from './platform/pose-at.js';
export type { CataloguedScanner } from './scanner/catalogued-scanner.js';
export { type LegTiming, legTiming } from './scanner/leg-timing.js';
export { listScanners } from './scanner/list-scanners.js';
export { loadScanner } from './scanner/load-scanner.js';
export type { Deflector, Detection, Head, LaserChannel } from './scanner/scanner.js';
export type { ScannerListing } from './scanner/scanner-listing.js';
export { RESUME_DEFAULTS, type ResumeOptions } from './simulation/run-survey.js';
export { RESULTS_VERSION, VERSION } from './version.js';
