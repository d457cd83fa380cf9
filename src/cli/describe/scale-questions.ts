import { guessScale } from '../../scene/guess-scale.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { ModelSummary } from './describe-model.js';

/** Doubts about the unit and the axes of a model, as a survey takes them. */
export function scaleQuestions({ path, bounds, objects }: ModelSummary): string[] {
  if (bounds === undefined) return [];
  const [x, y, z] = [0, 1, 2].map((axis) => bounds.max[axis] - bounds.min[axis]);
  return guessScale(sceneFormatOf(path)?.up === 'y' ? [x, z, y] : [x, y, z], objects);
}
