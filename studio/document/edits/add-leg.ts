import type { SurveyText } from '../survey-text.js';
import { editOf, METRE_DECIMALS, type NamedEdit } from './edit.js';
import { freshName, legNames, legsOf } from './legs.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** Place and name of a new leg. */
export interface NewLegOptions {
  /** Absent: `station 1`, or the like. */
  name?: string;
  /** Number of the leg that it goes before. Absent: behind the last. */
  index?: number;
}

/** Adds a leg with a name that no other has. */
export function addLeg(text: SurveyText, noun: string, keys: object, { name, index }: NewLegOptions): NamedEdit {
  const count = legsOf(text).length;
  const title = freshName(name ?? `${noun} ${count + 1}`, legNames(text));
  const leg = { name: title, ...keys };
  const written = { decimals: METRE_DECIMALS, order: SURVEY_KEYS };
  return editOf(text, `Add ${name === undefined ? title : `${noun} ${title}`}`, (now) =>
    count === 0 ? now.setValue(['legs'], [leg], written) : now.insertItem(['legs'], index ?? count, leg, written),
  );
}
