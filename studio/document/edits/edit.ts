import type { NamedEdit } from '../named-edit.js';
import type { Patch } from '../patch.js';
import { type SurveyText, TextDraft } from '../survey-text.js';

export type { NamedEdit };

export type Point = readonly [x: number, y: number, z: number];

/** Decimal places of metres: a millimetre. */
export const METRE_DECIMALS = 3;
/** Decimal places of degrees, and of other numbers of a form. */
export const NUMBER_DECIMALS = 6;

/** The edit that applies `steps` in turn, each to the text after those before it. Throws EditRefused as they do. */
export function editOf(
  text: SurveyText,
  name: string,
  ...steps: readonly ((text: SurveyText) => readonly Patch[])[]
): NamedEdit {
  const draft = new TextDraft(text);
  for (const step of steps) draft.apply(step(draft.text));
  text.expect(draft.patches, draft.text);
  return { name, patches: draft.patches };
}
