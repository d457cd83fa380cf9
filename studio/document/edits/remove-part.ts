import { EditRefused } from '../edit-refused.js';
import type { SurveyText } from '../survey-text.js';
import { partName } from './add-part.js';
import { editOf, type NamedEdit } from './edit.js';

/** Removes a part of the scene by its number from 0; the last one leaves an empty list. */
export function removePart(text: SurveyText, index: number): NamedEdit {
  const part = text.valueAt(['scene', 'parts', index]);
  if (part === undefined) throw new EditRefused(`the scene has no part ${index + 1}`);
  return editOf(text, `Remove ${partName(part)} from the scene`, (now) => now.removeItem(['scene', 'parts'], index));
}
