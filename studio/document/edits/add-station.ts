import type { SurveyText } from '../survey-text.js';
import { addLeg, type NewLegOptions } from './add-leg.js';
import type { NamedEdit, Point } from './edit.js';

/** A new station: metres, degrees, seconds. */
export interface NewStation extends NewLegOptions {
  position: Point;
  /** Base of the height. Absent: z = 0. */
  on?: 'ground' | 'lowest-ground';
  heading?: number;
  azimuth?: readonly [from: number, to: number];
  duration?: number;
}

/** Adds a station. */
export function addStation(text: SurveyText, { name, index, ...station }: NewStation): NamedEdit {
  return addLeg(text, 'station', station, { name, index });
}
