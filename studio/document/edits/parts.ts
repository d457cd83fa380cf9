import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { partName } from './part-name.js';

/** A part of the scene as the text has it. */
export type WrittenPart = Readonly<Record<string, unknown>>;

export const PARTS_PATH: Path = ['scene', 'parts'];

/** Keys of a part in the order of the guide. */
export const PART_KEYS = [
  'name',
  'file',
  'up',
  'unit',
  'generate',
  'transform',
  'on',
  'objects',
  'front',
  'instance',
  'instances',
];

/** The parts of the scene; none if it has no list of them. What is no map among them is empty. */
export function partsOf(text: SurveyText): readonly WrittenPart[] {
  const parts = text.valueAt(PARTS_PATH);
  return Array.isArray(parts) ? parts.map((part) => (isPlainMap(part) ? part : {})) : [];
}

/** The name of part number `index`, which must exist; its number, if it has none. */
export function nameOfPart(text: SurveyText, index: number): string {
  const part = text.valueAt([...PARTS_PATH, index]);
  if (part === undefined) throw new EditRefused(`the scene has no part ${index + 1}`);
  return partName(part) || `part ${index + 1}`;
}
