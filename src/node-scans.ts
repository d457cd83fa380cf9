/** Scanning, inspecting scenes and planning with the files, threads and engines of this machine. */

import type { WithFiles } from './base/files/files.js';
import { nodeFiles } from './base/files/node-files.js';
import { recordInputs } from './base/files/record-inputs.js';
import type { PointBatch } from './cloud/point-batch.js';
import { makePlan as plan } from './planning/make-plan.js';
import type { AnyRequest, PlanningOptions } from './planning/plan-request.js';
import type { AnyPlan } from './planning/survey-plan.js';
import type { ProductKey } from './products/index.js';
import type { Scene } from './scene/scene.js';
import {
  type InspectSceneOptions as InspectOptions,
  inspectScene as inspect,
} from './simulation/inspect/inspect-scene.js';
import {
  type PreviewLegOptions,
  previewSurvey,
  type TraceOptions,
  traceSurvey,
} from './simulation/inspect/inspect-survey.js';
import type { LegPreview } from './simulation/inspect/preview-leg.js';
import type { PulseTrace } from './simulation/inspect/pulse-trace.js';
import type { SceneInspector } from './simulation/inspect/scene-inspector.js';
import { onMachine } from './simulation/node-machine.js';
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './simulation/run-survey.js';
import { type OpenedScene, openForScans, scanWith } from './simulation/scan.js';
import type { OpenSceneOptions } from './simulation/scene-device.js';
import { type Frame, simulateFrames as frames } from './simulation/simulate-frames.js';
import { simulate as points } from './simulation/simulate-survey.js';
import type { SurveyScene } from './survey/bare-survey.js';
import type { SurveyInput } from './survey/schema/survey-schema.js';
import type { Survey } from './survey/survey.js';

/** Options of `runSurvey`; `files`: those of the machine, absent: of the disk. */
export type RunOptions = Partial<RunSurveyOptions & WithFiles>;
/** Options of `simulate`. */
export type SimulateOptions = Partial<OpenSceneOptions>;

/**
 * Runs a survey on this machine, from its scene to its finished files: clouds as the survey's outputs define, and
 * `NAME.labels.json` beside each of them. If the run ends early, no file remains. Throws UserError if the survey or
 * `options` cannot be carried out, AbortedError.
 *
 * @example
 * ```ts
 * const report = await runSurvey(await loadSurvey('examples/quickstart.yaml'), { threads: 2, force: true });
 * console.log(report.points);
 * ```
 */
export const runSurvey: (survey: Survey, options?: RunOptions) => Promise<RunReport> = onMachine(run);

/**
 * Scans the scene of a survey on this machine and yields its points batch by batch, in order of (scanner, leg, pulse,
 * return), with the fields that an output of the survey names; writes nothing. Ends early if the loop over it does, or
 * by `signal`. Throws UserError for a scene that cannot be read, legs without pulses, materials that a strict survey
 * refuses and an engine that is not available, AbortedError.
 *
 * @example
 * ```ts
 * let points = 0;
 * for await (const batch of simulate(await loadSurvey('examples/quickstart.yaml'))) points += batch.count;
 * ```
 */
export const simulate: (survey: Survey, options?: SimulateOptions) => AsyncGenerator<PointBatch> = onMachine(points);

/**
 * Scans the scene of a survey on this machine and yields the frames that its `frames` describes, scanner by scanner, in
 * order, each with its number, its start and end (adjusted standard GPS time), the pose of the sensor in the world at
 * its start, and its points; writes nothing. Throws UserError for a survey without frames, and like `simulate`;
 * AbortedError.
 *
 * @example
 * ```ts
 * const survey = await createSurvey({
 *   scene,
 *   scanner: 'velodyne-vlp-16',
 *   legs: [{ position: [0, 0, 1.7], duration: 1 }],
 *   frames: { file: '%06d.pcd', coordinates: 'sensor', axes: 'flu' },
 * });
 * for await (const { frame, startTime, pose, points } of simulateFrames(survey))
 *   console.log(frame, startTime, pose.position, pose.orientation, points.count);
 * ```
 */
export const simulateFrames: (survey: Survey, options?: SimulateOptions) => AsyncGenerator<Frame> = onMachine(frames);

