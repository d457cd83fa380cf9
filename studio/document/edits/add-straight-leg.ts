import type { SurveyText } from '../survey-text.js';
import { addLeg, type NewLegOptions } from './add-leg.js';
import type { NamedEdit, Point } from './edit.js';

/** A new straight line: metres, metres per second, degrees. */
export interface NewStraightLeg extends NewLegOptions {
  from: Point;
  to: Point;
  speed: number;
  /** Base of heights. Absent: z = 0. */
  on?: 'ground' | 'lowest-ground';
  heading?: number;
  strip?: string;
}

/** Adds a straight line at constant speed. */
export function addStraightLeg(text: SurveyText, { name, index, ...leg }: NewStraightLeg): NamedEdit {
  return addLeg(text, 'line', leg, { name, index });
}
