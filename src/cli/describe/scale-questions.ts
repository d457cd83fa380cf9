import { unitQuestion } from '../../scene/guess-scale.js';
import type { Model } from '../../scene/model.js';
import { scaleDoubts } from '../../scene/scale-doubts.js';
import type { ModelSummary } from './describe-model.js';

/** Doubts about unit, axes and size of a model, as a survey takes it. */
export function scaleQuestions({ inSurvey, bounds, objects }: ModelSummary, model: Model): string[] {
  if (inSurvey === undefined || bounds === undefined) return [];
  const { min, max } = inSurvey.bounds;
  const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const stated = unitQuestion(model.unit);
  const doubts = scaleDoubts(model, { bounds, size, names: objects, isCertain: model.unit !== undefined });
  return stated === undefined ? doubts : [stated, ...doubts];
}
