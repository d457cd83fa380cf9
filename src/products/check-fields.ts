import type { ValuePath } from '../base/yaml/source-document.js';
import { noteFault, type Reading } from '../survey/resolve/reading.js';
import { type RecordingChoice, type RecordingSections, unrecordedFields } from './recorded-fields.js';

/** Notes fields of the value at `path` that the survey does not record. */
export function noteUnrecorded(
  reading: Reading,
  path: ValuePath,
  place: 'clouds' | 'frames',
  choice: RecordingChoice,
  survey: RecordingSections,
): void {
  const { fields } = choice;
  if (fields === undefined || typeof fields === 'string') return;
  for (const { name, needs } of unrecordedFields(survey, place, choice))
    noteFault(reading, [...path, 'fields', fields.indexOf(name)], name, needs);
}
