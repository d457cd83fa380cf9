import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';
import { titleOf } from './legs.js';

/**
 * Sets a value of a leg, such as `speed`, by its key or the path below the leg (`['scanner', 'pulseRate']`). Undefined
 * removes the key, to its default.
 */
export function setLegValue(text: SurveyText, index: number, key: string | Path, value: unknown): NamedEdit {
  const path: Path = ['legs', index, ...(typeof key === 'string' ? [key] : key)];
  const shown = typeof key === 'string' ? key : key.join(' ');
  const title = titleOf(text, index);
  const last = String(path.at(-1));
  if (value === undefined)
    return editOf(text, `Reset ${shown} of ${title}`, (now) => now.removeKey(path.slice(0, -1), last));
  return editOf(text, `Set ${shown} of ${title}`, (now) => now.setValue(path, value, { decimals: NUMBER_DECIMALS }));
}
