import { effect, untracked } from '@preact/signals';
import { legsOf, outputsOf, partName, partsOf } from '../document/edits/index.js';
import { followItem } from '../document/follow-item.js';
import type { SurveyText } from '../document/survey-text.js';
import { scannersOf } from './scanners.js';
import type { Selection, Studio } from './studio.js';

/** Keeps the same leg, part, output or scanner chosen when the text changes around it; of what is not there any more, nothing. */
export function followSelection(studio: Studio): void {
  let last = studio.document.survey;
  effect(() => {
    const now = studio.document.survey;
    // What is in a text that cannot be read is not known.
    if (now === last || now.faults.length > 0) return;
    untracked(() => {
      studio.selection.value = selectionIn(last, now, studio.selection.value);
      const { scanner } = studio.preview;
      scanner.value = followItem(scannersOf(last), scannersOf(now), scanner.value, nameOf) ?? scanner.value;
    });
    last = now;
  });
}

function selectionIn(before: SurveyText, now: SurveyText, chosen: Selection): Selection {
  const follow = (of: (text: SurveyText) => readonly unknown[], index: number, name: (item: unknown) => unknown) =>
    followItem(of(before), of(now), index, name);
  if (chosen?.kind === 'leg') {
    const leg = follow(legsOf, chosen.leg, nameOf);
    return leg === chosen.leg ? chosen : leg === undefined ? undefined : { kind: 'leg', leg };
  }
  if (chosen?.kind === 'part') {
    const part = follow(partsOf, chosen.part, partName);
    return part === chosen.part ? chosen : part === undefined ? undefined : { kind: 'part', part };
  }
  if (chosen?.kind === 'output') {
    const output = follow(outputsOf, chosen.output, fileOf);
    return output === chosen.output ? chosen : output === undefined ? undefined : { kind: 'output', output };
  }
  return chosen;
}

const nameOf = (item: unknown): unknown => (item as { name?: unknown }).name;
const fileOf = (item: unknown): unknown => (item as { file?: unknown }).file;