/** Options of `openScene`. */
export type OpenOptions = Omit<OpenSceneOptions, 'machine'>;

/** Options of `scan`: a scene with the other keys of a survey file, in their units, and the options of the scan. */
export type ScanOptions = Omit<SurveyInput, ProductKey> & OpenOptions;

/**
 * Scans a scene and yields its points batch by batch, in order of (scanner, leg, pulse, return). Ends early if the loop
 * over it does, or by `signal`. Throws UserError for wrong settings and for a requested GPU that is missing;
 * AbortedError.
 *
 * @example
 * ```ts
 * const scene = createScene([{ name: 'floor', positions, indices, reflectance: 0.4 }]);
 * const batches = scan({ scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] });
 * for await (const points of batches) show(points);
 * ```
 */
export const scan: (options: ScanOptions) => AsyncGenerator<PointBatch> = onMachine(scanWith);

/**
 * Keeps a scene ready for any number of scans: the first one builds trees and uploads the scene. The caller closes it.
 * Throws UserError as `scan` does, AbortedError.
 *
 * @example
 * ```ts
 * const device = await openScene(scene, { engine: 'cpu' });
 * for (const position of stations)
 *   for await (const points of device.scan({ scanner: 'velodyne-vlp-16', legs: [{ position }] })) show(points);
 * await device.close();
 * ```
 */
export const openScene: (scene: Scene, options?: OpenOptions) => Promise<OpenedScene> = onMachine(openForScans);

/** Options of `inspectScene`. */
export type InspectSceneOptions = Partial<InspectOptions>;

/**
 * Reads a scene where that is necessary, builds its trees (or finds them), and keeps both for `tracePulse`,
 * `previewLeg` and `probeScene`. Throws UserError for a scene that cannot be read or does not fit into memory,
 * AbortedError.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('examples/quickstart.yaml');
 * const inspector = await inspectScene(survey.scene);
 * const { missing, returns } = await tracePulse(survey, { scene: inspector, leg: 1, pulse: 1234 });
 * ```
 */
export const inspectScene: (source: SurveyScene, options?: InspectSceneOptions) => Promise<SceneInspector> =
  onMachine(inspect);

/** Options of `tracePulse`; without a `scene` that of the survey is read and forgotten again. */
export type TracePulseOptions = TraceOptions<InspectSceneOptions>;

/**
 * All that is known of one pulse of a survey: its beam, the hit of each subray, the echoes and returns, the reasons why
 * others are missing, the waveform. Computed by the CPU engine's stages, so that returns are those of a run. Throws
 * UserError for a pulse that the survey does not have, and as `inspectScene`; AbortedError.
 *
 * @example
 * ```ts
 * const options = { scene: inspector, scanner: 0, leg: 0, pulse: 1234 };
 * const { subrays, returns, missing } = await tracePulse(survey, options);
 * ```
 */
export const tracePulse: (survey: Survey, options: TracePulseOptions) => Promise<PulseTrace> = onMachine(traceSurvey);

/**
 * About 2000 beams of a leg, evenly over its pulses: origin, axis, time and laser as a run fires them, where each meets
 * the scene, and the ellipse of its footprint there. Throws UserError for a leg that the survey does not have,
 * AbortedError.
 *
 * @example
 * ```ts
 * const { ranges, footprints } = await previewLeg(survey, { scene: inspector, leg: 0, pulses: 2000 });
 * ```
 */
export const previewLeg: (survey: Survey, options?: PreviewLegOptions) => Promise<LegPreview> =
  onMachine(previewSurvey);

/** Options of `makePlan`. */
export type PlanOptions = Partial<Omit<PlanningOptions, 'held'>>;

/**
 * Plans a flight, a drive or stations on this machine. Metres, seconds, radians. Throws UserError for requests that
 * cannot be met, stating what is possible; AbortedError.
 *
 * @example
 * ```ts
 * const plan = await makePlan({ kind: 'uav', scene: 'examples/uav.yaml', height: 40, overlap: 0.3 });
 * console.log(plan.totalTime, plan.notes);
 * ```
 */
export const makePlan = (request: AnyRequest, options: PlanOptions = {}): Promise<AnyPlan> =>
  planOnMachine(request, { files: recordInputs(nodeFiles), ...options });

const planOnMachine = onMachine(plan);
