import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { nameOfPart, PARTS_PATH } from './parts.js';

/** Removes a part of the scene by its number from 0; the last one leaves an empty list. */
export function removePart(text: SurveyText, index: number): NamedEdit {
  const name = nameOfPart(text, index);
  return editOf(text, `Remove ${name} from the scene`, (now) => now.removeItem(PARTS_PATH, index));
}
