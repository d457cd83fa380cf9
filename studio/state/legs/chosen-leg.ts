import type { CheckedLeg } from 'subray/browser';
import { deleteLeg, duplicateLeg, legName, legsOf, type NamedEdit } from '../../document/edits/index.js';
import type { SurveyText } from '../../document/survey-text.js';
import type { SurveyState } from '../survey/survey-state.js';

type WithSelection = Pick<SurveyState, 'selection'>;

interface Editable extends WithSelection {
  edit(make: (text: SurveyText) => NamedEdit): void;
}

/** The number of the chosen leg; undefined: none is. */
export function chosenLeg({ selection }: WithSelection): number | undefined {
  return selection.value?.kind === 'leg' ? selection.value.leg : undefined;
}

/** True if a leg is chosen. */
export const hasLeg = (page: WithSelection): boolean => chosenLeg(page) !== undefined;

/** The checked leg of a number; undefined: the text was not checked yet, or has a fault and other legs than before. */
export function checkedLeg(
  { document, survey }: Pick<SurveyState, 'document' | 'survey'>,
  index: number,
): CheckedLeg | undefined {
  const [leg, written] = [survey.value?.legs[index], legsOf(document.survey)[index]];
  return leg && written && leg.name === legName(written, index) ? leg : undefined;
}

/** Deletes the chosen leg. */
export function deleteChosen(page: Editable): void {
  const leg = chosenLeg(page);
  if (leg === undefined) return;
  page.selection.value = undefined;
  page.edit((text) => deleteLeg(text, leg));
}

/** Metres to the east by which a leg that is repeated lies beside the one before. */
const BESIDE = 5;

/** Repeats the chosen leg beside itself, and chooses the new one. */
export function repeatChosen(page: Editable): void {
  const leg = chosenLeg(page);
  if (leg === undefined) return;
  page.edit((text) => duplicateLeg(text, leg, [BESIDE, 0, 0]));
  page.selection.value = { kind: 'leg', leg: leg + 1 };
}
