import type { ValueColumn } from 'subray/browser';
import { namesOfWritten } from '../../document/edits/index.js';
import { SurveyText } from '../../document/survey-text.js';
import type { SurveyState } from '../survey/survey-state.js';

/** Names of several scanners when their survey ran, by number in its cloud; none for one scanner, or no survey. */
export function namesOfScanners(text: string | undefined): Record<number, string> {
  const names = text === undefined ? [] : namesOfWritten(new SurveyText(text));
  if (names.length < 2) return {};
  return Object.fromEntries(names.flatMap((name, number) => (name === undefined ? [] : [[number, name]])));
}

/** Values of points, whose numbers have these names. */
export function withNames(column: ValueColumn, names: Readonly<Record<number, string>>): ValueColumn {
  if (column.kind !== 'categories') return column;
  const named = column.categories.map((category) => ({ ...category, name: category.name ?? names[category.number] }));
  return { ...column, categories: named };
}

/** Names of the scanners in legs, by number. For a scanner in a file, it is that which the check found there. */
export function knownNames({ document, survey }: Pick<SurveyState, 'document' | 'survey'>): (string | undefined)[] {
  const names = namesOfWritten(document.survey);
  const checked = survey.value?.scanners ?? [];
  return checked.length === names.length ? names.map((name, index) => name ?? checked[index].name) : names;
}
