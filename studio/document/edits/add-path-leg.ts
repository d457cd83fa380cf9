import type { SurveyText } from '../survey-text.js';
import { addLeg, type NewLegOptions } from './add-leg.js';
import type { NamedEdit, Point } from './edit.js';

/** A new path: metres, metres per second. */
export interface NewPathLeg extends NewLegOptions {
  path: readonly Point[];
  speed: number;
  /** Absent: straight lines from point to point. */
  smooth?: { tolerance?: number; tension?: number; knots?: 'centripetal' | 'uniform' };
}

/** Adds a path through points. */
export function addPathLeg(text: SurveyText, { name, index, ...leg }: NewPathLeg): NamedEdit {
  return addLeg(text, 'path', leg, { name, index });
}
