import { guessScale } from '../../scene/guess-scale.js';
import type { ModelSummary } from './describe-model.js';

/** Doubts about the unit and the axes of a model, as a survey takes them. */
export function scaleQuestions({ inSurvey, objects }: ModelSummary): string[] {
  if (inSurvey === undefined) return [];
  const { min, max } = inSurvey.bounds;
  return guessScale([max[0] - min[0], max[1] - min[1], max[2] - min[2]], objects);
}
