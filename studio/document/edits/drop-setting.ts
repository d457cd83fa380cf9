import type { Patch } from '../patch.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';

/** The patches that remove a leg's setting of a scanner, and what would be left of it as an empty map. */
export function dropSetting(text: SurveyText, path: Path): Patch[] {
  const owner = path.slice(0, -1);
  const map = text.valueAt(owner);
  const isLast = isPlainMap(map) && Object.keys(map).length === 1;
  // `scanners` and the scanner of a leg, but not the leg.
  return isLast && owner.length > 2 ? dropSetting(text, owner) : text.removeKey(owner, String(path.at(-1)));
}
