import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { titleOf } from './legs.js';

/** Deletes a leg; the last one leaves an empty list. */
export function deleteLeg(text: SurveyText, index: number): NamedEdit {
  return editOf(text, `Delete ${titleOf(text, index)}`, (now) => now.removeItem(['legs'], index));
}
