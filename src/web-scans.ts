/** Scanning, inspecting scenes and planning in a page, with the caller's `files`. */
import type { Files, WithFiles } from './base/files/files.js';
import { createWebFiles } from './base/files/web-files.js';
import type { PointBatch } from './cloud/point-batch.js';
import { makePlan as plan } from './planning/make-plan.js';
import type { AnyRequest, PlanningOptions } from './planning/plan-request.js';
import type { AnyPlan } from './planning/survey-plan.js';
import type { ProductKey } from './products/index.js';
import type { Scene } from './scene/scene.js';
import { bindMachine } from './simulation/bind-machine.js';
import type { EngineRequest } from './simulation/engines/choose-engine.js';
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
import { type RunReport, type RunOptions as RunSurveyOptions, runSurvey as run } from './simulation/run-survey.js';
import { type OpenedScene, openForScans, scanWith } from './simulation/scan.js';
import type { OpenSceneOptions, ScanControl } from './simulation/scene-device.js';
import { type Frame, simulateFrames as frames } from './simulation/simulate-frames.js';
import { simulate as points } from './simulation/simulate-survey.js';
import { createWebMachine } from './simulation/web-machine.js';
import type { SurveyScene } from './survey/bare-survey.js';
import type { SurveyInput } from './survey/schema/survey-schema.js';
import type { Survey } from './survey/survey.js';

const onPage = bindMachine((files = createWebFiles()) => createWebMachine(files));

/** Options of `runSurvey`; a page keeps nothing of a run for another one. */
export type RunOptions = Omit<RunSurveyOptions, 'machine' | 'resume'> & WithFiles;
/** Options of `simulate`. */
export type SimulateOptions = Omit<OpenSceneOptions, 'machine'> & WithFiles;

/**
 * Runs a survey in a page, from and to `files`: writes its outputs, and `NAME.labels.json` beside each of them. Throws
 * UserError if the survey or the options cannot be carried out, AbortedError.
 *
 * @example
 * ```ts
 * const files = createWebFiles({ sources: { 'survey.yaml': text } });
 * await runSurvey(await loadSurvey('survey.yaml', { files }), { files });
 * const las = files.blob('cloud.las');
 * ```
 */
export const runSurvey: (survey: Survey, options: RunOptions) => Promise<RunReport> = onPage(run);

/**
 * Scans the scene of a survey in a page, from `files`, and yields its points batch by batch, in order of (scanner, leg,
 * pulse, return), with the fields that an output of the survey names. Throws UserError and AbortedError like
 * `runSurvey`.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('survey.yaml', { files });
 * for await (const points of simulate(survey, { files })) show(points);
 * ```
 */
export const simulate: (survey: Survey, options: SimulateOptions) => AsyncGenerator<PointBatch> = onPage(points);

/**
 * Scans the scene of a survey in a page, from `files`, and yields the frames that its `frames` describes, scanner by
 * scanner, in order, each with its number, its start and end, the pose of the sensor at its start, and its points;
 * writes nothing. Throws UserError for a survey without frames, and like `simulate`; AbortedError.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('drive.yaml', { files });
 * for await (const { frame, pose, points } of simulateFrames(survey, { files })) show(frame, pose, points);
 * ```
 */
export const simulateFrames: (survey: Survey, options: SimulateOptions) => AsyncGenerator<Frame> = onPage(frames);

/** Options for scanning in a page. */
export interface OpenOptions extends EngineRequest, ScanControl {
  /** Workers of the CPU engine; absent: as many as the machine has threads. */
  threads?: number;
  /** Whether built trees are kept on the page's own disk for the next visit and reused; default: true. */
  cache?: boolean;
  /** Files that the settings name: recordings, patterns, models; absent: no files. */
  files?: Files;
}

/** Options of `scan`: a scene with the other keys of a survey file, in their units, and the options of the scan. */
export type ScanOptions = Omit<SurveyInput, ProductKey> & OpenOptions;

/**
 * Scans a scene in a page and yields its points batch by batch, in order of (scanner, leg, pulse, return). The CPU
 * engine returns the same numbers as in Node. Trees are built in workers. Ends early if the loop over it does, or by
 * `signal`. Throws UserError for wrong settings and for a requested GPU that is missing; AbortedError.
 *
 * @example
 * ```ts
 * for await (const points of scan({ scene, scanner, legs: [{ position: [0, 0, 1.7] }] })) show(points);
 * ```
 */
export const scan: (options: ScanOptions) => AsyncGenerator<PointBatch> = onPage(scanWith);

/**
 * Keeps a scene ready for any number of scans: the first one uploads it, and starts workers or compiles shaders. The
 * caller closes it. Throws UserError as `scan` does, AbortedError.
 *
 * @example
 * ```ts
 * const device = await openScene(scene, { engine: 'gpu' });
 * for (const position of stations)
 *   for await (const points of device.scan({ scanner, legs: [{ position }] })) show(points);
 * await device.close();
 * ```
 */
export const openScene: (scene: Scene, options?: OpenOptions) => Promise<OpenedScene> = onPage(openForScans);

/** Options of `inspectScene`; `files`: those that a scene names, absent: none. */
export type InspectSceneOptions = Omit<InspectOptions, 'machine'> & Partial<WithFiles>;

/**
 * Reads a scene where that is necessary, builds its trees in workers (once a scene), and keeps both for `tracePulse`,
 * `previewLeg` and `probeScene`. Throws UserError for a scene that cannot be read or does not fit into memory,
 * AbortedError.
 *
 * @example
 * ```ts
 * const inspector = await inspectScene(survey.scene, { files });
 * const { missing, returns } = await tracePulse(survey, { scene: inspector, leg: 1, pulse: 1234 });
 * ```
 */
export const inspectScene: (source: SurveyScene, options?: InspectSceneOptions) => Promise<SceneInspector> =
  onPage(inspect);

/** Options of `tracePulse`; without a `scene` that of the survey is read from `files` and forgotten again. */
export type TracePulseOptions = TraceOptions<InspectSceneOptions>;

/**
 * All that is known of one pulse of a survey: its beam, the hit of each subray, the echoes and returns, the reasons why
 * others are missing, the waveform. Computed by the CPU engine's stages, so that returns are those of a run, in this
 * thread: no headers are needed. Throws UserError for a pulse that the survey does not have, and as `inspectScene`;
 * AbortedError.
 *
 * @example
 * ```ts
 * const options = { scene: inspector, scanner: 0, leg: 0, pulse: 1234 };
 * const { subrays, returns, missing } = await tracePulse(survey, options);
 * ```
 */
export const tracePulse: (survey: Survey, options: TracePulseOptions) => Promise<PulseTrace> = onPage(traceSurvey);

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
export const previewLeg: (survey: Survey, options?: PreviewLegOptions) => Promise<LegPreview> = onPage(previewSurvey);

/** Options of `makePlan`. */
export type PlanOptions = Omit<PlanningOptions, 'machine' | 'held'> & WithFiles;

/**
 * Plans a flight, a drive or stations in a page, for a scene of `files`. Metres, seconds, radians. Throws UserError for
 * requests that cannot be met, stating what is possible; AbortedError.
 *
 * @example
 * ```ts
 * const plan = await makePlan({ kind: 'tls', scene: 'hall.glb', scanner: 'riegl-vz-400i' }, { files });
 * ```
 */
export const makePlan: (request: AnyRequest, options: PlanOptions) => Promise<AnyPlan> = onPage(plan);
