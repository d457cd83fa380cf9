import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { SCENE_KEYS } from './survey-keys.js';

/** The names that a label is for. */
export interface LabelPattern {
  readonly match?: string;
  readonly part?: string;
  /** Absent: any. */
  readonly on?: 'any' | 'object' | 'group' | 'material';
}

/** Effects of a label; an absent one is left to other labels. */
export interface LabelValues {
  readonly class?: number | string;
  readonly semantic?: string;
  readonly material?: string;
}

/**
 * Sets the label of a pattern. A new one comes first and overrides all others. A label without effect is removed, and
 * the list with the last one.
 */
export function setLabel(text: SurveyText, pattern: LabelPattern, values: LabelValues): NamedEdit {
  const { match, part, on } = pattern;
  const label = { match, part, on: on === 'any' ? undefined : on, ...values };
  const labels = text.valueAt(['scene', 'labels']);
  const list = Array.isArray(labels) ? labels : [];
  const index = list.findIndex((other) => isPlainMap(other) && isOf(pattern, other));
  const name = match ?? part ?? '*';
  if (Object.values(values).every((value) => value === undefined)) return removeLabel(text, name, index, list.length);
  return editOf(text, `Label ${name}`, (now) => {
    if (index >= 0) return now.setValue(['scene', 'labels', index], label);
    return list.length > 0
      ? now.insertItem(['scene', 'labels'], 0, label)
      : now.setValue(['scene', 'labels'], [label], { order: SCENE_KEYS });
  });
}

const isOf = (pattern: LabelPattern, label: Readonly<Record<string, unknown>>): boolean =>
  label.match === pattern.match && label.part === pattern.part && (label.on ?? 'any') === (pattern.on ?? 'any');

function removeLabel(text: SurveyText, name: string, index: number, count: number): NamedEdit {
  return editOf(text, `Remove the label of ${name}`, (now) => {
    if (index < 0) return [];
    return count === 1 ? now.removeKey(['scene'], 'labels') : now.removeItem(['scene', 'labels'], index);
  });
}
