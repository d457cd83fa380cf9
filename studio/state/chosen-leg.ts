import type { CheckedLeg } from 'subray/browser';
import { deleteLeg, duplicateLeg, legName, legsOf } from '../document/edits/index.js';
import type { Studio } from './studio.js';

/** The number of the chosen leg; undefined: none is. */
export function chosenLeg({ selection }: Studio): number | undefined {
  return selection.value?.kind === 'leg' ? selection.value.leg : undefined;
}

export const hasLeg = (studio: Studio): boolean => chosenLeg(studio) !== undefined;

/** What is known of a leg by its number; undefined: nothing, since a text with faults has other legs than the one before. */
export function checkedLeg({ document, survey }: Studio, index: number): CheckedLeg | undefined {
  const [leg, written] = [survey.value?.legs[index], legsOf(document.survey)[index]];
  return leg && written && leg.name === legName(written, index) ? leg : undefined;
}

/** Deletes the chosen leg. */
export function deleteChosen(studio: Studio): void {
  const leg = chosenLeg(studio);
  if (leg === undefined) return;
  studio.selection.value = undefined;
  studio.edit((text) => deleteLeg(text, leg));
}

/** Metres to the east by which a leg that is repeated lies beside the one before. */
const BESIDE = 5;

/** Repeats the chosen leg beside itself, and chooses the new one. */
export function repeatChosen(studio: Studio): void {
  const leg = chosenLeg(studio);
  if (leg === undefined) return;
  studio.edit((text) => duplicateLeg(text, leg, [BESIDE, 0, 0]));
  studio.selection.value = { kind: 'leg', leg: leg + 1 };
}
