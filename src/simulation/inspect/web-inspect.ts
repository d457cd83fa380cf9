import type { WithFiles } from '../../base/files/files.js';
import { createWebFiles } from '../../base/files/web-files.js';
import { loadKernelModule } from '../../engine/cpu/web-kernel-module.js';
import type { SurveyScene } from '../../survey/bare-survey.js';
import type { Survey } from '../../survey/survey.js';
import { createWebMachine } from '../web-machine.js';
import { inspectScene as inspect, type InspectSceneOptions as Options } from './inspect-scene.js';
import { type LegPreview, type PreviewChoice, previewLeg as preview } from './preview-leg.js';
import type { PulseTrace } from './pulse-trace.js';
import type { SceneInspector } from './scene-inspector.js';
import { type PulseChoice, tracePulse as trace } from './trace-pulse.js';

export { probeScene } from './probe-scene.js';

/** Options of `inspectScene`; `files`: those that a scene names, absent: none. */
export type InspectSceneOptions = Omit<Options, 'machine'> & Partial<WithFiles>;

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
export const inspectScene = (
  source: SurveyScene,
  { files = createWebFiles(), ...options }: InspectSceneOptions = {},
): Promise<SceneInspector> => inspect(source, { ...options, machine: createWebMachine(files) });

/** Options of `tracePulse`; without a `scene` that of the survey is read from `files` and forgotten again. */
export type TracePulseOptions = PulseChoice & InspectSceneOptions & { scene?: SceneInspector };

/**
 * All that is known of one pulse of a survey: its beam, what each subray met, the echoes and returns, why others are
 * missing, the waveform. Computed by the CPU engine's stages, so that returns are those of a run, in this thread: no
 * headers are needed. Throws UserError for a pulse that the survey does not have, and as `inspectScene`; AbortedError.
 *
 * @example
 * ```ts
 * const options = { scene: inspector, scanner: 0, leg: 0, pulse: 1234 };
 * const { subrays, returns, missing } = await tracePulse(survey, options);
 * ```
 */
export const tracePulse = async (survey: Survey, { scene, ...options }: TracePulseOptions): Promise<PulseTrace> =>
  trace(
    survey,
    scene ?? (await inspectScene(survey.scene, { colors: survey.colors !== undefined, ...options })),
    options,
  );

/** Options of `previewLeg`; without a `scene` beams meet nothing. */
export type PreviewLegOptions = PreviewChoice & { scene?: SceneInspector };

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
export const previewLeg = async (survey: Survey, { scene, ...choice }: PreviewLegOptions = {}): Promise<LegPreview> =>
  preview(survey, scene ?? (await loadKernelModule()), choice);
