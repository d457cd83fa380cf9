import type { LegPreview, PreviewChoice } from '../../simulation/inspect/preview-leg.js';
import type { Operation } from '../operation.js';

export interface PreviewAsk extends Omit<PreviewChoice, 'signal'> {
  /** Text of the survey. */
  text: string;
}

/**
 * Some beams of a leg, and their hits in the scene: see previewLeg. Throws UserError for a survey or a scene that
 * cannot be read, AbortedError.
 */
export const previewBeams: Operation<PreviewAsk, LegPreview> = async (bench, { text, ...choice }, { signal }) => {
  const survey = await bench.survey(text);
  const { previewLeg } = await import('../../simulation/inspect/preview-leg.js');
  const scene = await bench.scenes.loadPlaced(survey, { signal });
  return previewLeg(survey, await bench.scenes.inspectorOf(scene, { signal }), { ...choice, signal });
};
