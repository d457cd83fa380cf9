import { namesOfWritten } from '../../document/edits/index.js';
import type { SurveyState } from '../survey/survey-state.js';

/** Names of the scanners in legs, by number. For a scanner in a file, it is that which the check found there. */
export function knownNames({ document, survey }: Pick<SurveyState, 'document' | 'survey'>): (string | undefined)[] {
  const names = namesOfWritten(document.survey);
  const checked = survey.value?.scanners ?? [];
  return checked.length === names.length ? names.map((name, index) => name ?? checked[index].name) : names;
}
