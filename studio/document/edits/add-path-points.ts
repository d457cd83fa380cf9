import type { SurveyText } from '../survey-text.js';
import { editOf, METRE_DECIMALS, type NamedEdit, type Point } from './edit.js';
import { legAt, pointsOf, titleOf } from './legs.js';

/** Adds points to a path, so that it follows the ground; `points`: all points then, its own among them, in order. */
export function addPathPoints(text: SurveyText, index: number, points: readonly Point[]): NamedEdit {
  const own = new Set(pointsOf(legAt(text, index)));
  const steps = [...points.entries()].flatMap(([k, point]) =>
    own.has(point)
      ? []
      : [(now: SurveyText) => now.insertItem(['legs', index, 'path'], k, point, { decimals: METRE_DECIMALS })],
  );
  return editOf(text, `Follow the ground with ${titleOf(text, index)}`, ...steps);
}
