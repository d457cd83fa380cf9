import { namesOfWritten } from '../../document/edits/index.js';
import type { SurveyState } from '../survey/survey-state.js';

/** What legs call the scanners, by their numbers; of one in a file, what the check of the text found there. */
export function knownNames({ document, survey }: Pick<SurveyState, 'document' | 'survey'>): (string | undefined)[] {
  const names = namesOfWritten(document.survey);
  const checked = survey.value?.scanners ?? [];
  return checked.length === names.length ? names.map((name, index) => name ?? checked[index].name) : names;
}
