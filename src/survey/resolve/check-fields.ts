import type { FieldChoice } from '../../cloud/point-fields.js';
import { type RecordingSections, unrecordedFields } from '../recorded-fields.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import { noteFault, type Reading } from './reading.js';

/** Notes fields of outputs and frames that the survey does not record. */
export function checkFields(
  reading: Reading,
  { output = [], frames }: Pick<SurveyDefinition, 'output' | 'frames'>,
  sections: RecordingSections,
): void {
  const check = (path: (string | number)[], place: 'clouds' | 'frames', fields: FieldChoice | undefined) => {
    if (fields === undefined || typeof fields === 'string') return;
    for (const { name, needs } of unrecordedFields(sections, place, { fields }))
      noteFault(reading, [...path, 'fields', fields.indexOf(name)], name, needs);
  };
  output.forEach((entry, k) => {
    if (typeof entry !== 'string') check(['output', k], 'clouds', entry.fields);
  });
  if (frames) check(['frames'], 'frames', frames.fields);
}
