import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { WrittenOutput } from './set-outputs.js';

/** The clouds that the survey writes, each as a map; what is neither a path nor a map has no file. */
export function outputsOf(text: SurveyText): Exclude<WrittenOutput, string>[] {
  const outputs = text.valueAt(['output']);
  return Array.isArray(outputs) ? outputs.map(asMap) : [];
}

function asMap(output: unknown): Exclude<WrittenOutput, string> {
  if (!isPlainMap(output)) return { file: typeof output === 'string' ? output : '' };
  return { ...output, file: typeof output.file === 'string' ? output.file : '' };
}

/** Output number `index` from 0. Throws EditRefused if there is none. */
export function outputAt(text: SurveyText, index: number): Exclude<WrittenOutput, string> {
  const output = outputsOf(text)[index];
  if (output === undefined) throw new EditRefused(`the survey has no output ${index + 1}`);
  return output;
}

/** An output as a person writes it: its path alone if it has no other key. */
export function writtenOutput(output: Exclude<WrittenOutput, string>): WrittenOutput {
  const written = Object.fromEntries(Object.entries(output).filter(([, value]) => value !== undefined));
  return Object.keys(written).length === 1 ? output.file : { ...written, file: output.file };
}

/** A path that no output has: `street.las`, or `street-2.las`. */
export function freshFile(text: SurveyText, stem: string, ending: string): string {
  const taken = outputsOf(text).map(({ file }) => file);
  for (let k = 1; ; k++) {
    const file = `${stem}${k === 1 ? '' : `-${k}`}${ending}`;
    if (!taken.includes(file)) return file;
  }
}
