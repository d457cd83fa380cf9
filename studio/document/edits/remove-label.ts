import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { LABELS_PATH, labelAt, labelsOf, labelTitle } from './labels.js';

/** Removes a label by its number from 0, and with the last one the list. */
export function removeLabel(text: SurveyText, index: number): NamedEdit {
  const name = `Remove label ${labelTitle(labelAt(text, index))}`;
  return editOf(text, name, (now) =>
    labelsOf(text).length === 1 ? now.removeKey(['scene'], 'labels') : now.removeItem(LABELS_PATH, index),
  );
}
