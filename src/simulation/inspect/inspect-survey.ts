import type { Survey } from '../../survey/survey.js';
import type { WithMachine } from '../machine.js';
import { type InspectSceneOptions, inspectScene } from './inspect-scene.js';
import { type LegPreview, type PreviewChoice, previewLeg } from './preview-leg.js';
import type { PulseTrace } from './pulse-trace.js';
import type { SceneInspector } from './scene-inspector.js';
import { type PulseChoice, tracePulse } from './trace-pulse.js';

/** A scene that is inspected already. */
interface WithInspector {
  scene?: SceneInspector;
}

/** Options of `tracePulse`; without a `scene` that of the survey is read and forgotten again. */
export type TraceOptions<Inspect> = PulseChoice & Inspect & WithInspector;

/** Options of `previewLeg`; without a `scene` beams meet nothing. */
export type PreviewLegOptions = PreviewChoice & WithInspector;

/** `tracePulse` of a survey whose scene is inspected for it, if it is not yet. */
export const traceSurvey = async (
  survey: Survey,
  { scene, ...options }: TraceOptions<InspectSceneOptions>,
): Promise<PulseTrace> =>
  tracePulse(
    survey,
    scene ?? (await inspectScene(survey.scene, { colors: survey.colors !== undefined, ...options })),
    options,
  );

/** `previewLeg` of a survey whose scene may not be inspected. */
export const previewSurvey = async (
  survey: Survey,
  { scene, machine, ...choice }: PreviewLegOptions & WithMachine,
): Promise<LegPreview> => previewLeg(survey, scene ?? (await machine.loadKernelModule()), choice);
