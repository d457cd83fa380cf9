import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { titleOf } from './legs.js';

/** Gives a leg another name; an empty one leaves it with that of its number. */
export function renameLeg(text: SurveyText, index: number, name: string): NamedEdit {
  const title = titleOf(text, index);
  const at = ['legs', index] as const;
  if (name.trim() === '') return editOf(text, `Remove the name of ${title}`, (now) => now.removeKey(at, 'name'));
  const rename = (now: SurveyText) =>
    now.setValue([...at, 'name'], name.trim(), {
      order: ['name', 'position', 'from', 'path', 'waypoints', 'trajectory'],
    });
  return editOf(text, `Rename ${title} to ${name.trim()}`, rename);
}
