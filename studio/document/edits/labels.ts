import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';

/** A label as the survey has it. */
export interface WrittenLabel {
  readonly match?: string;
  readonly part?: string;
  /** Absent: any. */
  readonly on?: 'any' | 'object' | 'group' | 'material';
  readonly class?: number | string;
  readonly semantic?: string;
  readonly material?: string;
}

/** Keys of a label in the order of the examples. */
export const LABEL_KEYS = ['match', 'part', 'on', 'class', 'semantic', 'material'] as const;

export const LABELS_PATH = ['scene', 'labels'] as const;

/** The labels of the survey; what is no map has no keys. */
export function labelsOf(text: SurveyText): WrittenLabel[] {
  const labels = text.valueAt(LABELS_PATH);
  return Array.isArray(labels) ? labels.map((label) => (isPlainMap(label) ? label : {})) : [];
}

/** Label number `index` from 0. Throws EditRefused if there is none. */
export function labelAt(text: SurveyText, index: number): WrittenLabel {
  const label = labelsOf(text)[index];
  if (label === undefined) throw new EditRefused(`the scene has no label ${index + 1}`);
  return label;
}

/** Purpose of a label, in a few words: `roof*`, `roof* of town`. */
export function labelTitle({ match, part }: WrittenLabel): string {
  if (part === undefined) return String(match ?? '*');
  return match === undefined || match === '*' ? `all of ${part}` : `${match} of ${part}`;
}
