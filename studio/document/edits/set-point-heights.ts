import type { SurveyText } from '../survey-text.js';
import { editOf, METRE_DECIMALS, type NamedEdit } from './edit.js';
import { legAt, titleOf } from './legs.js';

/** Sets the heights of a path's points: `heights` are those in the world, metres; undefined: the point stays. */
export function setPointHeights(text: SurveyText, index: number, heights: readonly (number | undefined)[]): NamedEdit {
  const list = 'waypoints' in legAt(text, index) ? 'waypoints' : 'path';
  const steps = [...heights.entries()].flatMap(([point, height]) =>
    height === undefined
      ? []
      : [(now: SurveyText) => now.setValue(['legs', index, list, point, 2], height, { decimals: METRE_DECIMALS })],
  );
  return editOf(text, `Set the height of ${titleOf(text, index)} above ground`, ...steps);
}
