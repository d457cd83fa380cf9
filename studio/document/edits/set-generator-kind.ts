import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, type NamedEdit } from './edit.js';
import { nameOfPart, PARTS_PATH } from './parts.js';

/** Changes the generator of a part, and removes all keys but `keys`, those that the new one takes. */
export function setGeneratorKind(text: SurveyText, index: number, kind: string, keys: readonly string[]): NamedEdit {
  const path: Path = [...PARTS_PATH, index, 'generate'];
  const before = text.valueAt(path);
  const others = isPlainMap(before) ? Object.keys(before).filter((key) => key !== 'kind' && !keys.includes(key)) : [];
  const title = `Make ${nameOfPart(text, index)} a ${kind}`;
  return editOf(
    text,
    title,
    (now) => now.setValue([...path, 'kind'], kind),
    ...others.map((key) => (now: SurveyText) => now.removeKey(path, key)),
  );
}
