import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, type NamedEdit } from './edit.js';
import { nameOfPart, PART_KEYS, PARTS_PATH } from './parts.js';

/** Names of edits of a part, by the key. */
const VERBS: Readonly<Record<string, string>> = { translate: 'Move', rotate: 'Turn', scale: 'Scale' };

/**
 * Sets a value of a part of the scene by the path below it, such as `['generate', 'seed']`. Undefined removes it, to
 * its default, and a `transform` that is empty then.
 */
export function setPartValue(text: SurveyText, index: number, path: Path, value: unknown): NamedEdit {
  const part: Path = [...PARTS_PATH, index];
  const name = nameOfPart(text, index);
  const key = String(path.at(-1));
  const verb = VERBS[String(path.find((segment) => Object.hasOwn(VERBS, segment)))];
  const what = (plain: string) => (verb === undefined ? `${plain} ${key} of ${name}` : `${verb} ${name}`);
  if (value === undefined)
    return editOf(text, what('Reset'), (now) => {
      const around = now.valueAt([...part, ...path.slice(0, -1)]);
      const isLast = path[0] === 'transform' && isPlainMap(around) && Object.keys(around).join() === key;
      return isLast ? now.removeKey(part, 'transform') : now.removeKey([...part, ...path.slice(0, -1)], key);
    });
  const order = path.length === 1 ? PART_KEYS : path.length === 2 && path[0] === 'transform' ? TRANSFORM_KEYS : [];
  return editOf(text, what('Set'), (now) =>
    // Its place among the keys of the part is found for the outermost one that is new.
    path.length > 1 && now.valueAt([...part, path[0]]) === undefined
      ? now.setValue([...part, path[0]], nested(path.slice(1), value), { order: PART_KEYS })
      : now.setValue([...part, ...path], value, { order }),
  );
}

const TRANSFORM_KEYS = ['scale', 'rotate', 'translate'];

const nested = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), value);
