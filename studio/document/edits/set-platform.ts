import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** Sets the platform by its id; undefined: none, the scanner is at the position of the leg. */
export function setPlatform(text: SurveyText, id: string | undefined): NamedEdit {
  if (id === undefined) return editOf(text, 'Remove the platform', (now) => now.removeKey([], 'platform'));
  return editOf(text, `Set platform ${id}`, (now) => now.setValue(['platform'], id, { order: SURVEY_KEYS }));
}
