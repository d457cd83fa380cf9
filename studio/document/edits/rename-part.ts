import { EditRefused } from '../edit-refused.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, type NamedEdit } from './edit.js';
import { labelsOf } from './labels.js';
import { partName } from './part-name.js';
import { nameOfPart, PART_KEYS, PARTS_PATH, partsOf } from './parts.js';

/** Renames a part; an empty name leaves that of its file or kind. Parts on it, and labels of it alone, follow. */
export function renamePart(text: SurveyText, index: number, to: string): NamedEdit {
  const before = nameOfPart(text, index);
  const at: Path = [...PARTS_PATH, index];
  const name = to.trim();
  const [standing, labels] = [standingOn(text, before), labelsNaming(text, before)];
  if (standing.length > 0 && name === 'ground')
    throw new EditRefused(`What stands on ${before} would stand on all ground: take another name than ground.`);
  if (labels.length > 0 && /[*?]/.test(name))
    throw new EditRefused(`${name} would be a pattern in the labels of ${before}: take a name without * and ?.`);
  const called = name || partName({ ...partsOf(text)[index], name: undefined });
  const rename = (now: SurveyText) =>
    name === '' ? now.removeKey(at, 'name') : now.setValue([...at, 'name'], name, { order: PART_KEYS });
  const follow = [...standing, ...labels].map((path) => (now: SurveyText) => now.setValue(path, called));
  return editOf(text, `Rename ${before} to ${called}`, rename, ...follow);
}

/** Paths at which parts name one that they stand on. */
const standingOn = (text: SurveyText, name: string): Path[] =>
  partsOf(text).flatMap((_, k) =>
    STANDS.map((path) => [...PARTS_PATH, k, ...path]).filter((path) => text.valueAt(path) === name),
  );

/** Paths at which labels name a part, in whatever case. */
const labelsNaming = (text: SurveyText, name: string): Path[] =>
  labelsOf(text).flatMap(({ part }, k): Path[] =>
    typeof part === 'string' && part.toLowerCase() === name.toLowerCase() ? [['scene', 'labels', k, 'part']] : [],
  );

/** Path at which a part names its ground. */
const STANDS: readonly Path[] = [['on'], ['on', 'part'], ['instances', 'scatter', 'on']];
