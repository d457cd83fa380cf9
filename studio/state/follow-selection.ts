import { effect, type Signal, untracked } from '@preact/signals';
import { legsOf, outputsOf, partName, partsOf } from '../document/edits/index.js';
import { followItem } from '../document/follow-item.js';
import type { SurveyText } from '../document/survey-text.js';
import { type ShownScanner, scannersOf } from './scanners/scanners.js';
import type { Selection } from './survey/selection.js';

/** The text, and what is chosen of it. */
interface Page {
  readonly document: { readonly survey: SurveyText };
  readonly selection: Signal<Selection>;
  readonly preview: { readonly scanner: Signal<number> };
}

/** Keeps the same leg, part, output or scanner chosen when the text around it changes, until it is removed. */
export function followSelection(page: Page): void {
  let last = page.document.survey;
  effect(() => {
    const now = page.document.survey;
    // A text with faults is not read: nothing is known of its items.
    if (now === last || now.faults.length > 0) return;
    untracked(() => {
      page.selection.value = selectionIn(last, now, page.selection.value);
      followScanner(page, scannersOf(last), scannersOf(now));
    });
    last = now;
  });
}

/** A single scanner stays the first, under any name among others. */
function followScanner(
  { preview, selection }: Page,
  before: readonly ShownScanner[],
  now: readonly ShownScanner[],
): void {
  const { scanner } = preview;
  const shown = scanner.value < before.length ? scanner.value : 0;
  const index = followItem(before, now, shown, nameOf) ?? (before.length === 1 ? 0 : undefined);
  if (index === undefined && selection.value?.kind === 'scanner') selection.value = undefined;
  if (index !== shown) scanner.value = index ?? 0;
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
