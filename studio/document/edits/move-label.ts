import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { LABELS_PATH, labelAt, labelTitle } from './labels.js';

/** Moves a label, by its number from 0, to another place: those before it are asked first. */
export function moveLabel(text: SurveyText, from: number, to: number): NamedEdit {
  const name = `Move label ${labelTitle(labelAt(text, from))} ${to < from ? 'up' : 'down'}`;
  return editOf(text, name, (now) => now.moveItem(LABELS_PATH, from, to));
}
