import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { outputAt, writtenOutput } from './outputs.js';

/** Keys of an output in the order of the guide. */
const OUTPUT_KEYS = [
  'file',
  'pointFormat',
  'scale',
  'waveforms',
  'by',
  'fields',
  'byLaser',
  'boxes',
  'misses',
  'layout',
];

/** Changes keys of an output, by its number from 0, such as `fields` or `file`; undefined resets one. */
export function changeOutput(text: SurveyText, index: number, changes: Readonly<Record<string, unknown>>): NamedEdit {
  const path = ['output', index];
  const before = outputAt(text, index);
  const written = writtenOutput({ ...before, ...changes });
  const name = `Set ${Object.keys(changes).join(', ')} of output ${before.file}`;
  if (typeof written === 'string' || typeof text.valueAt(path) === 'string')
    return editOf(text, name, (now) => now.setValue(path, written));
  const steps = Object.entries(changes).map(
    ([key, value]) =>
      (now: SurveyText) =>
        value === undefined ? now.removeKey(path, key) : now.setValue([...path, key], value, { order: OUTPUT_KEYS }),
  );
  return editOf(text, name, ...steps);
}
