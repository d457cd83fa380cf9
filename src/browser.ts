/** What a page needs to scan a scene: no files, no Node. */
export { AbortedError, InvariantError, UserError } from './base/errors.js';
export type { Log, OnProgress, Progress } from './base/log.js';
export type { PointBatch } from './cloud/point-batch.js';
export type { AdapterKind } from './engine/gpu/gpu-adapter.js';
export { materialByName } from './material/material-by-name.js';
export type { CataloguedMaterial } from './material/resolve-material.js';
export type { SampledSpectrum, Scattering, Spectrum } from './material/scattering.js';
export { shippedMaterials } from './material/shipped-materials.js';
export type { Attitude, Leg, Mount, RecordedPath, StationPath, StraightPath, Trajectory } from './platform/leg.js';
export { kruseExtinction } from './scanner/atmosphere.js';
export { readScanner } from './scanner/read-scanner.js';
export type { DetectorOverride } from './scanner/resolve-detection.js';
export type { Scanner } from './scanner/scanner.js';
export { createScene, type SceneObject } from './scene/create-scene.js';
export type { MaterialReason, Scene, SceneMaterial } from './scene/scene.js';
export { ENGINE_DEFAULTS, type EngineName, type EngineRequest } from './simulation/choose-engine.js';
export type { ScanLeg, ScanSettings } from './simulation/resolve-scan.js';
export { type ScanOptions, scan } from './simulation/web-scan.js';
