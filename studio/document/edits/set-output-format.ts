import type { SurveyText } from '../survey-text.js';
import { changeOutput } from './change-output.js';
import type { NamedEdit } from './edit.js';
import { outputAt } from './outputs.js';

/** A format of clouds: the ending of its paths, and the keys of an output that it takes. */
export interface OutputFormatChoice {
  readonly ending: string;
  readonly keys: readonly string[];
}

/** Keys that outputs of all formats take. */
const GENERAL = ['file', 'by', 'boxes', 'misses'];

/** Changes the format of an output: the ending of its path, one of `endings`. Removes options that it does not take. */
export function setOutputFormat(
  text: SurveyText,
  index: number,
  { ending, keys }: OutputFormatChoice,
  endings: readonly string[],
): NamedEdit {
  const before = outputAt(text, index);
  const dropped = Object.keys(before).filter((key) => !GENERAL.includes(key) && !keys.includes(key));
  const file = `${withoutEnding(before.file, endings)}${ending}`;
  const edit = changeOutput(text, index, { ...Object.fromEntries(dropped.map((key) => [key, undefined])), file });
  return { ...edit, name: `Write ${before.file} as ${file}` };
}

/** A path without the longest ending that it has. */
export function withoutEnding(path: string, endings: readonly string[]): string {
  const [own] = endings.filter((ending) => path.toLowerCase().endsWith(ending)).sort((a, b) => b.length - a.length);
  return own === undefined ? path : path.slice(0, -own.length);
}
