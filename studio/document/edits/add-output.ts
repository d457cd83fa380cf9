import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { outputsOf } from './outputs.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** Adds a cloud to write, behind the others. */
export function addOutput(text: SurveyText, file: string): NamedEdit {
  const count = outputsOf(text).length;
  return editOf(text, `Add output ${file}`, (now) =>
    count > 0 ? now.insertItem(['output'], count, file) : now.setValue(['output'], [file], { order: SURVEY_KEYS }),
  );
}
