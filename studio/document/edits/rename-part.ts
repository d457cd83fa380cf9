import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { partName } from './add-part.js';
import { editOf, type NamedEdit } from './edit.js';
import { labelsOf } from './labels.js';
import { nameOfPart, PART_KEYS, PARTS_PATH, partsOf } from './parts.js';

/**
 * Gives a part another name; an empty one leaves it with that of its file or kind. Parts that stand on it, and labels of it alone,
 * name it as it is called then.
 */
export function renamePart(text: SurveyText, index: number, to: string): NamedEdit {
  const before = nameOfPart(text, index);
  const at: Path = [...PARTS_PATH, index];
  const name = to.trim();
  const called = name || partName({ ...partsOf(text)[index], name: undefined });
  const rename = (now: SurveyText) =>
    name === '' ? now.removeKey(at, 'name') : now.setValue([...at, 'name'], name, { order: PART_KEYS });
  const follow = mentionsOf(text, before).map((path) => (now: SurveyText) => now.setValue(path, called));
  return editOf(text, `Rename ${before} to ${called}`, rename, ...follow);
}

/** Where the survey names a part. */
function mentionsOf(text: SurveyText, name: string): Path[] {
  return [
    ...partsOf(text).flatMap((_, k): Path[] =>
      STANDS.map((path) => [...PARTS_PATH, k, ...path]).filter((path) => text.valueAt(path) === name),
    ),
    ...labelsOf(text).flatMap((label, k): Path[] => (label.part === name ? [['scene', 'labels', k, 'part']] : [])),
  ];
}

/** Where a part has what it stands on. */
const STANDS: readonly Path[] = [['on'], ['on', 'part'], ['instances', 'scatter', 'on']];
