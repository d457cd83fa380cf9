import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { outputAt, outputsOf } from './outputs.js';

/** Removes an output by its number from 0, and with the last one the list. */
export function removeOutput(text: SurveyText, index: number): NamedEdit {
  const { file } = outputAt(text, index);
  return editOf(text, `Remove output ${file}`, (now) =>
    outputsOf(text).length === 1 ? now.removeKey([], 'output') : now.removeItem(['output'], index),
  );
}
