import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** A cloud to write: a path, or a map with `file` and the keys of docs/survey.md. */
export type WrittenOutput = string | { readonly file: string; readonly [key: string]: unknown };

/** Sets the list of clouds that are written; none removes it. */
export function setOutputs(text: SurveyText, outputs: readonly WrittenOutput[]): NamedEdit {
  if (outputs.length === 0) return editOf(text, 'Remove the outputs', (now) => now.removeKey([], 'output'));
  return editOf(text, 'Set the outputs', (now) => now.setValue(['output'], outputs, { order: SURVEY_KEYS }));
}
