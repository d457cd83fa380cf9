import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { LABEL_KEYS, LABELS_PATH, labelAt, labelTitle, type WrittenLabel } from './labels.js';

/** Changes keys of a label, by its number from 0; undefined removes a key, with its default in force again. */
export function changeLabel(text: SurveyText, index: number, changes: WrittenLabel): NamedEdit {
  const path = [...LABELS_PATH, index];
  const name = `Set ${Object.keys(changes).join(', ')} of label ${labelTitle(labelAt(text, index))}`;
  const steps = Object.entries(changes).map(([key, value]) => (now: SurveyText) => {
    const isDefault = value === undefined || (key === 'on' && value === 'any');
    return isDefault ? now.removeKey(path, key) : now.setValue([...path, key], value, { order: LABEL_KEYS });
  });
  return editOf(text, name, ...steps);
}
