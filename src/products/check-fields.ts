import type { ValuePath } from '../base/yaml/source-document.js';
import type { FieldChoice } from '../cloud/point-fields.js';
import { noteFault, type Reading } from '../survey/resolve/reading.js';
import { type RecordingSections, unrecordedFields } from './recorded-fields.js';

/** Notes fields of the value at `path` that the survey does not record. */
export function noteUnrecorded(
  reading: Reading,
  path: ValuePath,
  place: 'clouds' | 'frames',
  fields: FieldChoice | undefined,
  survey: RecordingSections,
): void {
  if (fields === undefined || typeof fields === 'string') return;
  for (const { name, needs } of unrecordedFields(survey, place, { fields }))
    noteFault(reading, [...path, 'fields', fields.indexOf(name)], name, needs);
}
