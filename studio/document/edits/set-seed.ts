import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** Sets the seed of all random numbers, a whole number up to 2⁵³ − 1. */
export function setSeed(text: SurveyText, seed: number): NamedEdit {
  return editOf(text, `Set seed ${seed}`, (now) => now.setValue(['seed'], seed, { order: SURVEY_KEYS }));
}
